#include "range_coder.hpp"

#include <bit>

namespace dameotb::table {

/// Its only branch is rarely taken.
inline void RangeEncoder::Interval::take(PricedDecision decision) {
    const std::uint32_t part = detail::yes_part(range, decision.yes());
    const std::uint32_t no = decision.no_mask();
    low += part & no;
    range = part + ((range - 2 * part) & no);
    if (range < detail::least_range) {
        const int bits = std::countl_zero(range) & ~7;
        range <<= bits;
        shift(bits);
    }
}

/// Appends the waiting bytes, and carries into those already written. Passes values, not a reference, which would keep
/// the interval in memory.
RangeEncoder::Interval RangeEncoder::moved_out(Interval interval) {
    const std::uint64_t bytes = interval.low >> 32;
    if (bytes >> interval.waiting != 0) {
        std::size_t at = out_.size();
        do {
            --at;
            out_[at] = static_cast<std::byte>(std::to_integer<unsigned>(out_[at]) + 1);
        } while (out_[at] == std::byte{0});
    }
    while (interval.waiting > 0) {
        interval.waiting -= 8;
        out_.push_back(static_cast<std::byte>(bytes >> interval.waiting));
    }
    interval.low &= 0xFFFFFFFFU;
    return interval;
}

void RangeEncoder::put(std::span<const PricedDecision> decisions) {
    Interval interval = interval_;  // kept in registers
    for (const PricedDecision decision : decisions) {
        interval.take(decision);
        if (interval.waiting > 8) {
            interval = moved_out(interval);
        }
    }
    interval_ = interval;
}

void RangeEncoder::finish() {
    const std::uint64_t end = interval_.low + interval_.range;
    for (int bits = 32; bits >= 0; bits -= 8) {  // clears as many low bytes as possible
        const std::uint64_t step = std::uint64_t{1} << bits;
        const std::uint64_t rounded = (interval_.low + (step - 1)) & ~(step - 1);
        if (rounded < end) {
            interval_.low = rounded;
            break;
        }
    }
    for (const int bits : {16, 16}) {
        interval_.shift(bits);
        interval_ = moved_out(interval_);
    }
    while (out_.size() > begin_ && out_.back() == std::byte{0}) {
        out_.pop_back();
    }
}

}  // namespace dameotb::table

// A binary range coder: turns decisions with known probabilities into bytes and back.
// The encoder keeps an interval [low, low + range) of fractions, which each decision narrows in proportion to its
// probability. The shortest byte string in the last interval is the code. A decoder reads 0 past the end, so it accepts
// any bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dameotb::table {

/// A probability in units of 1/65,536, from 1 to 65,535.
using Probability = std::uint32_t;

namespace detail {
inline constexpr std::uint32_t whole_range = 0xFFFFFFFFU;
inline constexpr std::uint32_t least_range = std::uint32_t{1} << 24;
/// Returns the part of the range that stands for a yes. Requires: range >= least_range.
[[nodiscard]] constexpr std::uint32_t yes_part(std::uint32_t range, Probability yes) {
    return (range >> 16) * yes;
}
}  // namespace detail

/// A decision and the probability of a yes.
class PricedDecision {
public:
    PricedDecision() = default;
    PricedDecision(bool decision, Probability yes) : bits_{yes | std::uint32_t{decision} << 16} {}
    [[nodiscard]] Probability yes() const { return bits_ & 0xFFFF; }
    /// Returns no bits for a yes, all for a no.
    [[nodiscard]] std::uint32_t no_mask() const { return (bits_ >> 16) - 1; }

private:
    std::uint32_t bits_;
};

/// Appends the code of decisions to a byte string.
class RangeEncoder {
public:
    /// Keeps the reference until `finish`.
    explicit RangeEncoder(std::vector<std::byte>& out) : out_{out}, begin_{out.size()} {}

    void put(bool decision, Probability yes) {
        const PricedDecision priced{decision, yes};
        put({&priced, 1});
    }
    void put(std::span<const PricedDecision> decisions);
    /// Appends the last bytes: as few as identify the interval.
    void finish();

private:
    struct Interval {
        std::uint64_t low = 0;  ///< Above 32 bits: the waiting bytes, and above them a carry.
        std::uint32_t range = detail::whole_range;
        int waiting = 0;  ///< Bits, at most 24: a decision adds at most 16.

        void take(PricedDecision decision);
        void shift(int bits) {
            low <<= bits;
            waiting += bits;
        }
    };

    [[nodiscard]] Interval moved_out(Interval interval);

    std::vector<std::byte>& out_;
    std::size_t begin_;
    Interval interval_;
};

/// Reads decisions from a byte string.
class RangeDecoder {
public:
    /// Keeps the span.
    explicit RangeDecoder(std::span<const std::byte> in) : next_{in.data()}, end_{in.data() + in.size()} {
        for (int i = 0; i < 4; ++i) {
            code_ = code_ << 8 | next_byte();
        }
    }

    [[nodiscard]] bool get(Probability yes) {
        const std::uint32_t part = detail::yes_part(range_, yes);
        const bool decision = code_ < part;
        code_ -= decision ? 0 : part;
        range_ = decision ? part : range_ - part;
        while (range_ < detail::least_range) {
            code_ = code_ << 8 | next_byte();
            range_ <<= 8;
        }
        return decision;
    }

private:
    [[nodiscard]] std::uint32_t next_byte() { return next_ == end_ ? 0 : std::to_integer<std::uint32_t>(*next_++); }

    const std::byte* next_;
    const std::byte* end_;
    std::uint32_t code_ = 0;
    std::uint32_t range_ = detail::whole_range;
};

}  // namespace dameotb::table

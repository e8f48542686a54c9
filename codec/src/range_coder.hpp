// A binary range coder: turns decisions with known probabilities into bytes, and back.
// The encoder keeps an interval [low, low + range) of fractions, which each decision narrows in proportion to its
// probability. The shortest byte string in the last interval is the code. A decoder takes bytes after the end for 0,
// and so gives something for any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dameotb::codec {

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

/// Appends the code of decisions to a byte string.
class RangeEncoder {
public:
    /// Keeps the reference until `finish`.
    explicit RangeEncoder(std::vector<std::byte>& out) : out_{out}, begin_{out.size()} {}

    void put(bool decision, Probability yes) {
        const std::uint32_t part = detail::yes_part(range_, yes);
        if (decision) {
            range_ = part;
        } else {
            range_ -= part;
            add(part);
        }
        while (range_ < detail::least_range) {
            shift();
        }
    }

    /// Appends the last bytes: as few as tell the interval apart.
    void finish() {
        const std::uint64_t end = std::uint64_t{low_} + range_;
        for (int bits = 32; bits >= 0; bits -= 8) {  // clears as many low bytes as it can
            const std::uint64_t step = std::uint64_t{1} << bits;
            const std::uint64_t rounded = (low_ + (step - 1)) & ~(step - 1);
            if (rounded < end) {
                add(static_cast<std::uint32_t>(rounded - low_));
                break;
            }
        }
        for (int i = 0; i < 4; ++i) {
            shift();
        }
        while (out_.size() > begin_ && out_.back() == std::byte{0}) {
            out_.pop_back();
        }
    }

private:
    /// Adds to the low end, and carries into the bytes that are out already.
    void add(std::uint32_t part) {
        low_ += part;
        if (low_ < part) {
            std::size_t at = out_.size();
            do {
                --at;
                out_[at] = static_cast<std::byte>(std::to_integer<unsigned>(out_[at]) + 1);
            } while (out_[at] == std::byte{0});
        }
    }
    void shift() {
        out_.push_back(static_cast<std::byte>(low_ >> 24));
        low_ <<= 8;
        range_ <<= 8;
    }

    std::vector<std::byte>& out_;
    std::size_t begin_;
    std::uint32_t low_ = 0;
    std::uint32_t range_ = detail::whole_range;
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

}  // namespace dameotb::codec

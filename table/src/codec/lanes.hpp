// Eight bytes side by side in one word, compared all at once. Lane i is bits 8 i to 8 i + 7, on any machine.
#pragma once

#include <bit>
#include <cstdint>

namespace dameotb::table {

using Lanes = std::uint64_t;

inline constexpr Lanes every_lane = 0x0101010101010101U;  ///< Times a byte: that byte in each lane.
inline constexpr Lanes lane_marks = 0x80 * every_lane;    ///< The bit by which lanes are marked.

/// Returns the eight bytes as lanes, the first one as lane 0.
[[nodiscard]] constexpr Lanes make_lanes(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint8_t e,
                                         std::uint8_t f, std::uint8_t g, std::uint8_t h) {
    return Lanes{a} | Lanes{b} << 8 | Lanes{c} << 16 | Lanes{d} << 24 | Lanes{e} << 32 | Lanes{f} << 40 |
           Lanes{g} << 48 | Lanes{h} << 56;
}

/// Marks the lanes that hold `byte`.
[[nodiscard]] constexpr Lanes equal_lanes(Lanes lanes, std::uint8_t byte) {
    const Lanes differing = lanes ^ (every_lane * byte);
    return ~(((differing & ~lane_marks) + ~lane_marks) | differing) & lane_marks;
}

/// Returns the lanes with `byte` in all marked ones.
[[nodiscard]] constexpr Lanes with_byte(Lanes lanes, Lanes marks, std::uint8_t byte) {
    const Lanes whole = (marks >> 7) * 0xFF;
    return (lanes & ~whole) | ((every_lane * byte) & whole);
}

/// Returns the byte in the lowest marked lane. Requires: one is marked.
[[nodiscard]] constexpr std::uint8_t lowest_marked(Lanes lanes, Lanes marks) {
    return static_cast<std::uint8_t>(lanes >> (std::countr_zero(marks) - 7));
}

}  // namespace dameotb::table

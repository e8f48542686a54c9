// What a decoded block of a table with Stored::Quiet looks like: for each span of its places how many values it stores,
// then the values. With the counts a reader that knows which places of one span are quiet finds any value of that span,
// and need not know it of the rest of the block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dameotb::format {

/// Places of a span; the last one of a block may be shorter.
inline constexpr std::uint32_t span_places = 1024;
/// Bytes of a count, little-endian.
inline constexpr std::size_t span_count_bytes = 2;

/// Spans of a block of so many places.
[[nodiscard]] constexpr std::size_t spans_in(std::uint32_t places) {
    return (std::size_t{places} + span_places - 1) / span_places;
}

/// How many values that span stores. Requires: a block of more than `number` spans.
[[nodiscard]] inline std::uint32_t span_count(std::span<const std::byte> block, std::size_t number) {
    return std::to_integer<std::uint32_t>(block[span_count_bytes * number]) |
           std::to_integer<std::uint32_t>(block[span_count_bytes * number + 1]) << 8;
}
/// Requires: count <= span_places.
inline void set_span_count(std::span<std::byte> block, std::size_t number, std::uint32_t count) {
    block[span_count_bytes * number] = static_cast<std::byte>(count & 0xFF);
    block[span_count_bytes * number + 1] = static_cast<std::byte>(count >> 8);
}

}  // namespace dameotb::format

// The form of a decoded block of a table with Stored::Quiet.
// First comes, for each span of the block's places, the count of the values that it stores; then come the values. The
// counts let a reader find any value of a span as soon as it knows which places of that span are quiet. It need not
// know this for the rest of the block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dameotb::format {

/// Places of a span; the last one of a block may be shorter.
inline constexpr std::uint32_t span_places = 1024;
/// Bytes of a span's count, which is little-endian.
inline constexpr std::size_t span_count_bytes = 2;

/// Returns how many spans a block of so many places has.
[[nodiscard]] constexpr std::size_t spans_in(std::uint32_t places) {
    return (std::size_t{places} + span_places - 1) / span_places;
}

/// Returns how many values the span with that number stores. Requires: the block has more than `number` spans.
[[nodiscard]] inline std::uint32_t span_count(std::span<const std::byte> block, std::size_t number) {
    return std::to_integer<std::uint32_t>(block[span_count_bytes * number]) |
           std::to_integer<std::uint32_t>(block[span_count_bytes * number + 1]) << 8;
}
/// Writes how many values the span with that number stores. Requires: the same, and count <= span_places.
inline void set_span_count(std::span<std::byte> block, std::size_t number, std::uint32_t count) {
    block[span_count_bytes * number] = static_cast<std::byte>(count & 0xFF);
    block[span_count_bytes * number + 1] = static_cast<std::byte>(count >> 8);
}

}  // namespace dameotb::format

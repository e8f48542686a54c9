// The bytes of a table file: where its parts lie, the header, and little-endian numbers (docs/format.md).
// Private to format/. Numbers are written and read byte by byte, so that the machine's byte order and compiler padding
// do not matter.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <dameotb/table/format/header.hpp>

namespace dameotb::table::layout {

inline constexpr std::size_t magic_and_versions_bytes = 12;
inline constexpr std::size_t header_bytes = 128;
inline constexpr std::size_t checked_header_bytes = 120;  ///< The rest is its checksum.
inline constexpr std::size_t checksum_bytes =
    8;  ///< The last ones of the header, of an index block and of a block group.

inline constexpr std::uint32_t most_block_positions = std::uint32_t{1} << 16;
inline constexpr std::uint32_t most_group_blocks = 64;
inline constexpr std::uint32_t most_models_bytes = std::uint32_t{1} << 24;
/// A probe decodes half a block with models, so these are smaller.
inline constexpr std::uint32_t most_block_positions_with_models = std::uint32_t{1} << 13;

/// Reading a block or a block group has a fixed cost. In a table with more of them than this, they must be so large
/// that the positions outweigh it.
inline constexpr std::uint64_t many_blocks = std::uint64_t{1} << 16;
inline constexpr std::uint64_t least_positions_of_many_blocks = 2048;
inline constexpr std::uint64_t many_groups = std::uint64_t{1} << 14;
inline constexpr std::uint64_t least_positions_of_many_groups = std::uint64_t{1} << 14;

/// An index block has the offset of its first block group (8), the ends of its block groups (4 each) and a checksum.
inline constexpr std::size_t index_block_entries = 1020;
inline constexpr std::size_t index_block_offset_bytes = 8;
inline constexpr std::size_t index_entry_bytes = 4;
[[nodiscard]] constexpr std::size_t index_block_bytes(std::size_t entries) {
    return index_block_offset_bytes + entries * index_entry_bytes + checksum_bytes;
}

/// The most bits of a block's size, which is at most 2^16.
inline constexpr std::uint32_t most_size_bits = 17;
/// Returns the bytes that `blocks` sizes of `bits` bits take. Requires: blocks <= 64, bits <= most_size_bits.
[[nodiscard]] constexpr std::uint32_t sizes_bytes(std::uint32_t blocks, std::uint32_t bits) {
    return (blocks * bits + 7) / 8;
}
/// The bytes of a block group whose blocks are empty: the bits per size, and the checksum.
inline constexpr std::uint32_t least_group_bytes = 1 + checksum_bytes;
/// Returns an upper bound for the bytes of a block group of `blocks` blocks. Requires: blocks <= 64.
[[nodiscard]] constexpr std::uint32_t most_group_bytes(const Header& header, std::uint32_t blocks) {
    return least_group_bytes + sizes_bytes(blocks, most_size_bits) + blocks * header.block_positions;
}

[[nodiscard]] inline std::uint64_t index_blocks(const Header& header) {
    return (header.groups() + index_block_entries - 1) / index_block_entries;
}
/// Returns the number of entries in an index block. Requires: number < index_blocks(header).
[[nodiscard]] inline std::size_t entries_in_index_block(const Header& header, std::uint64_t number) {
    return std::min<std::uint64_t>(header.groups() - number * index_block_entries, index_block_entries);
}
[[nodiscard]] inline std::uint64_t index_block_begin(const Header& header, std::uint64_t number) {
    return header_bytes + header.models_bytes + number * index_block_bytes(index_block_entries);
}
/// Returns where the block groups begin.
[[nodiscard]] inline std::uint64_t groups_begin(const Header& header) {
    const std::uint64_t groups = header.groups();
    return header_bytes + header.models_bytes + index_blocks(header) * index_block_bytes(0) +
           groups * index_entry_bytes;
}
/// Returns whether the table's file can have that size.
[[nodiscard]] bool is_possible_size(const Header& header, std::uint64_t file_bytes);

// The seeds of the checksums. That of the models is the header's seed itself.
[[nodiscard]] inline std::uint64_t group_seed(const Header& header, std::uint64_t number) {
    return header.seed + number;
}
[[nodiscard]] inline std::uint64_t index_block_seed(const Header& header, std::uint64_t number) {
    return header.seed - 1 - number;
}

/// Writes a little-endian number that fills `out`.
inline void put(std::span<std::byte> out, std::uint64_t value) {
    for (std::byte& byte : out) {
        byte = static_cast<std::byte>(value);
        value >>= 8;
    }
}
/// Reads a little-endian number that fills `in`. Requires: at most 8 bytes.
[[nodiscard]] inline std::uint64_t get(std::span<const std::byte> in) {
    std::uint64_t value = 0;
    for (std::size_t i = in.size(); i-- > 0;) {
        value = value << 8 | std::to_integer<std::uint64_t>(in[i]);
    }
    return value;
}

/// The header, and what the writer computes for it.
struct FileHeader {
    Header header;
    std::uint64_t file_bytes = 0;
    std::uint64_t models_checksum = 0;
};

[[nodiscard]] std::array<std::byte, header_bytes> encode(const FileHeader& header);
/// Throws TablebaseError that names `path` unless a file that begins like this is a table of our versions.
void require_versions(std::span<const std::byte, magic_and_versions_bytes> bytes, const std::string& path);
/// Decodes a header. Throws TablebaseError that names `path` for anything that `encode` does not produce.
[[nodiscard]] FileHeader decode(std::span<const std::byte, header_bytes> bytes, const std::string& path);

}  // namespace dameotb::table::layout

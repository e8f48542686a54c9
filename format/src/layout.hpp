// The bytes of a table file's header and block index (docs/format.md).
// Private to format/. Numbers are written and read one byte at a time, so that neither the machine's byte order nor a
// compiler's padding can matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <dameotb/format/header.hpp>

namespace dameotb::format::layout {

inline constexpr std::size_t header_bytes = 64;
inline constexpr std::size_t checked_header_bytes = 56;  ///< The rest is its checksum.
inline constexpr std::size_t index_entry_bytes = 16;     ///< Size (4), decoded size (4), checksum (8).
inline constexpr std::uint32_t most_block_places = std::uint32_t{1} << 24;

/// Returns a bound for the size of a zstd frame that decodes to so many bytes. If these do not compress, RFC 8878 adds
/// 18 bytes for the frame and 3 for each 128 KiB.
[[nodiscard]] constexpr std::uint64_t most_frame_bytes(std::uint32_t decoded_bytes) {
    return std::uint64_t{decoded_bytes} + decoded_bytes / 256 + 64;
}

/// One block in the block index. Blocks follow each other without gaps, so their sizes give the offsets.
struct IndexEntry {
    std::uint32_t size_bytes = 0;     ///< 0: a constant block.
    std::uint32_t decoded_bytes = 0;  ///< Bytes once decoded. For a constant block, its value.
    std::uint64_t checksum = 0;
};

/// The header, and what the first bytes say about the block index.
struct FileHeader {
    Header header;
    std::uint64_t index_offset_bytes = 0;
    std::uint64_t index_checksum = 0;
};

[[nodiscard]] std::array<std::byte, header_bytes> encode(const FileHeader& header);
/// Decodes a header. Throws TablebaseError that names `path` for anything that `encode` does not produce.
[[nodiscard]] FileHeader decode(std::span<const std::byte, header_bytes> bytes, const std::string& path);

[[nodiscard]] std::vector<std::byte> encode(std::span<const IndexEntry> entries);
/// Decodes a block index. Requires: bytes.size() is a multiple of index_entry_bytes.
[[nodiscard]] std::vector<IndexEntry> decode_index(std::span<const std::byte> bytes);

}  // namespace dameotb::format::layout

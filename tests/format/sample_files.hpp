// Small table files for the tests of format/. The writer makes them, or they are changed byte by byte and sealed again.
// What this file says about the bytes is written from docs/format.md, and not shared with the code under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dameotb/format/table_file.hpp>

#include "temporary_directory.hpp"

namespace dameotb::tests {

using Bytes = std::vector<std::byte>;

/// The offsets of the header's fields.
namespace at {
inline constexpr std::size_t format_version = 8;
inline constexpr std::size_t rules_version = 10;
inline constexpr std::size_t metric = 12;
inline constexpr std::size_t value_bytes = 13;
inline constexpr std::size_t sides = 14;
inline constexpr std::size_t stored = 15;
inline constexpr std::size_t block_places = 20;
inline constexpr std::size_t places_per_side = 24;
inline constexpr std::size_t blocks = 32;
inline constexpr std::size_t index_offset = 40;
inline constexpr std::size_t index_checksum = 48;
inline constexpr std::size_t header_checksum = 56;
inline constexpr std::size_t end = 64;
}  // namespace at
inline constexpr std::size_t index_entry_bytes = 16;

[[nodiscard]] Bytes bytes_of(std::initializer_list<int> values);
[[nodiscard]] Bytes from_hex(const std::string& digits);
[[nodiscard]] std::string to_hex(std::span<const std::byte> bytes);

/// Returns values that compress, but not to nothing: runs and some noise, from `seed`.
[[nodiscard]] Bytes sample_values(std::size_t bytes, std::uint32_t seed);

/// Returns for each place of a table whether it is quiet. There are runs of all lengths, also whole spans of either
/// kind. Made from `seed`.
[[nodiscard]] std::vector<bool> sample_quiet(std::size_t places, std::uint32_t seed);

/// Writes `values`, one for each place, as the table of Stored::All that `header` describes. No block is constant.
void write_table(const std::filesystem::path& path, const format::Header& header, std::span<const std::byte> values,
                 int level = 12);
[[nodiscard]] Bytes file_bytes(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
/// Returns the bytes of the file. It is written under a temporary name and removed.
[[nodiscard]] Bytes make_table(const format::Header& header, std::span<const std::byte> values, int level = 12);

/// Returns the largest size in the file of a block that decodes to this many bytes.
[[nodiscard]] constexpr std::uint64_t most_block_bytes(std::uint64_t decoded_bytes) {
    return decoded_bytes + decoded_bytes / 256 + 64;
}
/// Returns the file of these blocks. Requires: as many blocks as `header` says.
[[nodiscard]] Bytes make_table_of(const format::Header& header, std::span<const format::EncodedBlock> blocks);
/// Returns the file of a table with Stored::Quiet. `values` has one value for each place; values where `quiet` is false
/// are not stored. A block whose stored values are all equal is constant. A block without stored values is not
/// constant; it is written with no value.
[[nodiscard]] Bytes make_quiet_table(const format::Header& header, std::span<const std::byte> values,
                                     const std::vector<bool>& quiet);
/// Returns the decoded bytes of a block of such a table: the counts of its spans, then its values.
[[nodiscard]] Bytes quiet_block(std::span<const std::byte> values, const std::vector<bool>& quiet, int value_bytes);

/// A block as the reader gives it.
struct Block {
    std::optional<unsigned> constant;
    Bytes decoded;  ///< Empty for a constant block.
    bool operator==(const Block&) const = default;
};
/// Returns the blocks of a table. This function and the ones below throw what the reader throws.
[[nodiscard]] std::vector<Block> read_blocks(const format::TableReader& reader);
[[nodiscard]] std::vector<Block> read_blocks(Bytes file);
/// Returns the value at a place, found as docs/format.md says. Looks only at the part of `quiet` that belongs to the
/// place's span. Requires: the place stores a value.
[[nodiscard]] unsigned value_at(const format::Header& header, const std::vector<Block>& blocks,
                                const std::vector<bool>& quiet, std::uint64_t place);

/// Returns the values of a table of Stored::All, one for each place.
[[nodiscard]] Bytes read_all(const format::TableReader& reader);
[[nodiscard]] Bytes read_all(Bytes file);

[[nodiscard]] std::uint64_t get(std::span<const std::byte> bytes, std::size_t offset, int width);
void put(Bytes& file, std::size_t offset, std::uint64_t value, int width);
/// Makes the checksums of the index and the header right again. If the index is not where the header says, its checksum
/// stays as it is.
void seal(Bytes& file);

/// Returns the reason why the file is refused, on opening or in a block. Empty if it is not refused.
[[nodiscard]] std::string refusal(const Bytes& file);

}  // namespace dameotb::tests

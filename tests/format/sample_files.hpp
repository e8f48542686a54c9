// Small table files for the tests of format/: made by the writer, or changed byte by byte and sealed again.
// What is said here about the bytes is written from docs/format.md, not shared with the code under test.
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

/// Where the fields of the header are.
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

/// Values that compress, but not to nothing: runs and some noise, from `seed`.
[[nodiscard]] Bytes sample_values(std::size_t bytes, std::uint32_t seed);

/// Which places of a table are quiet: runs of all lengths, whole spans of either kind among them, from `seed`.
[[nodiscard]] std::vector<bool> sample_quiet(std::size_t places, std::uint32_t seed);

/// Writes `values`, one for each place, as the table of Stored::All that `header` describes. No block is constant.
void write_table(const std::filesystem::path& path, const format::Header& header, std::span<const std::byte> values,
                 int level = 12);
[[nodiscard]] Bytes file_bytes(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
/// The file's bytes, by way of a file that is gone again.
[[nodiscard]] Bytes make_table(const format::Header& header, std::span<const std::byte> values, int level = 12);

/// The largest size in the file of a block that decodes to so many bytes.
[[nodiscard]] constexpr std::uint64_t most_block_bytes(std::uint64_t decoded_bytes) {
    return decoded_bytes + decoded_bytes / 256 + 64;
}
/// The file of these blocks. Requires: as many as `header` says.
[[nodiscard]] Bytes make_table_of(const format::Header& header, std::span<const format::EncodedBlock> blocks);
/// The file of a table with Stored::Quiet. `values` has one for each place; those where `quiet` is false are not
/// stored. Blocks whose stored values are all equal are constant, unless they have none: these are written with no
/// value.
[[nodiscard]] Bytes make_quiet_table(const format::Header& header, std::span<const std::byte> values,
                                     const std::vector<bool>& quiet);
/// What a block of such a table decodes to: the counts of its spans, then its values.
[[nodiscard]] Bytes quiet_block(std::span<const std::byte> values, const std::vector<bool>& quiet, int value_bytes);

/// A block as the reader gives it.
struct Block {
    std::optional<unsigned> constant;
    Bytes decoded;  ///< Empty for a constant block.
    bool operator==(const Block&) const = default;
};
/// Throws what the reader throws; so below.
[[nodiscard]] std::vector<Block> read_blocks(const format::TableReader& reader);
[[nodiscard]] std::vector<Block> read_blocks(Bytes file);
/// The value at a place, found as docs/format.md says. Of `quiet`, only the places of one span are looked at.
/// Requires: the place stores a value.
[[nodiscard]] unsigned value_at(const format::Header& header, const std::vector<Block>& blocks,
                                const std::vector<bool>& quiet, std::uint64_t place);

/// The values of a table of Stored::All, one for each place.
[[nodiscard]] Bytes read_all(const format::TableReader& reader);
[[nodiscard]] Bytes read_all(Bytes file);

[[nodiscard]] std::uint64_t get(std::span<const std::byte> bytes, std::size_t offset, int width);
void put(Bytes& file, std::size_t offset, std::uint64_t value, int width);
/// Makes the index's and the header's checksums right again. An index that is not where the header says is left.
void seal(Bytes& file);

/// The reason why the file is refused, on opening or in a block; empty if it is not.
[[nodiscard]] std::string refusal(const Bytes& file);

}  // namespace dameotb::tests

// Small table files for the tests of format/. The writer makes them, or they are changed byte by byte and sealed again.
// What this file says about the bytes is written from docs/format.md, and not shared with the code under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dameotb/table/format/table_file.hpp>

#include "hex.hpp"
#include "temporary_directory.hpp"

namespace dameotb::tests {

using Bytes = std::vector<std::byte>;

/// The offsets of the header's fields.
namespace at {
inline constexpr std::size_t format_version = 8;
inline constexpr std::size_t rules_version = 10;
inline constexpr std::size_t metric = 12;
inline constexpr std::size_t encoding = 13;
inline constexpr std::size_t sides = 14;
inline constexpr std::size_t stored = 15;
inline constexpr std::size_t material = 16;
inline constexpr std::size_t block_positions = 20;
inline constexpr std::size_t group_blocks = 24;
inline constexpr std::size_t models_bytes = 28;
inline constexpr std::size_t positions_per_side = 32;
inline constexpr std::size_t file_bytes = 40;
inline constexpr std::size_t models_checksum = 48;
inline constexpr std::size_t seed = 56;
inline constexpr std::size_t values = 64;
inline constexpr std::size_t wdl = 80;
inline constexpr std::size_t rule = 96;
inline constexpr std::size_t reserved = 97;
inline constexpr std::size_t header_checksum = 120;
inline constexpr std::size_t end = 128;
}  // namespace at

[[nodiscard]] Bytes bytes_of(std::initializer_list<int> values);
[[nodiscard]] Bytes from_hex(const std::string& digits);
[[nodiscard]] std::uint64_t get(std::span<const std::byte> bytes, std::size_t offset, int width);
void put(Bytes& bytes, std::size_t offset, std::uint64_t value, int width);
[[nodiscard]] Bytes random_bytes(std::size_t count, std::uint64_t seed);

/// Returns the header of a file with models and four block groups.
[[nodiscard]] inline table::Header header_of_four_groups() {
    return {.encoding = table::Encoding::Neighbours,
            .sides = 1,
            .stored = table::StoredSides::White,
            .material = {1, 0, 1, 0},
            .block_positions = 500,
            .group_blocks = 2,
            .models_bytes = 30,
            .positions_per_side = 4000};
}

/// Where the parts of a file lie that begins with some header, be it sound or not.
struct Shape {
    std::uint64_t stored_sides = 1;
    std::uint64_t block_positions = 1;
    std::uint64_t group_blocks = 1;
    std::uint64_t models_bytes = 0;
    std::uint64_t positions_per_side = 1;

    [[nodiscard]] std::uint64_t blocks_per_side() const;
    [[nodiscard]] std::uint64_t blocks() const { return stored_sides * blocks_per_side(); }
    [[nodiscard]] std::uint64_t groups() const;
    /// Returns how many positions a block has. Requires: block index < blocks().
    [[nodiscard]] std::uint64_t positions_in_block(std::uint64_t block_index) const;
    [[nodiscard]] std::uint64_t blocks_in_group(std::uint64_t group) const;
    [[nodiscard]] std::uint64_t most_group_bytes(std::uint64_t group) const;
    [[nodiscard]] std::uint64_t index_blocks() const;
    [[nodiscard]] std::uint64_t entries_in(std::uint64_t index_block) const;
    [[nodiscard]] std::uint64_t index_block_begin(std::uint64_t index_block) const;
    [[nodiscard]] std::uint64_t index_block_end(std::uint64_t index_block) const;
    /// Returns where in the file the entry of a block group is.
    [[nodiscard]] std::uint64_t entry(std::uint64_t group) const;
    [[nodiscard]] std::uint64_t groups_begin() const { return index_block_end(index_blocks() - 1); }
};
/// Reads the shape. Zeros that cannot be are taken for ones. Requires: file.size() >= at::end.
[[nodiscard]] Shape shape_of(const Bytes& file);

/// Returns where a block group lies, as the index says. Requires: its index block lies in the file.
struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool operator==(const Range&) const = default;
};
[[nodiscard]] Range group_range(const Bytes& file, std::uint64_t group);

/// Returns a block group without its checksum: sizes of `bits` bits each, then `blocks`. Sizes are cut to so many bits.
[[nodiscard]] Bytes group_without_seal(int bits, const std::vector<std::uint64_t>& sizes, const Bytes& blocks);
/// Returns the blocks of a sealed block group, found bit by bit. Returns nothing if the block group breaks a rule of
/// docs/format.md, its checksum apart.
[[nodiscard]] std::optional<std::vector<Bytes>> blocks_of_group(const Shape& shape, std::uint64_t group,
                                                                std::span<const std::byte> bytes);

/// Returns the checksum of the format.
[[nodiscard]] std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t seed = 0);
/// Appends the checksum that the block group with that number has in a table with that seed.
void append_group_checksum(Bytes& group, std::uint64_t seed, std::uint64_t number);
// Make checksums right again. The first one leaves the parts alone that do not lie in the file.
void seal(Bytes& file);
void seal_header(Bytes& file);
void seal_index_block(Bytes& file, std::uint64_t index_block);
void seal_group(Bytes& file, std::uint64_t group);

/// What the reader gives of a whole file.
struct Contents {
    Bytes models;
    std::vector<Bytes> blocks;
    bool operator==(const Contents&) const = default;
};

/// Returns contents for a header: empty blocks, full ones, and all between. Made from `seed`.
[[nodiscard]] Contents sample_contents(const table::Header& header, std::uint32_t seed);
void write_table(const std::filesystem::path& path, const table::Header& header, const Contents& contents);
/// Returns the bytes of the file. It is written under a temporary name and removed.
[[nodiscard]] Bytes make_table(const table::Header& header, const Contents& contents);
/// Returns the block groups that the blocks make.
[[nodiscard]] std::vector<Bytes> encode_groups(const table::Header& header, const std::vector<Bytes>& blocks);
[[nodiscard]] Bytes file_bytes(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Reads the blocks of a block group. Throws what the reader throws, as do the functions below.
[[nodiscard]] std::vector<Bytes> read_blocks(const table::TableReader& reader, std::uint64_t group);
[[nodiscard]] Contents read_all(const table::TableReader& reader);
[[nodiscard]] Contents read_all(Bytes file);
/// Returns the reason why the file is refused: on opening, in the models, in the index or in a block group. Empty if it
/// is not refused.
[[nodiscard]] std::string refusal(const Bytes& file);

}  // namespace dameotb::tests

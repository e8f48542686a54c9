// The header, the first bytes of a table file (docs/format.md, "Header"), and how blocks are numbered.
// All numbers are little-endian. Reserved bytes must be zero; other files are refused.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::table {

/// Version of the byte layout. 1: before the first release. 2: blocks in block groups.
inline constexpr std::uint16_t format_version = 2;
/// Version of the rules behind the values (docs/rules.md). 1: first.
inline constexpr std::uint16_t rules_version = 1;

/// Which table a file is: the header fields that follow from its class and metric alone.
struct TableKind {
    Metric metric = Metric::Wdl;
    index::Material material;
    std::uint8_t sides = 2;                ///< To move: 1 or 2.
    std::uint64_t positions_per_side = 0;  ///< The size of the class's index.
};

/// What gives the bytes of a block their meaning. The format ignores it.
enum class Encoding : std::uint8_t {
    Zstd = 1,        ///< Needs no models.
    Neighbours = 2,  ///< Needs models.
};

/// The sides to move whose positions a file stores, as a set of bits. In a symmetric class, whose index has one side to
/// move, White stands for both.
enum class StoredSides : std::uint8_t { White = 1, Black = 2, Both = 3 };

[[nodiscard]] constexpr bool has_side(StoredSides stored, Colour side) {
    return (static_cast<unsigned>(stored) >> static_cast<unsigned>(side) & 1U) != 0;
}

/// Returns how many of the stored sides precede that one in the file. Requires: has_side(stored, side).
[[nodiscard]] constexpr std::uint64_t sides_before(StoredSides stored, Colour side) {
    return side == Colour::Black && stored == StoredSides::Both ? 1 : 0;
}

/// A 128-bit checksum of a table's values, in canonical form: most significant byte first.
struct Digest {
    std::array<std::byte, 16> bytes{};
    bool operator==(const Digest&) const = default;
};

/// The header's fields, apart from those that the writer computes. A table has `sides * positions_per_side` positions.
/// Those of each stored side are cut into blocks of equal size, except the last: first the blocks of White, then those
/// of Black. A block's number in the file is its block index. Block groups, numbered from 0, have equally many blocks,
/// except the last. Members that compute a number require fields within their ranges.
struct Header {
    Metric metric = Metric::Wdl;
    Encoding encoding = Encoding::Zstd;
    std::uint8_t sides = 2;  ///< To move, in the class's index: 1 or 2.
    /// White if there is one side; any if there are two and needs_wdl(metric); Both if there are two otherwise.
    StoredSides stored = StoredSides::Both;
    index::Material material{};
    std::uint32_t block_positions = 0;     ///< Positions in each block but a side's last. At least 1, at most 2^16.
    std::uint32_t group_blocks = 0;        ///< Blocks in each block group but the last. At least 1, at most 64.
    std::uint32_t models_bytes = 0;        ///< 0 for Zstd; at least 1, at most 2^24 for Neighbours.
    std::uint64_t positions_per_side = 0;  ///< At least 1, at most 2^56.
    std::uint64_t seed = 0;                ///< Enters all checksums but the header's. Any number; see seed_of.
    Digest values{};                       ///< Of the table's values, as the manifest has it.
    Digest wdl{};                          ///< Of the .wdl's values if needs_wdl(metric), otherwise zeros.
    DrawRule rule{};                       ///< By which the values hold if has_rule(metric), otherwise none.

    /// Returns whether the file has blocks of that side.
    [[nodiscard]] bool stores(Colour side) const { return has_side(stored, side); }
    /// Returns whether the file has blocks of all sides to move that the class has.
    [[nodiscard]] bool stores_all_sides() const { return stored_sides() == sides; }
    [[nodiscard]] std::uint64_t stored_sides() const { return stored == StoredSides::Both ? 2 : 1; }
    /// Returns the number of blocks of each stored side.
    [[nodiscard]] std::uint64_t blocks_per_side() const {
        return (positions_per_side + block_positions - 1) / block_positions;
    }
    [[nodiscard]] std::uint64_t blocks() const { return stored_sides() * blocks_per_side(); }
    [[nodiscard]] std::uint64_t groups() const { return (blocks() + group_blocks - 1) / group_blocks; }
    /// Returns the block index of the block with the value of placement `number` for that side to move. It is block
    /// `block_index % group_blocks` of block group `block_index / group_blocks`. Requires: stores(side), number <
    /// positions_per_side.
    [[nodiscard]] std::uint64_t block_of(Colour side, std::uint64_t number) const {
        return sides_before(stored, side) * blocks_per_side() + number / block_positions;
    }
    /// Returns the side to move of a block. Requires, as do the next two: block_index < blocks().
    [[nodiscard]] Colour side_of(std::uint64_t block_index) const {
        return stored == StoredSides::Black || block_index >= blocks_per_side() ? Colour::Black : Colour::White;
    }
    /// Returns the placement index of the block's first position.
    [[nodiscard]] std::uint64_t first_of(std::uint64_t block_index) const {
        return block_index % blocks_per_side() * block_positions;
    }
    /// Returns the number of positions in a block.
    [[nodiscard]] std::uint32_t positions_in_block(std::uint64_t block_index) const {
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(positions_per_side - first_of(block_index), block_positions));
    }
    /// Returns the number of blocks in a block group. Requires: group < groups().
    [[nodiscard]] std::uint32_t blocks_in_group(std::uint64_t group) const {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks() - group * group_blocks, group_blocks));
    }
    bool operator==(const Header&) const = default;
};

}  // namespace dameotb::table

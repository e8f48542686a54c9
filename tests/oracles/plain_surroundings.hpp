// What is known around a position of a block, as docs/codec.md defines it, for the plain decoder. A neighbour is found
// by making its position, ranking it, and looking whether that is in the block and known; a line is walked square by
// square. Slow; for comparison only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/direction.hpp>

namespace dameotb::tests {

/// The relative value where nothing is known.
inline constexpr int plain_unknown = 255;

/// The pieces of a position.
struct PlainPieces {
    index::Slice men;
    Square runner;
    Bitboard fellows;
    Bitboard waiting;
    /// Returns the squares of all pieces but the runner.
    [[nodiscard]] Bitboard blocked() const { return men.men() | fellows | waiting; }
};

/// Returns the pieces with the lowest fellow moved one step, or nothing if there is none, or it cannot.
[[nodiscard]] std::optional<PlainPieces> with_fellow_moved(PlainPieces pieces, rules::Direction direction);
/// Returns the same with the lowest waiting king.
[[nodiscard]] std::optional<PlainPieces> with_waiting_moved(PlainPieces pieces, rules::Direction direction);

using PlainGuesses = std::array<int, 7>;
using PlainHints = std::array<int, 8>;

/// The positions of a block, and the relative values of them that are known so far.
class PlainSurroundings {
public:
    /// Keeps the reference.
    PlainSurroundings(const index::ClassIndex& index, Colour mover, std::uint64_t first, std::uint32_t count)
        : index_{index}, mover_{mover}, first_{first}, relative_values_(count, plain_unknown) {}

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(relative_values_.size()); }
    [[nodiscard]] PlainPieces pieces(std::uint32_t offset) const;
    [[nodiscard]] bool is_quiet(std::uint32_t offset) const;
    /// Returns the offset in the block; nothing if it is not in the block, or if the pieces cannot stand so.
    [[nodiscard]] std::optional<std::uint32_t> offset_of(const PlainPieces& pieces) const;
    /// Returns the pieces with the men of the nearest slice; nothing if there is none.
    [[nodiscard]] std::optional<PlainPieces> in_nearest_slice(const PlainPieces& pieces) const;
    /// Returns whether the position is the first of a row.
    [[nodiscard]] bool begins_row(std::uint32_t offset) const;
    /// Returns the offset behind the row. Requires: begins_row(position).
    [[nodiscard]] std::uint32_t end_of_row(std::uint32_t offset) const;

    void set_relative_value(std::uint32_t offset, int relative_value) { relative_values_[offset] = relative_value; }
    [[nodiscard]] PlainGuesses guesses(const PlainPieces& pieces) const;
    [[nodiscard]] PlainHints hints(const PlainPieces& pieces) const;

private:
    [[nodiscard]] int relative_value(const std::optional<PlainPieces>& pieces) const;
    [[nodiscard]] std::optional<index::Slice> nearest_slice(const PlainPieces& pieces) const;
    [[nodiscard]] int least_on_line(const PlainPieces& pieces, rules::Direction direction) const;
    [[nodiscard]] int least_of_fellow(const PlainPieces& pieces, rules::Direction direction) const;
    [[nodiscard]] int fellow_bound(const PlainPieces& pieces) const;

    const index::ClassIndex& index_;
    Colour mover_;
    std::uint64_t first_;
    std::vector<int> relative_values_;
};

}  // namespace dameotb::tests

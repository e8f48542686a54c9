// What is known around a place of a unit, as docs/codec.md defines it, for the plain decoder. A neighbour is found by
// making its position, ranking it, and looking whether that place is in the unit and known; a line is walked square by
// square. Slow; for comparison only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/direction.hpp>

namespace dameotb::tests {

/// The grade where nothing is known.
inline constexpr int plain_unknown = 255;

/// The pieces of a place.
struct PlainPieces {
    index::Slice men;
    rules::Square runner;
    rules::Bitboard fellows;
    rules::Bitboard waiting;
    /// Returns the squares of all pieces but the runner.
    [[nodiscard]] rules::Bitboard blocked() const { return men.men() | fellows | waiting; }
};

/// Returns the pieces with the lowest fellow moved one step, or nothing if there is none, or it cannot.
[[nodiscard]] std::optional<PlainPieces> with_fellow_moved(PlainPieces pieces, rules::Direction direction);
/// Returns the same with the lowest waiting king.
[[nodiscard]] std::optional<PlainPieces> with_waiting_moved(PlainPieces pieces, rules::Direction direction);

using PlainGuesses = std::array<int, 7>;
using PlainHints = std::array<int, 8>;

/// The places of a unit, and the grades of them that are known so far.
class PlainSurroundings {
public:
    /// Keeps the reference.
    PlainSurroundings(const index::ClassIndex& index, rules::Colour mover, std::uint64_t first, std::uint32_t count)
        : index_{index}, mover_{mover}, first_{first}, grades_(count, plain_unknown) {}

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(grades_.size()); }
    [[nodiscard]] PlainPieces pieces(std::uint32_t place) const;
    [[nodiscard]] bool is_quiet(std::uint32_t place) const;
    /// Returns the place in the unit; nothing if it is not in the unit, or if the pieces cannot stand so.
    [[nodiscard]] std::optional<std::uint32_t> place_of(const PlainPieces& pieces) const;
    /// Returns the pieces with the men of the nearest slice; nothing if there is none.
    [[nodiscard]] std::optional<PlainPieces> in_nearest_slice(const PlainPieces& pieces) const;
    /// Returns whether the place is the first of a row.
    [[nodiscard]] bool begins_row(std::uint32_t place) const;
    /// Returns the place behind the row. Requires: begins_row(place).
    [[nodiscard]] std::uint32_t end_of_row(std::uint32_t place) const;

    void set_grade(std::uint32_t place, int grade) { grades_[place] = grade; }
    [[nodiscard]] PlainGuesses guesses(const PlainPieces& pieces) const;
    [[nodiscard]] PlainHints hints(const PlainPieces& pieces) const;

private:
    [[nodiscard]] int grade(const std::optional<PlainPieces>& pieces) const;
    [[nodiscard]] std::optional<index::Slice> nearest_slice(const PlainPieces& pieces) const;
    [[nodiscard]] int least_on_line(const PlainPieces& pieces, rules::Direction direction) const;
    [[nodiscard]] int least_of_fellow(const PlainPieces& pieces, rules::Direction direction) const;
    [[nodiscard]] int fellow_bound(const PlainPieces& pieces) const;

    const index::ClassIndex& index_;
    rules::Colour mover_;
    std::uint64_t first_;
    std::vector<int> grades_;
};

}  // namespace dameotb::tests

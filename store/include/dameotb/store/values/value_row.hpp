// Up to 64 placements of a class side by side, with their values: what a scan shows.
// What is asked of a result or a distance is asked of the whole row; a position is built only when it is wanted.
#pragma once

#include <cstdint>

#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/store/slice/score.hpp>

namespace dameotb::store {

/// Placements of one class with one side to move that differ only in the square of one king, the runner. A placement
/// is told by the runner's square; in a class without kings there is no runner, and a1 stands for the only placement.
/// Of placements that are images of each other by symmetry (left-right; without men all eight) a scan shows one.
/// Valid as long as the class is loaded. Immutable.
class ValueRow {
public:
    /// The placements. A scan shows no row without any.
    [[nodiscard]] rules::Bitboard squares() const { return squares_; }
    /// Those of `squares()` whose value is not below `least` nor above `most`, as values are ordered by preference:
    /// a fast win, a slow win, a draw, a slow loss, a fast loss. Takes some ns for the whole row.
    /// Requires: at most `longest_plies` in both.
    [[nodiscard]] rules::Bitboard between(rules::Value least, rules::Value most) const;
    /// Those of `squares()` in which the side to move must capture. Takes some 20 ns for the whole row.
    [[nodiscard]] rules::Bitboard forced() const;

    // Requires: a square of `squares()`.

    /// For the side to move.
    [[nodiscard]] rules::Value value(rules::Square square) const;
    [[nodiscard]] rules::Position position(rules::Square square) const;
    /// How many placements are images of this one by symmetry, itself counted: their sum over a scan is
    /// index::all_placements. Colours are not swapped here, not even in a symmetric class.
    [[nodiscard]] int weight(rules::Square square) const;

    /// The same placements, told by the same squares, with the other side to move.
    [[nodiscard]] ValueRow other_side_to_move() const;

private:
    friend class RowWalk;
    friend class ValueReader;
    ValueRow() = default;

    rules::Position fixed_;  ///< All pieces but the runner.
    rules::Colour runner_ = rules::Colour::White;
    bool has_runner_ = false;
    rules::Bitboard squares_;
    const Score* cells_ = nullptr;        ///< By the runner's square.
    const Score* other_cells_ = nullptr;  ///< With the other side to move.
    unsigned stabiliser_ = 1;             ///< Symmetries that leave the kings of the other side, and men, as they are.
    int most_weight_ = 1;                 ///< Of a placement that no symmetry but 0 leaves as it is.
};

}  // namespace dameotb::store

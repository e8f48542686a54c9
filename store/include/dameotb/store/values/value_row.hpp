// A row of placements of a class, up to 64, with their values: what a scan shows.
// Questions about results and distances are answered for the whole row at once. A position is built only on request.
#pragma once

#include <cstdint>

#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/store/slice/score.hpp>

namespace dameotb::store {

/// Placements of one class, with one side to move, that differ only in the square of one king, the runner. The runner's
/// square names a placement. In a class without kings there is no runner, and a1 names the only placement.
/// Of placements that are images of each other by symmetry (left-right; without men all eight) a scan shows one.
/// Valid as long as the class is loaded. Immutable.
class ValueRow {
public:
    /// Returns the placements. A scan shows no row without a placement.
    [[nodiscard]] rules::Bitboard squares() const { return squares_; }
    /// Returns those of `squares()` whose values are from `least` to `most`, both included. The most
    /// preferred value is a fast win; then come a slow win, a draw, a slow loss, a fast loss. Takes some ns for a row.
    /// Requires: at most `longest_plies` in both.
    [[nodiscard]] rules::Bitboard between(rules::Value least, rules::Value most) const;
    /// Returns those of `squares()` where the side to move must capture. Takes some 20 ns for the whole row.
    [[nodiscard]] rules::Bitboard forced() const;

    // Requires: a square of `squares()`.

    /// Returns the value for the side to move.
    [[nodiscard]] rules::Value value(rules::Square square) const;
    [[nodiscard]] rules::Position position(rules::Square square) const;
    /// Returns how many placements are images of this one by symmetry, itself included. The sum of all weights of a
    /// scan is index::all_placements. Images with colours swapped do not count, not even in a symmetric class.
    [[nodiscard]] int weight(rules::Square square) const;
    /// Returns the sum of the weights of `squares`. Takes some ns where no symmetry leaves the row as it is: all
    /// weights are equal then. Requires: a part of `squares()`.
    [[nodiscard]] std::uint64_t weight(rules::Bitboard squares) const;

    /// Returns the same placements, named by the same squares, with the other side to move.
    [[nodiscard]] ValueRow other_side_to_move() const;

private:
    friend class RowWalk;
    friend class ValueReader;
    ValueRow() = default;

    rules::Position fixed_;  ///< All pieces but the runner.
    rules::Colour runner_ = rules::Colour::White;
    bool has_runner_ = false;
    rules::Bitboard squares_;
    int symmetry_ = 0;                    ///< Brings the runner's squares to those of the cells.
    const Score* cells_ = nullptr;        ///< By the runner's square, seen through the symmetry.
    const Score* other_cells_ = nullptr;  ///< With the other side to move.
    unsigned stabiliser_ = 1;             ///< The symmetries that leave the men and the others as they are.
    int most_weight_ = 1;                 ///< Weight of a placement that only symmetry 0 leaves as it is.
};

}  // namespace dameotb::store

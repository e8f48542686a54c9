// The values of a row's positions from the values of their successors, and how many moves win or are best.
// This is one application of equation (1) of docs/algorithm.md, by forward moves, for 64 positions at a time. Nothing
// is solved here.
#pragma once

#include <array>
#include <optional>

#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/slice_context.hpp>

namespace dameotb::scores {

/// Counts of moves for each placement of a row, by the pivot king's square.
struct MoveCounts {
    std::array<std::uint8_t, 64> winning{};  ///< How many moves win.
    std::array<std::uint8_t, 64> best{};     ///< How many moves keep the placement's value.
};

/// Computes best scores and counts of moves, row by row. One object per thread: not thread-safe.
class RowValues {
public:
    /// Keeps both references. Requires: all of index::direct_dependencies in `solved_classes`; `own` has kings.
    RowValues(const SolvedClasses& solved_classes, const ClassScores& own)
        : solved_classes_{solved_classes}, own_{own} {}

    /// Sets the slice of the rows that are asked about from now on, in this epoch. Requires: id.value() <
    /// slices().count().
    void begin_slice(index::SliceId id);

    /// Returns those of the pivot king's `squares` whose positions are quiet, and writes the scores of their best moves
    /// to `best`. Other cells of `best` become unspecified. Requires: a legal row.
    rules::Bitboard best(std::uint32_t row, rules::Colour mover, rules::Bitboard squares, Score* best);

    /// Returns the counts of quiet moves for the positions of `squares`, also for those with a forced capture.
    /// Requires: a legal row.
    [[nodiscard]] MoveCounts quiet_move_counts(std::uint32_t row, rules::Colour mover, rules::Bitboard squares);

private:
    /// Calls visit(pivot kings, reached) for each move of the mover's kings but the pivot king. Such a move leads to
    /// another row, and the pivot king stays. `pivots`: the pivot king's squares for which the move exists. `reached`:
    /// that row's scores.
    template <class Visit>
    void for_each_king_move(std::uint32_t row, rules::Colour mover, rules::Bitboard vacant, const Visit& visit) const;
    [[nodiscard]] const Score* cells(std::uint32_t row, rules::Colour side_to_move) const {
        return scores_[static_cast<std::size_t>(side_to_move)] + std::size_t{row} * SliceLayout::row_cells;
    }

    const SolvedClasses& solved_classes_;
    const ClassScores& own_;
    std::array<const Score*, 2> scores_{};  ///< Of the slice, by side to move.
    std::optional<SliceContext> context_;
    RowScores buffer_;
};

}  // namespace dameotb::scores

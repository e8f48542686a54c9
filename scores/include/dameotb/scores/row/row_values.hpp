// The values of a row's positions from the values of their successors, and how many moves win or are best.
// One application of equation (1) of docs/algorithm.md, by forward moves, for 64 positions at a time. Solves nothing.
#pragma once

#include <array>
#include <optional>

#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/slice_context.hpp>

namespace dameotb::scores {

/// Counts of moves for each placement of a row, by the pivot king's square.
struct MoveCounts {
    SquareArray<std::uint8_t> winning{};  ///< The number of winning moves.
    SquareArray<std::uint8_t> best{};     ///< The number of moves that keep the placement's value.
};

/// Computes best scores and counts of moves, row by row. Not thread-safe: use one object per thread.
class RowValues {
public:
    /// Keeps both references. Requires: all of index::direct_dependencies in `solved_classes`; `own` has kings.
    RowValues(const SolvedClasses& solved_classes, const ClassScores& own)
        : solved_classes_{solved_classes}, own_{own} {}

    /// Sets the slice for the following calls in this epoch. Requires: id.value() < slices().count().
    void begin_slice(index::SliceId id);

    /// As begin_slice, for the rows with the co-kings of that row, and with that side to move. Brings in no others than
    /// these and those that moves lead to. Requires: a class without men in which the co-kings lead.
    void begin_co_kings(std::uint32_t row, Colour mover);

    /// Returns which of the pivot king's `squares` give quiet positions, and writes the scores of their best moves to
    /// `best`. Other cells of `best` become unspecified. Requires: a legal row.
    Bitboard best(std::uint32_t row, Colour mover, Bitboard squares, Score* best);

    /// Returns the counts of quiet moves for the positions of `squares`, including those with a forced capture.
    /// Requires: a legal row.
    [[nodiscard]] MoveCounts quiet_move_counts(std::uint32_t row, Colour mover, Bitboard squares);

private:
    /// Calls visit(pivots, reached) for each move of the mover's kings except the pivot king. Such a move leads to
    /// another row, and the pivot king stays. `pivots`: the pivot king's squares for which the move exists. `reached`:
    /// that row's scores.
    template <class Visit>
    void for_each_king_move(std::uint32_t row, Colour mover, Bitboard vacant, const Visit& visit) const;
    [[nodiscard]] const Score* cells(std::uint32_t row, Colour side_to_move) const {
        return scores_[side_to_move] + std::size_t{row} * SliceLayout::row_cells;
    }

    const SolvedClasses& solved_classes_;
    const ClassScores& own_;
    ColourArray<const Score*> scores_{};  ///< The slice's, by side to move.
    std::optional<SliceContext> context_;
    RowScores buffer_;
};

/// Returns the working set of a loop over the rows of a class that index_follows_rows, some adjacent rows at a time,
/// with one side to move: these rows, and what their quiet moves lead to. A few other indices may be used as well.
[[nodiscard]] memory::WorkingSet working_set_of_rows(const index::Material& material);

}  // namespace dameotb::scores

// The value of a row's positions from the values of their successors: one application of equation (1) of
// docs/algorithm.md, by forward moves, for 64 positions at a time; and how many moves win, or are best. Nothing is
// solved here.
#pragma once

#include <optional>

#include <dameotb/store/row/move_counts.hpp>
#include <dameotb/store/row/row_scores.hpp>
#include <dameotb/store/slice/slice_context.hpp>

namespace dameotb::store {

/// One object a thread. Not thread-safe.
class RowValues {
public:
    /// Keeps both references. Requires: all of index::direct_dependencies in `finished`; `own` has kings.
    RowValues(const FinishedClasses& finished, const ClassScores& own) : finished_{finished}, own_{own} {}

    /// The slice that `best` works on from now on. Requires: id.value() < slices().count().
    void begin_slice(index::SliceId id);

    /// Those of the runner's `squares` on which the position has no forced capture; for these the best move's score
    /// is written to `best`, other cells become unspecified. Requires: a legal row.
    rules::Bitboard best(std::uint32_t row, rules::Colour mover, rules::Bitboard squares, Score* best);

    /// Counts the quiet moves of each position, captures not looked at; of `squares` only these are counted.
    /// Requires: a legal row.
    [[nodiscard]] MoveCounts quiet_move_counts(std::uint32_t row, rules::Colour mover, rules::Bitboard squares);

private:
    /// Moves of the mover's kings but the runner: each leads to another row, with the runner where it was. Calls
    /// visit(runners, reached): the runner's squares where it does, and that row's scores.
    template <class Visit>
    void for_each_king_move(std::uint32_t row, rules::Colour mover, rules::Bitboard vacant, const Visit& visit) const;
    [[nodiscard]] const Score* cells(std::uint32_t row, rules::Colour side_to_move) const;

    const FinishedClasses& finished_;
    const ClassScores& own_;
    index::SliceId id_;
    std::optional<SliceContext> context_;
    RowScores buffer_;
};

}  // namespace dameotb::store

// The values of a row's positions by exits: captures, men's moves and promotions.
// These values are known before the slice is solved. They enter its fixpoint as seeds, each at the ply of its distance,
// and wait for that ply in the cells of their positions. King moves inside the slice are the work of the slice solver.
#pragma once

#include <dameotb/store/captures/row_capture_resolver.hpp>
#include <dameotb/store/slice/slice_context.hpp>

namespace dameotb::gen {

/// Computes seeds row by row, and writes them straight into the class's cells.
/// One object per thread: not thread-safe.
class RowSeeder {
public:
    explicit RowSeeder(const store::FinishedClasses& finished) : resolver_{finished} {}

    /// Writes the row's 64 cells for `side_to_move` and returns its quiet positions: the legal ones without a forced
    /// capture. A position with a forced capture gets its value. A quiet one gets what its best exit is worth: such a
    /// win counts unless a king move wins sooner, such a loss only if all king moves lose too. Without an exit it gets
    /// no_score, or a loss in 0 if it has no move at all. Cells of occupied squares get draws.
    /// `kings`: all but the runner.
    rules::Bitboard seed(const store::SliceContext& context, rules::Colour runner, const store::Kings& kings,
                         rules::Colour side_to_move, store::Score* scores);

    /// Does the same where the forced captures are known: their squares, and their scores by square.
    rules::Bitboard seed(const store::SliceContext& context, rules::Colour runner, const store::Kings& kings,
                         rules::Colour side_to_move, rules::Bitboard forced, const store::RowScores& captured,
                         store::Score* scores);

private:
    store::RowCaptureResolver resolver_;
    store::RowScores captured_;
    store::RowScores buffer_;
};

}  // namespace dameotb::gen

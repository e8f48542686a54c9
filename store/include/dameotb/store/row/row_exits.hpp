// Men's moves of a whole row. They lead to the row of the same kings in another slice.
#pragma once

#include <dameotb/store/row/row_scores.hpp>
#include <dameotb/store/slice/slice_context.hpp>

namespace dameotb::store {

/// Calls visit(squares, reached) for each quiet move of the men of `mover`, also where a capture is forced. `squares`:
/// the runner's squares for which the move exists. `reached`: the scores that the move leads to, by these squares;
/// other cells are unspecified, and all are valid only during the call. `kings`: all but the runner. `vacant`: the
/// squares that no fixed piece takes. `buffer` is working memory.
template <class Visit>
void for_each_man_exit(const SliceContext& context, rules::Colour runner, const Kings& kings, rules::Bitboard vacant,
                       rules::Colour mover, RowScores& buffer, const Visit& visit) {
    const rules::Bitboard fixed_kings = kings[rules::Colour::White] | kings[rules::Colour::Black];
    for (const ManMove& move : context.man_moves(mover)) {
        if (fixed_kings.contains(move.to)) {
            continue;
        }
        // The move does not exist where the runner stands on the man's target.
        const rules::Bitboard runners = vacant - move.to;
        Kings next = kings;
        if (move.promotes) {
            next[mover] |= move.to;
        }
        if (move.target.runs(runner)) {
            visit(runners, move.target.row(opponent(mover), next, buffer.data()));
            continue;
        }
        const rules::Bitboard fellows = next[runner];
        for (const rules::Square square : runners) {
            next[runner] = fellows | square;
            buffer.data()[square.index()] = move.target.at(opponent(mover), next);
        }
        visit(runners, buffer.data());
    }
}

/// Raises each cell to the score of the best man's move, as for_each_man_exit visits them. Leaves the cells of squares
/// that are not vacant.
inline void raise_by_men(Score* cells, const SliceContext& context, rules::Colour runner, const Kings& kings,
                         rules::Bitboard vacant, rules::Colour mover, RowScores& buffer) {
    for_each_man_exit(
        context, runner, kings, vacant, mover, buffer,
        [&](rules::Bitboard squares, const Score* reached) { raise_before_move(cells, squares, reached); });
}

}  // namespace dameotb::store

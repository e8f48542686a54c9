// Men's moves of a whole row. They lead to the row of the same kings in another slice.
#pragma once

#include <array>

#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/slice_context.hpp>

namespace dameotb::scores {

/// Calls visit(squares, reached) for each quiet move of the men of `mover`, even where a capture is forced. `squares`:
/// the pivot king's squares for which the move exists. `reached`: what row_of(i, kings, squares) returns, the scores
/// that move i leads to, at least for these squares; its `kings` are those after the move, without the pivot king.
/// `kings`: all but the pivot king.
template <class RowOf, class Visit>
void for_each_man_move_out(const SliceContext& context, const Kings& kings, Bitboard squares, Colour mover,
                           const RowOf& row_of, const Visit& visit) {
    const Bitboard fixed_kings = kings[Colour::White] | kings[Colour::Black];
    const std::vector<ManMove>& moves = context.man_moves(mover);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const ManMove& move = moves[i];
        if (fixed_kings.contains(move.to)) {
            continue;
        }
        Kings next = kings;
        if (move.promotes) {
            next[mover] |= move.to;
        }
        // The move does not exist where the pivot king stands on the man's target.
        visit(squares - move.to, row_of(i, next, squares - move.to));
    }
}

/// Returns the view's scores for each of `squares` as the square of one more king of the pivot king's side. They are
/// valid until `buffer` is reused.
[[nodiscard]] inline const Score* row_in_view(const SliceView& view, Colour side_to_move, Colour pivot,
                                              const Kings& kings, Bitboard squares, RowScores& buffer) {
    if (view.runs(pivot)) {
        return view.row(side_to_move, kings, buffer.data());
    }
    squares -= kings[Colour::White] | kings[Colour::Black];
    SquareArray<const Score*> cells;  // all prefetched before the first is used
    view.for_each_cell(side_to_move, kings, pivot, squares, [&](Square square, const Score* cell) {
        cells[square] = cell;
        __builtin_prefetch(cell);
    });
    for (const Square square : squares) {
        buffer.data()[square.index()] = *cells[square];
    }
    return buffer.data();
}

/// As above, for scores that are looked up row by row. `reached` is valid only during the call. `buffer` is working
/// memory.
template <class Visit>
void for_each_man_move_out(const SliceContext& context, Colour pivot, const Kings& kings, Bitboard squares,
                           Colour mover, RowScores& buffer, const Visit& visit) {
    const auto row_of = [&](std::size_t i, const Kings& next, Bitboard pivots) {
        return row_in_view(context.man_moves(mover)[i].target, opponent(mover), pivot, next, pivots, buffer);
    };
    for_each_man_move_out(context, kings, squares, mover, row_of, visit);
}

/// Raises each cell to the score of the best man's move among those of for_each_man_move_out. Leaves the cells of
/// squares that are not vacant unchanged.
inline void raise_by_men(Score* cells, const SliceContext& context, Colour pivot, const Kings& kings, Bitboard vacant,
                         Colour mover, RowScores& buffer) {
    for_each_man_move_out(context, pivot, kings, vacant, mover, buffer, [&](Bitboard squares, const Score* reached) {
        raise_before_move(cells, squares, after_reset(reached, context.rule(), buffer.data()));
    });
}

}  // namespace dameotb::scores

// Men's moves, a row at a time.
#include "row_exits.hpp"

#include <algorithm>

namespace dameotb::gen {

using rules::Bitboard;
using rules::Colour;

void raise_by_men(Score* cells, const SliceContext& context, Colour runner, const Kings& kings, Bitboard vacant,
                  Colour mover, RowScores& buffer) {
    const Bitboard fixed_kings = kings[Colour::White] | kings[Colour::Black];
    for (const ManMove& move : context.man_moves(mover)) {
        if (fixed_kings.contains(move.to)) {
            continue;
        }
        // Where the runner stands on the man's target, this move does not exist.
        const Bitboard runners = vacant - move.to;
        Kings next = kings;
        if (move.promotes) {
            next[mover] |= move.to;
        }
        if (move.target.runs(runner)) {
            raise_before_move(cells, runners, move.target.row(opponent(mover), next, buffer.data()));
            continue;
        }
        const Bitboard fellows = next[runner];
        for (const rules::Square square : runners) {
            next[runner] = fellows | square;
            Score& best = cells[square.index()];
            best = std::max(best, before_move(move.target.at(opponent(mover), next)));
        }
    }
}

}  // namespace dameotb::gen

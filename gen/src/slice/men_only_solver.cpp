// Solves one position at a time, by forward moves.
#include "men_only_solver.hpp"

#include <algorithm>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/store/slice/slice_context.hpp>

namespace dameotb::gen {

using rules::Colour;

void MenOnlySolver::solve(index::SliceId id, const index::Slice& slice) {
    for (const Colour mover : {Colour::White, Colour::Black}) {
        *target_.scores(mover, id) = score(slice, mover);
    }
}

store::Score MenOnlySolver::score(const index::Slice& slice, Colour mover) {
    const rules::Position position = store::position_of(slice, store::Kings{}, mover);
    if (rules::must_capture(position)) {
        return resolver_.resolve(position);
    }
    store::Score best = store::score_at_ply(0);  // a side that has no move has lost
    for_each_man_move(finished_, target_, slice, mover, [&](const store::ManMove& move) {
        store::Kings kings;
        if (move.promotes) {
            kings[mover] |= move.to;
        }
        best = std::max(best, store::before_move(move.target.at(opponent(mover), kings)));
    });
    return best;
}

}  // namespace dameotb::gen

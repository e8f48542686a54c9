// One position at a time, by forward moves.
#include "men_only_solver.hpp"

#include <algorithm>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::gen {

void MenOnlySolver::solve(const index::Slice& canonical) {
    const index::SliceId id = target_.slices().rank(canonical);
    for (const rules::Colour mover : {rules::Colour::White, rules::Colour::Black}) {
        *target_.scores(mover, id) =
            score({{rules::Pieces{canonical.white_men, {}}, rules::Pieces{canonical.black_men, {}}}, mover});
    }
}

Score MenOnlySolver::score(const rules::Position& position) {
    if (rules::must_capture(position)) {
        return resolver_.resolve(position);
    }
    Score best = score_at_ply(0);  // a side that has no move has lost
    for (const rules::Move& move : rules::quiet_moves(position)) {
        const rules::Position next = rules::after(position, move);
        const Kings kings{{next.white().kings, next.black().kings}};
        const index::Slice slice = index::Slice::of(next);
        const bool promoted = !kings[position.side_to_move].empty();
        const SliceView view = promoted ? finished_.view(index::Material::of(next), slice) : target_.view(slice);
        best = std::max(best, before_move(view.at(next.side_to_move, kings)));
    }
    return best;
}

}  // namespace dameotb::gen

// Finds the men's quiet moves of a slice and resolves where they lead.
#include <dameotb/scores/slice/slice_context.hpp>

namespace dameotb::scores {

SliceContext::SliceContext(const SolvedClasses& solved_classes, const ClassScores& own, const index::Slice& slice)
    : slice_{slice} {
    for (const rules::Colour mover : {rules::Colour::White, rules::Colour::Black}) {
        std::vector<ManMove>& moves = man_moves_[static_cast<std::size_t>(mover)];
        moves.reserve(3 * static_cast<std::size_t>(own.material()[mover].men));
        for_each_man_move(solved_classes, own, slice, mover, [&](const ManMove& move) { moves.push_back(move); });
    }
}

}  // namespace dameotb::scores

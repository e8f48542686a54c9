// Finds the men's quiet moves of a slice and resolves where they lead.
#include "slice_context.hpp"

#include <dameotb/rules/movegen.hpp>

namespace dameotb::gen {

SliceContext::SliceContext(const SolvedClasses& finished, const SolvedClass& own, const index::Slice& slice)
    : slice_{slice} {
    for (const rules::Colour mover : {rules::Colour::White, rules::Colour::Black}) {
        // Without kings the rules' generator gives exactly the men's moves, whether a capture is on or not.
        const rules::Position men_only = position_of(slice, Kings{}, mover);
        for (const rules::Move& move : rules::quiet_moves(men_only)) {
            const rules::Position next = rules::after(men_only, move);
            const index::Slice target = index::Slice::of(next);
            const bool promotes = !next[mover].kings.empty();
            index::Material material = own.material();
            if (promotes) {
                index::SideMaterial& side = mover == rules::Colour::White ? material.white : material.black;
                --side.men;
                ++side.kings;
            }
            man_moves_[static_cast<std::size_t>(mover)].push_back(
                {move.to, promotes, promotes ? finished.view(material, target) : own.view(target)});
        }
    }
}

}  // namespace dameotb::gen

// Finds the longest captures by the search of rules/, and their scores through slice views.
#include <dameotb/scores/captures/capture_resolver.hpp>

#include <algorithm>

#include <dameotb/rules/longest_captures.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::scores {

Score CaptureResolver::resolve(const Position& position) {
    const Bitboard enemies = position.enemy().all();
    Score best = no_score;
    rules::LongestCaptures{position}.for_each_while([&](const Move& move) {
        if (move.captured == enemies) {
            best = score_at_ply(1);  // the enemy has no piece left and loses at once (RULES 7)
            return false;
        }
        const Position next = rules::after(position, move);
        const Kings kings{{next.white().kings, next.black().kings}};
        const SliceView& view = views_.view(index::Material::of(next), index::Slice::of(next), next.side_to_move);
        best = std::max(best, before_move(view.at(next.side_to_move, kings)));
        return true;
    });
    return best;
}

}  // namespace dameotb::scores

// Longest captures by the rules' search, values by view.
#include "capture_resolver.hpp"

#include <algorithm>

#include <dameotb/rules/capture_search.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::gen {

/// Collects the longest chains in a vector that is reused. One pair (to, captured) may come several times, by
/// different paths: a look-up too many costs less than finding that out.
class CaptureResolver::LongestChains {
public:
    explicit LongestChains(std::vector<Chain>& chains) : chains_{chains} { chains_.clear(); }

    void begin(rules::Square from) { from_ = from; }
    void finish(rules::Square to, rules::Bitboard captured) {
        const int count = captured.count();
        if (count < most_) {
            return;
        }
        if (count > most_) {
            most_ = count;
            chains_.clear();
        }
        chains_.push_back({from_, to, captured});
    }

private:
    std::vector<Chain>& chains_;
    rules::Square from_;
    int most_ = 0;
};

Score CaptureResolver::resolve(const rules::Position& position) {
    LongestChains longest{chains_};
    rules::visit_captures(position, longest);
    if (chains_.front().captured == position.enemy().all()) {
        return score_at_ply(1);  // the enemy has no piece left and loses at once (RULES 7)
    }
    Score best = no_score;
    for (const Chain& chain : chains_) {
        const rules::Position next = rules::after(position, {chain.from, chain.to, chain.captured});
        const Kings kings{{next.white().kings, next.black().kings}};
        const SliceView& view = views_.view(index::Material::of(next), index::Slice::of(next));
        best = std::max(best, before_move(view.at(next.side_to_move, kings)));
    }
    return best;
}

}  // namespace dameotb::gen

// What the moves of a position prove of its outcome.
#include <algorithm>

#include "ranking.hpp"

namespace dameotb::probe {

namespace {

/// Returns what `preference` does, of an upper bound: without plies it is the best outcome of its result.
int preference_of_upper(const Outcome& bound) {
    if (bound.plies) {
        return preference(bound);
    }
    return bound.wdl == Wdl::Win ? preference({bound.wdl, 0}) : preference({Wdl::Draw}) + 1;
}

}  // namespace

OutcomeBounds bounds_of_best(const std::vector<RankedMove>& moves) {
    constexpr Outcome fastest_win{Wdl::Win, 1};
    OutcomeBounds best{.at_most = {Wdl::Loss, 0}};  // No outcome is worse.
    for (const RankedMove& move : moves) {
        const OutcomeBounds worth = move.outcome ? OutcomeBounds{*move.outcome, *move.outcome} : OutcomeBounds{};
        best.at_least = std::min(best.at_least, worth.at_least,
                                 [](const Outcome& a, const Outcome& b) { return preference(a) < preference(b); });
        best.at_most = std::min(best.at_most, worth.at_most, [](const Outcome& a, const Outcome& b) {
            return preference_of_upper(a) < preference_of_upper(b);
        });
    }
    return best.at_least == fastest_win ? OutcomeBounds{fastest_win, fastest_win} : best;
}

OutcomeBounds bounds_of(const Answer<Outcome>& answer, const std::vector<RankedMove>& moves) {
    const auto* const outcome = std::get_if<Outcome>(&answer);
    if (outcome == nullptr) {
        return bounds_of_best(moves);
    }
    OutcomeBounds bounds{*outcome, *outcome};
    if (outcome->plies) {
        return bounds;
    }
    // The table's result stands, and the moves tell of its plies. Should they contradict it, one of the tables is
    // wrong.
    const OutcomeBounds by_moves = bounds_of_best(moves);
    if (by_moves.at_least.wdl == outcome->wdl) {
        bounds.at_least = by_moves.at_least;
    }
    if (by_moves.at_most.wdl == outcome->wdl) {
        bounds.at_most = by_moves.at_most;
    }
    return bounds;
}

RuleOutcome best_outcome(const std::vector<RuleMove>& moves) {
    const RuleOutcome& best = moves.front().outcome;
    const auto unknown = std::ranges::find_if(moves, [](const RuleMove& move) { return !move.outcome.wdl; });
    if (unknown != moves.end() && best.wdl != Wdl::Win) {
        return unknown->outcome;
    }
    // Unknown plies may be fewer for a win, or more for a loss, unless they are those of a capture or a man's move.
    const bool is_exact = (best.wdl == Wdl::Win && best.plies == 1) ||
                          (unknown == moves.end() && std::ranges::all_of(moves, [&best](const RuleMove& move) {
                               return move.outcome.wdl != best.wdl || move.outcome.plies;
                           }));
    return {best.wdl, is_exact ? best.plies : std::nullopt};
}

}  // namespace dameotb::probe

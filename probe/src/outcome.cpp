// Outcomes in words.

#include <dameotb/probe/outcome.hpp>

#include <algorithm>

#include "ranking.hpp"

namespace dameotb::probe {

std::string plies_text(int plies) {
    return std::to_string(plies) + (plies == 1 ? " ply" : " plies");
}

std::string to_string(const Outcome& outcome) {
    std::string text{to_string(outcome.wdl)};
    if (outcome.wdl != Wdl::Draw && outcome.plies) {
        text += " in " + std::to_string(*outcome.plies);
    }
    return text;
}

// What the moves of a position prove of its outcome.

namespace {

/// Returns what `preference` does, of an upper bound: without plies it is the best outcome of its result.
int preference_of_upper(const Outcome& bound) {
    if (bound.plies) {
        return preference(bound);
    }
    return bound.wdl == Wdl::Win ? preference({bound.wdl, 0}) : preference({Wdl::Draw}) + 1;
}

/// Returns the bounds that follow from the moves alone.
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

}  // namespace

OutcomeBounds bounds_of(const std::optional<Outcome>& own, const std::vector<RankedMove>& moves) {
    const OutcomeBounds by_moves = bounds_of_best(moves);
    if (!own) {
        return by_moves;
    }
    // The table's result stands, and the moves tell of its plies. Should they contradict it, one of the tables is
    // wrong.
    return {by_moves.at_least.wdl == own->wdl ? by_moves.at_least : *own,
            by_moves.at_most.wdl == own->wdl ? by_moves.at_most : *own};
}

Known best_of(const std::vector<RankedMove>& moves) {
    const std::optional<Outcome>& best = moves.front().outcome;
    const RankedMove* const unknown = first_unknown(moves);
    if (unknown != nullptr && (!best || best->wdl != Wdl::Win)) {
        return {.missing = unknown->missing};
    }
    // Unknown plies may be fewer for a win, or more for a loss, unless they are those of a capture or a man's move.
    const bool is_exact = (best->wdl == Wdl::Win && best->plies == 1) ||
                          (unknown == nullptr && std::ranges::all_of(moves, [&best](const RankedMove& move) {
                               return move.outcome->wdl != best->wdl || move.outcome->plies;
                           }));
    return {.outcome = Outcome{best->wdl, is_exact ? best->plies : std::nullopt}};
}

}  // namespace dameotb::probe

// Results and moves under a draw rule, with a counter that has run. Templates over the set of tables, as resolution.hpp
// has it, which also has `rules::DrawRule draw_rule()`, that of its .dtz files.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "ranking.hpp"
#include "resolution.hpp"

namespace dameotb::probe {

/// Returns what the outcome without the rule says of the result under it. A win or a loss stays what it is if it ends
/// before the counter does: whoever plays for it needs no more plies.
inline RuleOutcome outcome_under(rules::DrawRule rule, int counter, const rules::Position& position,
                                 const Outcome& outcome, const index::Material& missing) {
    if (outcome.wdl == rules::Wdl::Draw) {
        return {rules::Wdl::Draw, 0};
    }
    const int plies_left = rules::must_capture(position) ? rule.plies + 1 : rule.plies - counter;
    if (outcome.plies && *outcome.plies <= plies_left) {
        return {outcome.wdl};
    }
    return {.missing = missing};
}

/// Returns the result with that counter. Requires: a rule that exists.
template <class Set>
Answer<RuleOutcome> rule_outcome(Set& set, const rules::Position& position, rules::DrawRule rule, int counter) {
    if (!rules::must_capture(position) && !rules::has_quiet_move(position)) {
        return RuleOutcome{rules::Wdl::Loss, 0};
    }
    if (counter >= rule.plies) {
        return RuleOutcome{rules::Wdl::Draw, 0};
    }
    index::Material missing = index::Material::of(position).canonical();
    if (set.draw_rule() == rule) {
        const Answer<rules::RuleValue> answer = resolve<DtzProbe>(set, position);
        if (const auto* value = std::get_if<rules::RuleValue>(&answer)) {
            const rules::Wdl wdl = value->with(counter, rule);
            return RuleOutcome{wdl, wdl == rules::Wdl::Draw ? 0 : value->plies()};
        }
        missing = std::get<NoTable>(answer).material;
    }
    const Answer<Outcome> answer = outcome_of(set, position);
    const auto* outcome = std::get_if<Outcome>(&answer);
    return outcome != nullptr ? Answer<RuleOutcome>{outcome_under(rule, counter, position, *outcome, missing)}
                              : Answer<RuleOutcome>{std::get<NoTable>(answer)};
}

/// Returns what a move that leads to a position of this outcome is worth for the side that makes it.
[[nodiscard]] inline RuleOutcome before_move(const RuleOutcome& reached, bool zeroing) {
    RuleOutcome outcome = reached;
    if (reached.wdl) {
        outcome.wdl = opposite(*reached.wdl);
    }
    if (zeroing && reached.wdl && reached.wdl != rules::Wdl::Draw) {
        outcome.plies = 1;
    } else if (reached.plies && reached.wdl != rules::Wdl::Draw) {
        outcome.plies = *reached.plies + 1;
    }
    return outcome;
}

/// Returns a number that is the lower, the more a player prefers the move under the rule: by result, then the fewer
/// plies of a win or the more of a loss. Where they are unknown, those to the end of the game stand for them.
[[nodiscard]] inline int preference(const RuleMove& move) {
    if (!move.outcome.wdl) {
        return preference(Outcome::of(rules::Wdl::Draw)) + 1;  // before the longest loss
    }
    return preference(Outcome{*move.outcome.wdl, move.outcome.plies ? move.outcome.plies
                                                 : move.without     ? move.without->plies
                                                                    : std::nullopt});
}

/// All legal moves with what is known of them under the rule, best first: those of equal worth by their outcomes
/// without the rule. So among draws a win that takes too long comes first.
template <class Set>
std::vector<RuleMove> rank_under(Set& set, const rules::Position& position, rules::DrawRule rule, int counter) {
    const auto moves = std::get<std::vector<RankedMove>>(rank(set, position, false));
    std::vector<RuleMove> ranked;
    ranked.reserve(moves.size());
    for (const auto& [move, without] : moves) {
        const bool zeroing = rules::is_zeroing(position, move);
        const rules::Position next = rules::after(position, move);
        RuleOutcome outcome{rules::Wdl::Draw, 0};  // A game that the rule has ended stays a draw.
        if (counter < rule.plies) {
            const auto answer = rule_outcome(set, next, rule, zeroing ? 0 : counter + 1);
            const auto* reached = std::get_if<RuleOutcome>(&answer);
            outcome = reached != nullptr ? before_move(*reached, zeroing)
                                         : RuleOutcome{.missing = std::get<NoTable>(answer).material};
        }
        ranked.push_back({move, zeroing, outcome, without});
    }
    // `rank` has sorted them by their outcomes without the rule.
    std::ranges::stable_sort(ranked, {}, [](const RuleMove& move) { return preference(move); });
    return ranked;
}

}  // namespace dameotb::probe

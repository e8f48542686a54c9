// Results and moves under a draw rule, with a counter that has run. Templates over the set of tables, as resolution.hpp
// has it, which also has `DrawRule draw_rule()`, that of its .dtz files.
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
inline RuleOutcome outcome_under(DrawRule rule, int counter, const Position& position, const Outcome& outcome,
                                 const index::Material& missing) {
    if (outcome.wdl == Wdl::Draw) {
        return {Wdl::Draw, 0};
    }
    const int plies_left = rules::must_capture(position) ? rule.plies + 1 : rule.plies - counter;
    if (outcome.plies && *outcome.plies <= plies_left) {
        return {outcome.wdl};
    }
    return {.missing = missing};
}

/// Returns the result with that counter. Requires: a rule that exists.
template <class Set>
Answer<RuleOutcome> rule_outcome(Set& set, const Position& position, DrawRule rule, int counter) {
    if (!rules::must_capture(position) && !rules::has_quiet_move(position)) {
        return RuleOutcome{Wdl::Loss, 0};
    }
    if (counter >= rule.plies) {
        return RuleOutcome{Wdl::Draw, 0};
    }
    index::Material missing = index::Material::of(position).canonical();
    if (set.draw_rule() == rule) {
        const Answer<RuleValue> answer = resolve<DtzProbe>(set, position);
        if (const auto* value = std::get_if<RuleValue>(&answer)) {
            const Wdl wdl = value->with(counter, rule);
            return RuleOutcome{wdl, wdl == Wdl::Draw ? 0 : value->plies()};
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
    if (zeroing && reached.wdl && reached.wdl != Wdl::Draw) {
        outcome.plies = 1;
    } else if (reached.plies && reached.wdl != Wdl::Draw) {
        outcome.plies = *reached.plies + 1;
    }
    return outcome;
}

/// Returns a number that is the lower, the more a player prefers the move under the rule: by result, then the fewer
/// plies of a win or the more of a loss. Where they are unknown, those to the end of the game stand for them.
[[nodiscard]] inline int preference(const RuleMove& move) {
    if (!move.outcome.wdl) {
        return preference_of_unknown;
    }
    return preference(Outcome{*move.outcome.wdl, move.outcome.plies ? move.outcome.plies
                                                 : move.without     ? move.without->plies
                                                                    : std::nullopt});
}

/// Returns the moves with what is known of them under a rule, best first: those of equal worth by their outcomes
/// without the rule, so that among draws a win that takes too long comes first. `moves`: as `rank` returns them.
/// `ask(position, counter)`: returns an Answer<RuleOutcome>. `is_over`: the rule has ended the game, which stays a
/// draw.
template <class Ask>
std::vector<RuleMove> rank_under(const std::vector<RankedMove>& moves, const Position& position, int counter,
                                 bool is_over, const Ask& ask) {
    std::vector<RuleMove> ranked;
    ranked.reserve(moves.size());
    for (const auto& [move, without] : moves) {
        const bool zeroing = rules::is_zeroing(position, move);
        RuleOutcome outcome{Wdl::Draw, 0};
        if (!is_over) {
            const Answer<RuleOutcome> answer = ask(rules::after(position, move), zeroing ? 0 : counter + 1);
            const auto* reached = std::get_if<RuleOutcome>(&answer);
            outcome = reached != nullptr ? before_move(*reached, zeroing)
                                         : RuleOutcome{.missing = std::get<NoTable>(answer).material};
        }
        ranked.push_back({move, zeroing, outcome, without});
    }
    sort_by_preference(ranked);
    return ranked;
}

/// The same under a draw rule.
template <class Set>
std::vector<RuleMove> rank_under(Set& set, const Position& position, DrawRule rule, int counter) {
    const auto moves = std::get<std::vector<RankedMove>>(rank(set, position, false));
    return rank_under(moves, position, counter, counter >= rule.plies, [&](const Position& next, int next_counter) {
        return rule_outcome(set, next, rule, next_counter);
    });
}

/// Returns the moves of best play under a rule: each is the first of its position's, until the game is over or drawn.
/// `ask`: as above. `moves_of(position, counter)`: returns the moves, best first. `contradiction(position)`: returns
/// the error for tables that contradict each other.
template <class Ask, class MovesOf, class Contradiction>
Answer<std::vector<Move>> line_under(Position at, int counter, const Ask& ask, const MovesOf& moves_of,
                                     const Contradiction& contradiction) {
    std::vector<Move> line;
    for (;;) {
        const Answer<RuleOutcome> answer = ask(at, counter);
        const auto* none = std::get_if<NoTable>(&answer);
        RuleOutcome outcome = none != nullptr ? RuleOutcome{.missing = none->material} : std::get<RuleOutcome>(answer);
        if (outcome.wdl == Wdl::Draw) {
            return line;
        }
        const auto unknown_at = [&at](const RuleOutcome& unknown) {
            return NoTable{unknown.missing.value_or(index::Material::of(at).canonical())};
        };
        const std::vector<RuleMove> moves = moves_of(at, counter);
        if (!outcome.wdl) {
            if (!std::ranges::all_of(moves, [](const RuleMove& move) { return !!move.outcome.wdl; })) {
                return unknown_at(outcome);
            }
            outcome = best_outcome(moves);
            if (outcome.wdl == Wdl::Draw) {
                return line;
            }
        }
        if (moves.empty()) {
            return line;
        }
        // Every step is verified, so that a wrong table gives no wrong line. The line ends: the counter ends king's
        // moves at the rule, and men's moves and captures come to an end by themselves.
        const RuleMove& best = moves.front();
        if (best.outcome.wdl != outcome.wdl ||
            (best.outcome.plies && outcome.plies && best.outcome.plies != outcome.plies)) {
            const auto unknown = std::ranges::find_if(moves, [](const RuleMove& move) { return !move.outcome.wdl; });
            if (unknown == moves.end()) {
                throw contradiction(at);
            }
            return unknown_at(unknown->outcome);
        }
        line.push_back(best.move);
        at = rules::after(at, best.move);
        counter = best.zeroing ? 0 : counter + 1;
    }
}

}  // namespace dameotb::probe

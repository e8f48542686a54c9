// Answers to questions: what is known of a position, its moves and best play, without a draw rule or by the rules of a
// site with a counter that has run. A template over the set of tables, as resolution.hpp has it, which also has
// `DrawRule draw_rule()`, that of its .dtz files; for lines, `table::TablebaseError contradiction(const Position&,
// table::Metric)`, the error for tables that contradict each other.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <dameotb/rules/bare_side.hpp>

#include "last_ply.hpp"
#include "ranking.hpp"
#include "resolution.hpp"

namespace dameotb::probe {

inline constexpr Outcome drawn{Wdl::Draw, 0};

/// Returns what the outcome without the rule says of the result under it. A win or a loss stays what it is if it ends
/// before the counter does: whoever plays for it needs no more plies.
inline Known outcome_under(DrawRule rule, int counter, const Position& position, const Outcome& outcome,
                           const index::Material& missing) {
    if (outcome.wdl == Wdl::Draw) {
        return {.outcome = drawn};
    }
    if (outcome.plies && *outcome.plies <= plies_before_draw(rule, counter, position)) {
        return {.outcome = Outcome{outcome.wdl, std::nullopt}};
    }
    return {.missing = missing};
}

/// Returns the result with that counter under the draw rule alone. Requires: a rule that exists.
template <class Set>
Known outcome_under(DrawRule rule, int counter, Set& set, const Position& position) {
    if (rules::has_no_move(position)) {
        return {.outcome = Outcome{Wdl::Loss, 0}};
    }
    if (counter >= rule.plies) {
        return {.outcome = drawn};
    }
    index::Material missing = index::Material::of(position).canonical();
    if (set.draw_rule() == rule) {
        const Answer<RuleValue> answer = resolve<DtzProbe>(set, position);
        if (const auto* value = std::get_if<RuleValue>(&answer)) {
            const Wdl wdl = value->with(counter, rule);
            return {.outcome = wdl == Wdl::Draw ? drawn : Outcome::of(*value)};
        }
        missing = std::get<NoTable>(answer).material;
    }
    const Known without = outcome_of(set, position);
    return without.outcome ? outcome_under(rule, counter, position, *without.outcome, missing) : without;
}

/// Returns what a move that leads to a position of this outcome under a rule is worth for the side that makes it.
[[nodiscard]] inline std::optional<Outcome> before_move(std::optional<Outcome> reached, bool zeroing) {
    if (reached && reached->wdl != Wdl::Draw) {
        reached->wdl = opposite(reached->wdl);
        if (zeroing) {
            reached->plies = 1;
        } else if (reached->plies) {
            ++*reached->plies;
        }
    }
    return reached;
}

/// Answers by the rules of a site, or without a rule; what one answer has found out serves the next. `knows_sites`:
/// whether the rules may have more than a draw rule, and a capture be under way; what that takes is not compiled
/// otherwise.
template <class Set, bool knows_sites = true>
class SiteTables {
public:
    SiteTables(Set& set, const rules::SiteRules& site) : set_{set}, site_{site}, last_ply_{set} {}

    /// Does what Tablebase::probe does.
    [[nodiscard]] Known probe(const Question& question) {
        return is_under_way(question) ? prove(question) : probe(question.fen.position, question.counter());
    }

    /// Does what Tablebase::probe does, with no capture under way.
    [[nodiscard]] Known probe(const Position& position, int counter) {
        if (!has_rule()) {
            return outcome_of(set_, position);
        }
        const DrawRule rule = site_.draw_rule;
        if (is_drawn_kings(position, counter) || (knows_sites && site_.draws_before_loss && counter >= rule.plies)) {
            return {.outcome = drawn};
        }
        Known known = outcome_under(rule, counter, set_, position);
        if constexpr (knows_sites) {
            if (known.wdl().value_or(Wdl::Draw) != Wdl::Draw) {
                known = site_.draws_before_loss ? with_draw_first(position, counter, *known.outcome) : known;
                known.outcome = with_plies_of(position, known.outcome);
            }
        }
        return known;
    }

    /// Does what Tablebase::prove does.
    [[nodiscard]] Known prove(const Question& question) {
        if (is_under_way(question)) {
            return has_rule() ? best_of(known_moves(question)) : proven({}, evaluated_of(question).moves);
        }
        const Known own = probe(question.fen.position, question.counter());
        if (question.is_answered_by(own)) {
            return own;
        }
        return has_rule() ? proven_under(own, known_moves(question)) : proven(own, evaluated_of(question).moves);
    }

    /// Does what Tablebase::known_moves does.
    [[nodiscard]] std::vector<RankedMove> known_moves(const Question& question, Known* known = nullptr,
                                                      Known* without = nullptr) {
        const Position& position = question.fen.position;
        Evaluated evaluated = evaluated_of(question);
        without = without == nullptr && !has_rule() ? known : without;
        if (without != nullptr) {
            *without = proven(is_under_way(question) ? Known{} : outcome_of(set_, position), evaluated.moves);
        }
        std::vector<RankedMove> moves = ranked(std::move(evaluated));
        if (has_rule()) {
            rank_under(moves, question);
        }
        if (known != nullptr && known != without) {
            *known = !has_rule()              ? *without
                     : is_under_way(question) ? best_of(moves)
                                              : proven_under(probe(position, question.counter()), moves);
        }
        return moves;
    }

    /// Does what Tablebase::best_line does.
    [[nodiscard]] Answer<std::vector<Move>> best_line(const Question& question) {
        return has_rule() ? line_under(question) : line_to_end(question);
    }

private:
    [[nodiscard]] bool has_rule() const { return site_.draw_rule.exists(); }
    [[nodiscard]] static bool is_under_way(const Question& question) { return knows_sites && question.fen.under_way; }

    /// Returns what is known of the moves without a rule, or of the ends of a capture under way, in a fixed order.
    [[nodiscard]] Evaluated evaluated_of(const Question& question) {
        const Position& position = question.fen.position;
        if constexpr (knows_sites) {
            if (is_under_way(question)) {
                return evaluate(set_, position, rules::legal_ends(position, *question.fen.under_way));
            }
        }
        return evaluate(set_, position, distinct_moves(position));
    }

    /// Adds what the moves prove without a rule to what the position's own tables say, of a capture under way nothing.
    /// If its plies are proven, no table is missing.
    [[nodiscard]] static Known proven(const Known& own, const std::vector<RankedMove>& moves) {
        if (own.is_exact()) {
            return own;
        }
        const OutcomeBounds bounds = bounds_of(own.outcome, moves);
        Known known{bounds.outcome(), own.missing, bounds};
        if (known.is_exact()) {
            known.missing.reset();
        } else if (knows_sites && !own.outcome && !own.missing) {
            const RankedMove* const unknown = first_unknown(moves);
            known.missing = unknown != nullptr ? unknown->missing : std::nullopt;
        }
        return known;
    }

    /// Returns what the position's own tables say under the rule or, if they do not have the result, the moves.
    [[nodiscard]] static Known proven_under(const Known& own, const std::vector<RankedMove>& moves) {
        if (own.outcome) {
            return own;
        }
        const Known best = best_of(moves);
        return best.outcome ? best : own;
    }

    /// Adds to moves in order what is known of them under the rule, and orders them by that: those of equal worth stay
    /// in their order, so that among draws a win that takes too long comes first.
    void rank_under(std::vector<RankedMove>& moves, const Question& question) {
        const Position& position = question.fen.position;
        const int counter = question.counter();
        const bool is_over = counter >= site_.draw_rule.plies || is_drawn_kings(position, counter);
        for (RankedMove& move : moves) {
            move.outcome = drawn;
            move.missing.reset();
            if (!is_over) {
                const rules::Fen next = question.position_after(move.move);
                const Known reached = probe(next.position, *next.halfmove_clock);
                move.outcome = with_plies_of(position, before_move(reached.outcome, *next.halfmove_clock == 0));
                move.missing = reached.missing;
            }
        }
        sort_by_preference(moves);
    }

    /// Returns whether the site draws for king against king. A king that faces a king always has a move, so no loss
    /// comes first.
    [[nodiscard]] bool is_drawn_kings(const Position& position, int counter) const {
        return knows_sites && site_.lone_kings_plies != 0 && counter >= site_.lone_kings_plies &&
               rules::is_king_against_king(position);
    }

    /// Returns the outcome of a position, or of a move from it, with no fewer plies than leave the counter below
    /// lone_kings_plies there.
    [[nodiscard]] std::optional<Outcome> with_plies_of(const Position& position, std::optional<Outcome> outcome) const {
        if (knows_sites && site_.lone_kings_plies != 0 && outcome && outcome->wdl != Wdl::Draw && outcome->plies &&
            rules::is_king_against_king(position)) {
            outcome->plies = std::max(*outcome->plies, site_.draw_rule.plies - site_.lone_kings_plies + 1);
        }
        return outcome;
    }

    /// Returns the result where the draw comes before the loss. `outcome`: a win or a loss under the draw rule alone.
    /// Requires: a counter below N.
    [[nodiscard]] Known with_draw_first(const Position& position, int counter, const Outcome& outcome) {
        const DrawRule rule = site_.draw_rule;
        const Wdl wdl = outcome.wdl;
        if (outcome.plies == 0) {
            return {.outcome = Outcome{wdl, 1}};  // no legal move
        }
        if (!outcome.plies || position.occupied().count() > most_pieces_with_plies_left) {
            // A game that a rule of one ply less lets end never has N on the counter. A capture sets it to 0 before.
            const bool captures = rules::must_capture(position);
            const Known sooner = outcome_under({rule.plies - 1}, captures ? 0 : counter, set_, position);
            if (sooner.wdl() != wdl) {
                return {};
            }
            return {.outcome = captures ? outcome : Outcome{wdl, std::nullopt}};
        }
        const Answer<int> plies = last_ply_.plies(
            position, wdl == Wdl::Win ? RuleValue::win_in(*outcome.plies) : RuleValue::loss_in(*outcome.plies));
        if (const auto* const needed = std::get_if<int>(&plies)) {
            return {.outcome = counter + *needed <= rule.plies ? Outcome{wdl, *needed} : drawn};
        }
        return counter + *outcome.plies < rule.plies ? Known{.outcome = Outcome{wdl, std::nullopt}}
                                                     : Known{.missing = std::get<NoTable>(plies).material};
    }

    /// Returns best play without a rule.
    [[nodiscard]] Answer<std::vector<Move>> line_to_end(const Question& question) {
        std::vector<Move> line;
        Position at = question.fen.position;
        const Known start = prove(question);
        if (!start.is_exact()) {
            return std::get<NoTable>(resolve<DtmProbe>(set_, at));
        }
        for (Value value = start.outcome->value(); value.wdl() != Wdl::Draw; value = value.after_move()) {
            const Answer<std::vector<RankedMove>> moves = rank(set_, at);
            if (const auto* missing = std::get_if<NoTable>(&moves)) {
                return *missing;
            }
            const auto& ranked = std::get<std::vector<RankedMove>>(moves);
            // Every step is verified, down to the position without moves, so that a wrong table gives no wrong line.
            if (value != (ranked.empty() ? Value::loss_in(0) : ranked.front().outcome->value())) {
                throw set_.contradiction(at, table::Metric::Dtm);
            }
            if (ranked.empty()) {
                break;
            }
            line.push_back(ranked.front().move);
            at = rules::after(at, ranked.front().move);
        }
        return line;
    }

    /// Returns best play under the rule: each move is the first of its position's, until the game is over or drawn.
    [[nodiscard]] Answer<std::vector<Move>> line_under(Question at) {
        std::vector<Move> line;
        for (;;) {
            Known known = probe(at);
            if (known.wdl() == Wdl::Draw) {
                return line;
            }
            const auto unknown_at = [&at](const auto& unknown) {
                return NoTable{unknown.missing.value_or(index::Material::of(at.fen.position).canonical())};
            };
            const std::vector<RankedMove> moves = known_moves(at);
            if (!known.outcome) {
                if (first_unknown(moves) != nullptr) {
                    return unknown_at(known);
                }
                known = best_of(moves);
                if (known.wdl() == Wdl::Draw) {
                    return line;
                }
            }
            if (moves.empty()) {
                return line;
            }
            // Every step is verified, so that a wrong table gives no wrong line. The line ends: the counter ends king's
            // moves at the rule, and men's moves and captures come to an end by themselves.
            const auto& [best, outcome, without, missing] = moves.front();
            if (!outcome || outcome->wdl != known.wdl() ||
                (outcome->plies && known.plies() && outcome->plies != known.plies())) {
                const RankedMove* const unknown = first_unknown(moves);
                if (unknown == nullptr) {
                    throw set_.contradiction(at.fen.position, table::Metric::Dtz);
                }
                return unknown_at(*unknown);
            }
            line.push_back(best);
            at.fen = at.position_after(best);
        }
    }

    Set& set_;
    rules::SiteRules site_;
    LastPly<Set> last_ply_;
};

}  // namespace dameotb::probe

#include <dameotb/probe/site_outcome.hpp>

#include <algorithm>
#include <map>

#include <dameotb/probe/position_order.hpp>
#include <dameotb/rules/men_moves.hpp>

#include "under_rule.hpp"

namespace dameotb::probe {

namespace {

/// The most pieces up to which no win and no loss needs all the plies of a site's rule (docs/fifty-plies.md).
constexpr int most_pieces_with_plies_left = 5;

constexpr RuleOutcome drawn{Wdl::Draw, 0};

/// Returns whether White could be left without a move, if the kings stood anywhere. Requires: at most five pieces. A
/// king without a move then stands in a corner, and two men of its own beside it.
bool can_be_blocked(const Position& position) {
    const auto& [white, black] = position.sides;
    if (!white.kings.empty() && white.men.count() < 2) {
        return false;
    }
    Bitboard ahead;
    rules::for_each_man_move(white.men, white.men | black.men, [&](Square, Square to) { ahead |= Bitboard{to}; });
    return ahead.count() <= (white.kings | black.kings).count();
}

/// Finds what wins and losses need where the draw comes before the loss. A side without a legal move has not lost if N
/// is on the counter: its loss needs one ply, not none. What follows from such a loss by king's moves alone needs one
/// ply more, too. Nothing else changes: a capture or a man's move sets the counter to 0, and without a position that
/// needs N plies the result is the same with that. So the moves of the critical line tell whether a result needs one
/// ply more, those after which all the other plies are needed again.
class LastPly {
public:
    LastPly(const Tablebase& tables, WorkBudget* budget) : tables_{tables}, budget_{budget} {}

    /// Returns the plies that a win or a loss needs. `value`: the position's under the draw rule alone, not a draw.
    /// Requires: at most most_pieces_with_plies_left.
    Answer<int> plies(const Position& position, RuleValue value) {
        if (value.plies() != 0 && !can_be_blocked(position) && !can_be_blocked(position.flipped())) {
            return value.plies();  // king's moves change neither men nor kings, so nothing ends for lack of a move
        }
        const Answer<bool> enough = is_enough(position, value);
        const auto* const known = std::get_if<bool>(&enough);
        return known != nullptr ? Answer<int>{value.plies() + (*known ? 0 : 1)} : std::get<NoTable>(enough);
    }

private:
    /// Returns whether the plies of the value are enough.
    Answer<bool> is_enough(const Position& position, RuleValue value) {
        if (value.plies() == 0 || rules::must_capture(position)) {
            return value.plies() != 0;
        }
        const auto [at, is_new] = known_.try_emplace(position, false);
        if (is_new) {
            at->second = is_enough_by_moves(position, value);  // a map's elements stay where they are
        }
        return at->second;
    }

    /// A single move can show that a winner needs no more, or that a loser makes it need more.
    Answer<bool> is_enough_by_moves(const Position& position, RuleValue value) {
        const bool wins = value.wdl() == Wdl::Win;
        Answer<bool> enough = !wins;
        for (const Move& move : rules::quiet_moves(position)) {
            const Answer<bool> by_move = is_enough_by(move, position, value);
            if (by_move == Answer<bool>{wins}) {
                return by_move;
            }
            if (std::holds_alternative<NoTable>(by_move)) {
                enough = by_move;
            }
        }
        return enough;
    }

    Answer<bool> is_enough_by(const Move& move, const Position& position, RuleValue value) {
        const bool wins = value.wdl() == Wdl::Win;
        const bool resets = rules::is_zeroing(position, move);
        const Position next = rules::after(position, move);
        // A lost position's value tells that every move loses, and so do men's moves and moves into a capture at once.
        if (wins ? resets && value.plies() > 1 : resets || rules::must_capture(next)) {
            return !wins;
        }
        const Answer<RuleValue> answer = tables_.probe_dtz(next, budget_);
        const auto* const reached = std::get_if<RuleValue>(&answer);
        if (reached == nullptr) {
            return std::get<NoTable>(answer);
        }
        if (resets) {
            return reached->wdl() == Wdl::Loss;
        }
        const bool is_critical = reached->wdl() == opposite(value.wdl()) && reached->plies() == value.plies() - 1;
        return is_critical ? is_enough(next, *reached) : Answer<bool>{!wins};
    }

    const Tablebase& tables_;
    WorkBudget* budget_;
    std::map<Position, Answer<bool>, PositionOrder> known_;
};

/// Answers by the rules of a site; what one answer has found out serves the next.
class SiteTables {
public:
    SiteTables(const Tablebase& tables, const rules::SiteRules& site, WorkBudget* budget)
        : tables_{tables}, site_{site}, budget_{budget}, last_ply_{tables, budget} {}

    [[nodiscard]] Answer<RuleOutcome> outcome(const Position& position, int counter) {
        const int plies = site_.draw_rule.plies;
        if (is_drawn_kings(position, counter) || (site_.draws_before_loss && counter >= plies)) {
            return drawn;
        }
        const Answer<RuleOutcome> answer = tables_.probe_rule(position, site_.draw_rule, counter, budget_);
        const auto* const outcome = std::get_if<RuleOutcome>(&answer);
        if (outcome == nullptr || outcome->wdl.value_or(Wdl::Draw) == Wdl::Draw) {
            return answer;
        }
        return with_plies_of(position,
                             site_.draws_before_loss ? with_draw_first(position, counter, *outcome) : *outcome);
    }

    [[nodiscard]] std::vector<RuleMove> moves(const Position& position, int counter) {
        const bool is_over = counter >= site_.draw_rule.plies || is_drawn_kings(position, counter);
        std::vector<RuleMove> moves = rank(tables_.known_moves(position, budget_), position, counter, is_over);
        for (RuleMove& move : moves) {
            move.outcome = with_plies_of(position, move.outcome);
        }
        return moves;
    }

    [[nodiscard]] std::vector<RuleMove> ends(const Position& position, const rules::CaptureUnderWay& under_way) {
        return rank(tables_.known_ends(position, under_way, budget_), position, 0, false);
    }

private:
    [[nodiscard]] std::vector<RuleMove> rank(const std::vector<RankedMove>& moves, const Position& position,
                                             int counter, bool is_over) {
        return rank_under(moves, position, counter, is_over,
                          [this](const Position& next, int next_counter) { return outcome(next, next_counter); });
    }

    /// Returns whether the site draws for king against king. A king that faces a king always has a move, so no loss
    /// comes first.
    [[nodiscard]] bool is_drawn_kings(const Position& position, int counter) const {
        return site_.lone_kings_plies != 0 && counter >= site_.lone_kings_plies &&
               rules::is_king_against_king(position);
    }

    /// Returns the outcome of a position, or of a move from it, with no fewer plies than leave the counter below
    /// lone_kings_plies there.
    [[nodiscard]] RuleOutcome with_plies_of(const Position& position, RuleOutcome outcome) const {
        if (site_.lone_kings_plies != 0 && outcome.wdl.value_or(Wdl::Draw) != Wdl::Draw && outcome.plies &&
            rules::is_king_against_king(position)) {
            outcome.plies = std::max(*outcome.plies, site_.draw_rule.plies - site_.lone_kings_plies + 1);
        }
        return outcome;
    }

    /// Returns the result where the draw comes before the loss. `outcome`: a win or a loss under the draw rule alone.
    /// Requires: a counter below N.
    [[nodiscard]] RuleOutcome with_draw_first(const Position& position, int counter, const RuleOutcome& outcome) {
        const DrawRule rule = site_.draw_rule;
        const Wdl wdl = *outcome.wdl;
        if (outcome.plies == 0) {
            return {wdl, 1};  // no legal move
        }
        if (!outcome.plies || position.occupied().count() > most_pieces_with_plies_left) {
            // A game that a rule of one ply less lets end never has N on the counter. A capture sets it to 0 before.
            const bool captures = rules::must_capture(position);
            const Answer<RuleOutcome> sooner =
                tables_.probe_rule(position, {rule.plies - 1}, captures ? 0 : counter, budget_);
            const auto* const known = std::get_if<RuleOutcome>(&sooner);
            return known == nullptr || known->wdl != wdl ? RuleOutcome{} : captures ? outcome : RuleOutcome{wdl};
        }
        const Answer<int> plies = last_ply_.plies(
            position, wdl == Wdl::Win ? RuleValue::win_in(*outcome.plies) : RuleValue::loss_in(*outcome.plies));
        if (const auto* const needed = std::get_if<int>(&plies)) {
            return counter + *needed <= rule.plies ? RuleOutcome{wdl, *needed} : drawn;
        }
        return counter + *outcome.plies < rule.plies ? RuleOutcome{wdl}
                                                     : RuleOutcome{.missing = std::get<NoTable>(plies).material};
    }

    const Tablebase& tables_;
    rules::SiteRules site_;
    WorkBudget* budget_;
    LastPly last_ply_;
};

/// Returns whether the site has more rules than the draw rule.
bool differs(const rules::SiteRules& site) {
    return site.draws_before_loss || site.lone_kings_plies != 0;
}

}  // namespace

Answer<RuleOutcome> probe_site(const Tablebase& tables, const Position& position, const rules::SiteRules& site,
                               int counter, WorkBudget* budget) {
    return SiteTables{tables, site, budget}.outcome(position, counter);
}

std::vector<RuleMove> known_moves_at(const Tablebase& tables, const Position& position, const rules::SiteRules& site,
                                     int counter, WorkBudget* budget) {
    return differs(site) ? SiteTables{tables, site, budget}.moves(position, counter)
                         : tables.known_moves(position, site.draw_rule, counter, budget);
}

RuleOutcome probe_site(const Tablebase& tables, const Position& position, const rules::CaptureUnderWay& under_way,
                       const rules::SiteRules& site, WorkBudget* budget) {
    return best_outcome(known_ends_at(tables, position, under_way, site, budget));
}

std::vector<RuleMove> known_ends_at(const Tablebase& tables, const Position& position,
                                    const rules::CaptureUnderWay& under_way, const rules::SiteRules& site,
                                    WorkBudget* budget) {
    return SiteTables{tables, site, budget}.ends(position, under_way);
}

Answer<std::vector<Move>> best_line_at(const Tablebase& tables, const Position& position, const rules::SiteRules& site,
                                       int counter, WorkBudget* budget) {
    if (!differs(site)) {
        return tables.best_line(position, site.draw_rule, counter, budget);
    }
    SiteTables at_site{tables, site, budget};
    return line_under(
        position, counter, [&](const Position& at, int h) { return at_site.outcome(at, h); },
        [&](const Position& at, int h) { return at_site.moves(at, h); },
        [&](const Position& at) {
            return table::TablebaseError{index::Material::of(at).canonical().name(), contradiction_text};
        });
}

}  // namespace dameotb::probe

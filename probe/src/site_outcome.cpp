#include <dameotb/probe/site_outcome.hpp>

#include <algorithm>
#include <map>
#include <tuple>

#include "under_rule.hpp"

namespace dameotb::probe {

using rules::Position;
using rules::RuleValue;
using rules::Wdl;

namespace {

/// The most pieces up to which no win and no loss needs all the plies of a site's rule (docs/fifty-plies.md).
constexpr int most_pieces_with_plies_left = 5;

constexpr RuleOutcome drawn{Wdl::Draw, 0};

/// Decides wins and losses that need all plies left, where the draw comes before the loss. One that ends with a capture
/// or a man's move stays what it is: that move sets the counter to 0. One that ends with a king's move that leaves no
/// legal move is a draw, since the counter is N then. Which it is only the moves of the critical line tell, those after
/// which all plies left are needed again. Every other move keeps its result: without a position that needs N plies,
/// the order of the tests matters nowhere else.
class LastPly {
public:
    LastPly(const Tablebase& tables, WorkBudget* budget) : tables_{tables}, budget_{budget} {}

    /// Returns whether the result holds. False may also mean that a table is missing. Requires: `value` is that of the
    /// position, not a draw, and counter + value.plies() is N.
    bool holds(const Position& position, RuleValue value) {
        if (value.plies() == 0) {
            return false;
        }
        const auto [at, is_new] = known_.try_emplace(key(position), false);
        if (is_new) {
            at->second = holds_by_moves(position, value);  // a map's elements stay where they are
        }
        return at->second;
    }

    [[nodiscard]] bool misses_tables() const { return misses_tables_; }

private:
    using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, rules::Colour>;

    static Key key(const Position& position) {
        return {position.white().men.bits(), position.white().kings.bits(), position.black().men.bits(),
                position.black().kings.bits(), position.side_to_move};
    }

    bool holds_by_moves(const Position& position, RuleValue value) {
        const bool wins = value.wdl() == Wdl::Win;
        for (const rules::Move& move : rules::legal_moves(position)) {
            const Position next = rules::after(position, move);
            const Answer<RuleValue> answer = tables_.probe_dtz(next, budget_);
            const auto* const reached = std::get_if<RuleValue>(&answer);
            misses_tables_ |= reached == nullptr;
            const bool resets = rules::is_zeroing(position, move);
            if (wins && reached != nullptr && reached->wdl() == Wdl::Loss &&
                (resets || (reached->plies() < value.plies() && holds(next, *reached)))) {
                return true;
            }
            if (!wins &&
                (reached == nullptr || (!resets && reached->plies() == value.plies() - 1 && !holds(next, *reached)))) {
                return false;
            }
        }
        return !wins;
    }

    const Tablebase& tables_;
    WorkBudget* budget_;
    std::map<Key, bool> known_;  ///< The counter of each position follows from its value.
    bool misses_tables_ = false;
};

/// Returns whether the site draws for king against king. A king that faces a king always has a move, so no loss comes
/// first.
bool is_drawn_kings(const Position& position, const rules::SiteRules& site, int counter) {
    return site.lone_kings_plies != 0 && counter >= site.lone_kings_plies && rules::is_king_against_king(position);
}

/// Returns whether the site's rules have ended the game as a draw, unless there is no legal move.
bool is_over(const Position& position, const rules::SiteRules& site, int counter) {
    return counter >= site.draw_rule.plies || is_drawn_kings(position, site, counter);
}

/// Returns whether the site has more rules than the draw rule.
bool differs(const rules::SiteRules& site) {
    return site.draws_before_loss || site.lone_kings_plies != 0;
}

/// Returns the result where the draw comes before the loss. `outcome`: a win or a loss under the draw rule alone.
RuleOutcome with_draw_first(const Tablebase& tables, const Position& position, rules::DrawRule rule, int counter,
                            const RuleOutcome& outcome, WorkBudget* budget) {
    if (!outcome.plies || position.occupied().count() > most_pieces_with_plies_left) {
        // A game that a rule of one ply less lets end never has N on the counter.
        const Answer<RuleOutcome> sooner = tables.probe_rule(position, {rule.plies - 1}, counter, budget);
        const auto* const known = std::get_if<RuleOutcome>(&sooner);
        return known != nullptr && known->wdl == outcome.wdl ? outcome : RuleOutcome{};
    }
    if (counter + *outcome.plies < rule.plies) {
        return outcome;
    }
    LastPly last_ply{tables, budget};
    const RuleValue value =
        outcome.wdl == Wdl::Win ? RuleValue::win_in(*outcome.plies) : RuleValue::loss_in(*outcome.plies);
    if (last_ply.holds(position, value)) {
        return outcome;
    }
    return last_ply.misses_tables() ? RuleOutcome{} : drawn;
}

}  // namespace

Answer<RuleOutcome> probe_site(const Tablebase& tables, const Position& position, const rules::SiteRules& site,
                               int counter, WorkBudget* budget) {
    const rules::DrawRule rule = site.draw_rule;
    if (is_drawn_kings(position, site, counter) || (site.draws_before_loss && counter >= rule.plies)) {
        return drawn;
    }
    const Answer<RuleOutcome> answer = tables.probe_rule(position, rule, counter, budget);
    const auto* const outcome = std::get_if<RuleOutcome>(&answer);
    if (!site.draws_before_loss || outcome == nullptr || outcome->wdl.value_or(Wdl::Draw) == Wdl::Draw) {
        return answer;
    }
    return with_draw_first(tables, position, rule, counter, *outcome, budget);
}

std::vector<RuleMove> known_moves_at(const Tablebase& tables, const Position& position, const rules::SiteRules& site,
                                     int counter, WorkBudget* budget) {
    if (!differs(site)) {
        return tables.known_moves(position, site.draw_rule, counter, budget);
    }
    return rank_under(
        tables.known_moves(position, budget), position, counter, is_over(position, site, counter),
        [&](const Position& next, int next_counter) { return probe_site(tables, next, site, next_counter, budget); });
}

RuleOutcome probe_site(const Tablebase& tables, const Position& position, const rules::CaptureUnderWay& under_way,
                       const rules::SiteRules& site, WorkBudget* budget) {
    return best_outcome(known_ends_at(tables, position, under_way, site, budget));
}

std::vector<RuleMove> known_ends_at(const Tablebase& tables, const Position& position,
                                    const rules::CaptureUnderWay& under_way, const rules::SiteRules& site,
                                    WorkBudget* budget) {
    return rank_under(
        tables.known_ends(position, under_way, budget), position, 0, false,
        [&](const Position& next, int counter) { return probe_site(tables, next, site, counter, budget); });
}

Answer<std::vector<rules::Move>> best_line_at(const Tablebase& tables, const Position& position,
                                              const rules::SiteRules& site, int counter, WorkBudget* budget) {
    if (!differs(site)) {
        return tables.best_line(position, site.draw_rule, counter, budget);
    }
    return line_under(
        position, counter, [&](const Position& at, int h) { return probe_site(tables, at, site, h, budget); },
        [&](const Position& at, int h) { return known_moves_at(tables, at, site, h, budget); },
        [&](const Position& at) {
            return table::TablebaseError{index::Material::of(at).canonical().name(), contradiction_text};
        });
}

}  // namespace dameotb::probe

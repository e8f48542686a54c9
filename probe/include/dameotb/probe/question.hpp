// A question about a position, with or without a draw rule.
#pragma once

#include <algorithm>

#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/site_rules.hpp>

namespace dameotb::probe {

/// Returns how many plies a game that has not ended can go on, at least, before a draw rule ends it with that counter.
/// A win or a loss in no more plies is one under the rule, too. Requires: a rule, and a counter below its plies.
[[nodiscard]] inline int plies_before_draw(DrawRule rule, int counter, const Position& position) {
    return rules::must_capture(position) ? rule.plies + 1 : rule.plies - counter;
}

/// A position, perhaps within a capture, and the rules by which it is asked about. Value type. Requires: no defect;
/// with a capture under way, rules::can_go_on.
struct Question {
    rules::Fen fen;
    rules::SiteRules site{};  ///< From rules::parse_site_rules; without a draw rule by default.

    [[nodiscard]] bool has_rule() const { return site.draw_rule.exists(); }
    /// Returns the counter of the draw rule: at most the rule's plies, since all greater counters are alike. A capture
    /// under way has set it to 0; it is 0 without a rule.
    [[nodiscard]] int counter() const {
        return fen.under_way ? 0 : std::clamp(fen.halfmove_clock.value_or(0), 0, site.draw_rule.plies);
    }
    /// Returns the same question without a draw rule.
    [[nodiscard]] Question without_rule() const { return {fen}; }
    /// Returns whether the moves can add nothing to what the position's own tables say.
    [[nodiscard]] bool is_answered_by(const Known& known) const {
        return has_rule() ? known.outcome.has_value() : known.is_exact();
    }
    /// Returns the position alone, under a rule with its counter.
    [[nodiscard]] rules::Fen position_asked_about() const {
        return {fen.position, has_rule() ? std::optional{counter()} : std::nullopt};
    }
    /// Returns the position after a move, under a rule with its counter. Requires: a legal move, or a legal end of the
    /// capture under way.
    [[nodiscard]] rules::Fen position_after(const Move& move) const {
        rules::Fen next{rules::after(fen.position, move)};
        if (has_rule()) {
            next.halfmove_clock = rules::is_zeroing(fen.position, move) ? 0 : counter() + 1;
        }
        return next;
    }
};

}  // namespace dameotb::probe

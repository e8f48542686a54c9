// A game under way by the rules of a site, and its moves with what the past of the game makes of them: where a position
// that occurs for the third time is a draw, tables alone do not tell the result.
#pragma once

#include <map>
#include <vector>

#include <dameotb/probe/position_order.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/site_rules.hpp>

namespace dameotb::probe {

/// Where a game stands, and which positions it has had. Value type.
class SiteGame {
public:
    /// `counter`: that of `start`, at least 0. Nothing is known of what came before it.
    SiteGame(const rules::SiteRules& site, const Position& start, int counter);

    [[nodiscard]] const rules::SiteRules& site() const { return site_; }
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] int counter() const { return counter_; }

    /// Requires: a legal move.
    void play(const Move& move);

    /// Returns whether the position has occurred as often as makes a draw.
    [[nodiscard]] bool is_drawn_by_repetition() const { return occurrences_of(position_) >= drawing_occurrence(); }
    /// Returns whether a position makes it so if it occurs once more.
    [[nodiscard]] bool would_draw(const Position& position) const {
        return occurrences_of(position) + 1 >= drawing_occurrence();
    }
    /// Returns whether the opponent has a reply to a move that makes it so. Requires: a legal move.
    [[nodiscard]] bool lets_draw(const Move& move) const;
    /// Returns whether any position would.
    [[nodiscard]] bool may_be_drawn() const { return nearly_drawing_ > 0; }

private:
    /// Returns the one that makes a draw; a number that is never reached if there is no such rule.
    [[nodiscard]] int drawing_occurrence() const;
    [[nodiscard]] int occurrences_of(const Position& position) const;
    void count_position();

    rules::SiteRules site_;
    Position position_;
    int counter_;
    /// Since the last capture or man's move: earlier positions do not come back.
    std::map<Position, int, PositionOrder> occurrences_;
    int nearly_drawing_ = 0;  ///< How many of them draw if they occur once more.
};

/// Returns all legal moves, best first, with what is known of them by the site's rules, and in `without` of the
/// position alone. A draw by repetition is seen if the move or the reply to it makes it, and not further ahead. Throws
/// and requires what Tablebase::known_moves does.
[[nodiscard]] std::vector<RankedMove> known_moves_in(const Tablebase& tables, const SiteGame& game);

}  // namespace dameotb::probe

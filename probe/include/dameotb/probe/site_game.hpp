// A game under way by the rules of a site, and the values of its moves given the game so far: where a position that
// occurs for the third time is a draw, tables alone do not tell the result.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <dameotb/probe/outcome.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/site_rules.hpp>

namespace dameotb::probe {

/// The state of a game, and which positions it has had. Value type.
class SiteGame {
public:
    /// `counter`: that of `start`, at least 0. Nothing is known of what came before it.
    SiteGame(const rules::SiteRules& site, const Position& start, int counter);

    [[nodiscard]] const rules::SiteRules& site() const { return site_; }
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] int counter() const { return counter_; }

    /// Requires: a legal move.
    void play(const Move& move);

    /// Returns whether the position has occurred often enough for a draw.
    [[nodiscard]] bool is_drawn_by_repetition() const { return occurrences_of(position_) >= drawing_occurrence(); }
    /// Returns whether a position is drawn by repetition if it occurs once more.
    [[nodiscard]] bool would_draw(const Position& position) const {
        return occurrences_of(position) + 1 >= drawing_occurrence();
    }
    /// Returns whether the opponent has a reply to a move that draws by repetition. Requires: a legal move.
    [[nodiscard]] bool lets_draw(const Move& move) const;
    /// Returns whether would_draw holds for any position.
    [[nodiscard]] bool may_be_drawn() const { return nearly_drawing_ > 0; }

private:
    /// Returns the number of occurrences that makes a draw; one that is never reached if there is no such rule.
    [[nodiscard]] int drawing_occurrence() const;
    [[nodiscard]] int occurrences_of(const Position& position) const;
    void count_position();

    rules::SiteRules site_;
    Position position_;
    int counter_;
    /// Since the last capture or man's move: earlier positions cannot recur.
    std::map<Position, int, PositionOrder> occurrences_;
    int nearly_drawing_ = 0;  ///< How many of them draw if they occur once more.
};

/// Returns all legal moves, best first, with what is known about them by the site's rules, and in `without` by the
/// position alone. A draw by repetition is seen if the move or the reply to it makes it, but not further ahead. Throws
/// and requires what Tablebase::known_moves does.
[[nodiscard]] std::vector<RankedMove> known_moves_in(const Tablebase& tables, const SiteGame& game);

// What the tables say about the moves of a game.

/// A move that was played, and all that could have been played. Value type.
struct MoveReview {
    std::vector<RankedMove> moves;  ///< All legal moves, best first, as known_moves_in returns them.
    std::size_t played = 0;         ///< The index of the one that was played, or of one to the same position.

    [[nodiscard]] const RankedMove& move() const { return moves[played]; }

    /// Returns what was thrown away, a win or a draw; nothing if nothing was, or if the tables do not say.
    [[nodiscard]] std::optional<Wdl> thrown_away() const;

    /// Returns by how many plies the win comes later, or the loss sooner, than with the best move: 0 for a best move,
    /// for a draw, where something was thrown away, and where the tables do not say.
    [[nodiscard]] int plies_lost() const;

    /// Returns the other moves of the same outcome as the one that was played, with and without the rule, in the order
    /// of `moves`: its duals, as composers say. Empty if the tables do not have the outcome.
    [[nodiscard]] std::vector<Move> as_good() const;
};

/// Reviews a move of the game's position. Throws table::TablebaseError as probes do. Requires: a position without
/// defect and a legal move of it.
[[nodiscard]] MoveReview review(const Tablebase& tables, const SiteGame& game, const Move& move);

}  // namespace dameotb::probe

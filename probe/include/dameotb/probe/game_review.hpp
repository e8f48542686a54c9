// What the tables say of the moves of a game.
#pragma once

#include <optional>
#include <vector>

#include <dameotb/probe/site_game.hpp>
#include <dameotb/probe/tablebase.hpp>

namespace dameotb::probe {

/// A move that was played, beside all that could have been played. Value type.
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

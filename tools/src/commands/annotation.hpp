// What `annotate` writes beside a move, and finds again when a game is annotated once more: its comment has a form of
// its own, so a later run replaces it and leaves the author's words alone.
#pragma once

#include <optional>
#include <string>

#include <dameotb/probe/site_game.hpp>
#include <dameotb/rules/pdn.hpp>

namespace dameotb::tools {

/// What the tables say of a move.
struct Annotation {
    std::string words;                ///< What it leads to: "White wins in 12, 4 plies later than with a1-a8".
    std::optional<std::string> best;  ///< If it threw away a win or a draw, the move that keeps it: "a7-g7: draw".
};

/// Requires: the tables know the move's outcome.
[[nodiscard]] Annotation annotation_of(const probe::SiteGame& game, const probe::MoveReview& review);

/// Puts an annotation into the comment, in place of an earlier one. A move that threw something away gets a ?, unless
/// it has marks of the author's, beside which it would be another mark: then the comment says "better".
void annotate(rules::RecordedMove& recorded, const Annotation& annotation);

}  // namespace dameotb::tools

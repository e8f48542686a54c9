// What `annotate` writes beside a move, and finds again when a game is annotated once more: its comment has a form of
// its own, so a later run replaces it and leaves the author's words alone.
#pragma once

#include <optional>
#include <string>

#include <dameotb/probe/site_game.hpp>
#include <dameotb/rules/pdn.hpp>

namespace dameotb::tools {

/// What is known of a move.
struct Annotation {
    std::string words;                ///< What it leads to: "White wins in 12, 4 plies later than with a1-a8".
    std::optional<std::string> best;  ///< If it threw away a win or a draw, the move that keeps it: "a7-g7: draw".
};

/// What a search has proven about a move for the side that makes it. By default nothing. Value type.
struct ProvenBounds {
    Wdl at_least_before = Wdl::Loss;  ///< What the side had before it, with `best`.
    std::optional<Move> best{};
    Wdl at_least_after = Wdl::Loss;
    Wdl at_most_after = Wdl::Win;
};

/// Returns nothing if nothing is known of what the move leads to.
[[nodiscard]] std::optional<Annotation> annotation_of(const probe::SiteGame& game, const probe::MoveReview& review,
                                                      const ProvenBounds& proven = {});

/// Puts an annotation into the comment, in place of an earlier one. A move that threw something away gets a ?, unless
/// it has marks of the author's, beside which it would be another mark: then the comment says "better".
void annotate(rules::RecordedMove& recorded, const Annotation& annotation);

}  // namespace dameotb::tools

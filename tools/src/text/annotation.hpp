// Writes into a game what the tables know of its moves.
#pragma once

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/pdn.hpp>

namespace dameotb::tools {

struct Annotations {
    /// Add the other moves that were just as good, each as a variation, but not where something was thrown away.
    bool equals = false;
};

/// What was found in a game's main line.
struct AnnotationCounts {
    int moves = 0;
    int known = 0;        ///< Moves whose result the tables tell.
    int thrown_away = 0;  ///< Moves that threw a win or a draw away.
};

/// Adds comments and marks to the moves of the main line: who wins and in how many plies then; `?` and the best move
/// where a win or a draw was thrown away; the best move where it wins sooner or loses later. What is there stays, and
/// annotating again adds nothing. Throws table::TablebaseError if a table is damaged.
AnnotationCounts annotate(rules::GameRecord& game, const probe::Tablebase& tables, const Annotations& what);

}  // namespace dameotb::tools

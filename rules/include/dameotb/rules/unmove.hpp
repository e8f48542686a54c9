// The unmove generator: the positions from which a quiet move leads to a given one.
// It is the exact inverse of the quiet legal moves, one position at a time. king_unmoves.hpp, which the solver uses,
// does the same for sets of positions in which kings move; the two must agree. Neither undoes captures, since these
// come from classes with more pieces.
#pragma once

#include <vector>

#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Returns every position from which a legal quiet move (single step, linear move, king move or promotion) leads to
/// `position`, each once, in unspecified order. Excludes positions with a forced capture, since no quiet move is legal
/// there. For all positions p and q: q is in `quiet_predecessors(p)` exactly when q has no capture and p is in
/// `successors(q)`.
[[nodiscard]] std::vector<Position> quiet_predecessors(const Position& position);

}  // namespace dameotb::rules

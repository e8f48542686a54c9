// The unmove generator: where a quiet move can have come from.
// The exact inverse of quiet legal moves, one position at a time. It states what the set-wise solver must
// equal; captures are not undone, since they come from classes with more pieces.
#pragma once

#include <vector>

#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Every position from which a legal quiet move (single step, linear move, king move or promotion) leads to
/// `position`, each once, in no promised order. Positions in which that side must capture are not among them,
/// since no quiet move is legal there. For all positions p and q: q is in `quiet_predecessors(p)` exactly when
/// q has no capture and p is in `successors(q)`.
[[nodiscard]] std::vector<Position> quiet_predecessors(const Position& position);

}  // namespace dameotb::rules

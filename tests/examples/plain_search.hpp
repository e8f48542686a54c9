// The definition that the engine's search must equal. Every move is tried; nothing is remembered or cut off.
#pragma once

#include "board.hpp"
#include "score.hpp"
#include "tables.hpp"

namespace dameotb::tests {

/// Returns the score of the root for the side to move, under a draw rule with that counter. Exponential in depth. The
/// root itself is not looked up in the tables.
engine::Score plain_search(const Position& position, int depth, const engine::Tables& tables, int counter = 0,
                           DrawRule rule = {});

}  // namespace dameotb::tests

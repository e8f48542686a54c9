// The definition that the engine's search must equal: every move is tried, nothing is remembered or cut off.
#pragma once

#include "board.hpp"
#include "score.hpp"
#include "tables.hpp"

namespace dameotb::tests {

/// Score of the root for the side to move. Exponential in depth. Requires: depth > 0 and a legal move at the root.
engine::Score plain_search(const rules::Position& position, int depth, const engine::Tables& tables);

}  // namespace dameotb::tests

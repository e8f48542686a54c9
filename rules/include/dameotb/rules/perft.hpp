// Perft: how many positions lie at a depth, counted along all lines of play.
// The standard check of a move generator against others; each node's successors are counted once each.
#pragma once

#include <cstdint>

#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Number of lines of `depth` plies, where moves of one position to the same successor count once.
/// Requires: depth >= 0. Exponential in depth: 276 million at depth 5 from the initial position.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace dameotb::rules

// Perft: the number of positions at a given depth, counted along all lines of play.
// The standard test of one move generator against others. Moves to the same successor count once.
#pragma once

#include <cstdint>

#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Returns the number of lines of `depth` plies.
/// Requires: depth >= 0. Exponential in depth: 276 million at depth 5 from the initial position.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace dameotb::rules

// Judges a position without a search, by material and by how far the men have come.
// It is simple on purpose: captures in Dameo are too violent for anything but a search.
#pragma once

#include <dameotb/rules/position.hpp>

#include "score.hpp"

namespace dameotb::engine {

/// Returns the score for the side to move. It is always nearer to 0 than `some_win`.
[[nodiscard]] Score evaluate(const Position& position);

}  // namespace dameotb::engine

// Moves of a game as text.
#pragma once

#include <string>
#include <vector>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::tools {

/// Returns "1. c1-e3 a5xc5 2. e1-c3", or "1... a5xc5 2. e1-c3" if Black starts. Requires: legal moves, one after the
/// other.
[[nodiscard]] std::string numbered_moves(rules::Position position, const std::vector<rules::Move>& line);

}  // namespace dameotb::tools

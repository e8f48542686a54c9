// Positions as the Hub protocol writes them: W or B for the side to move, then a letter for each square.
#pragma once

#include <string_view>

#include <dameotb/rules/notation.hpp>

namespace dameotb::engine {

/// Reads a position: `start`, a FEN, or 65 letters, W or B for the side to move, then w or b for a man, W or B for a
/// king and e for a vacant square, in the order a8, b8, ..., h8, a7, ..., h1. Throws rules::NotationError for anything
/// else.
[[nodiscard]] rules::Fen parse_hub_position(std::string_view text);

}  // namespace dameotb::engine

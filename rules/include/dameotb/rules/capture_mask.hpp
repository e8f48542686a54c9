// For which squares of one king, the runner, does the side to move have to capture?
// One word for 64 positions, by ray look-ups: the set-wise twin of must_capture.
#pragma once

#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// `fixed`: all pieces but the runner, the side to move set. Returns the runner's squares, all of them vacant in
/// `fixed`, on which a king of colour `runner` makes a position with a capture for the side to move.
[[nodiscard]] Bitboard capture_mask(const Position& fixed, Colour runner);

}  // namespace dameotb::rules

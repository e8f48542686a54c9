// Says for which squares of one king, the pivot king, the side to move has to capture.
// must_capture answers this for one position. Here one word answers it for 64 positions, found by ray look-ups.
#pragma once

#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Returns the squares on which a king of colour `pivot` makes a position with a capture for the side to move. All of
/// them are vacant in `fixed`. `fixed`: all pieces but the pivot king, and the side to move.
[[nodiscard]] Bitboard capture_mask(const Position& fixed, Colour pivot);

}  // namespace dameotb::rules

// The squares of one king, the pivot king, for which the side to move must capture.
// must_capture answers this for one position; here one word answers it for 64 positions.
#pragma once

#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Returns the squares on which a king of colour `pivot` gives the side to move a capture. All of them are vacant in
/// `fixed`. `fixed`: all pieces but the pivot king, and the side to move.
[[nodiscard]] Bitboard capture_mask(const Position& fixed, Colour pivot);

}  // namespace dameotb::rules

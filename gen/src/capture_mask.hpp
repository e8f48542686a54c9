// On which squares of the runner does the side to move have to capture?
// One word for a whole row, by fills and ray look-ups: the set-wise twin of rules::must_capture.
#pragma once

#include <cstdint>

#include <dameotb/rules/position.hpp>

namespace dameotb::gen {

/// `fixed`: all pieces but the runner, the side to move set. Returns the runner's squares, all of them vacant in
/// `fixed`, on which a king of colour `runner` makes a position with a capture for the side to move.
[[nodiscard]] std::uint64_t capture_mask(const rules::Position& fixed, rules::Colour runner);

}  // namespace dameotb::gen

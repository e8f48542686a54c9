// The two sides to move of a symmetric class: what Black to move is worth is White to move with colours flipped.
#pragma once

#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// Fills the scores of a slice with that side to move from those of its colour-flipped image with the other side to
/// move. Requires: a symmetric class with a pivot king; the image has its scores.
void fill_from_flipped(ClassScores& scores, index::SliceId id, rules::Colour side_to_move);

}  // namespace dameotb::scores

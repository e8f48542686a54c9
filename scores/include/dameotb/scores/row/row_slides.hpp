// The best square the pivot king can slide to, for all 64 squares from which it may start.
// These are forward moves. Where moves can cycle, the solver goes backwards by bit fills
// (rules/include/dameotb/rules/king_unmoves.hpp).
#pragma once

#include <dameotb/scores/row/row_scores.hpp>

namespace dameotb::scores {

/// Raises each cell of a vacant square to the score of the best king move from there over `vacant` squares.
/// `reached`: the scores of the same row with the other side to move. Cells of other squares become unspecified.
void raise_by_slides(Score* cells, Bitboard vacant, const Score* reached);

}  // namespace dameotb::scores

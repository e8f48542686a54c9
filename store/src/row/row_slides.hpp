// The best square that the runner can slide to, for all 64 squares that it may start from.
// Forward moves: the solver asks the opposite question, and by fills of bits (king_fill.hpp).
#pragma once

#include <dameotb/store/row/row_scores.hpp>

namespace dameotb::store {

/// Raises each cell of a vacant square to the best that the king moves from there over `vacant` squares are worth.
/// `reached`: the scores of the same row with the other side to move. Cells of other squares become unspecified.
void raise_by_slides(Score* cells, rules::Bitboard vacant, const Score* reached);

}  // namespace dameotb::store

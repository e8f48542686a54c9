// What men's moves are worth to a whole row: they lead to the row of the same kings in another slice.
#pragma once

#include "row_scores.hpp"
#include "slice_context.hpp"

namespace dameotb::gen {

/// Raises each cell to the best that the men's moves and promotions of `mover` are worth, captures not looked at.
/// `kings`: all but the runner. `vacant`: the squares that no fixed piece takes; other cells are left. `buffer` is
/// working memory.
void raise_by_men(Score* cells, const SliceContext& context, rules::Colour runner, const Kings& kings,
                  rules::Bitboard vacant, rules::Colour mover, RowScores& buffer);

}  // namespace dameotb::gen

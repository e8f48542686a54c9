#include <dameotb/scores/slice/flipped_slices.hpp>

namespace dameotb::scores {

void fill_from_flipped(ClassScores& scores, index::SliceId id, rules::Colour side_to_move) {
    const SliceLayout& layout = scores.layout();
    const index::Slice slice = scores.slices().unrank(id);
    const SliceView from = scores.flipped_view(slice, side_to_move);
    Score* cells = scores.scores(side_to_move, id);
    for (std::uint32_t row = 0; row < layout.rows(); ++row, cells += SliceLayout::row_cells) {
        if (!layout.is_legal(row, slice.men())) {
            continue;
        }
        Kings kings = layout.kings_of(row);
        const rules::Bitboard co_kings = kings[layout.pivot()];
        for (const rules::Square square : layout.vacant(row, slice.men())) {
            kings[layout.pivot()] = co_kings | square;
            cells[square.index()] = from.at(side_to_move, kings);
        }
    }
}

}  // namespace dameotb::scores

// Which scores of a class the moves of classes of as many pieces lead to. Such a move takes nothing, so it promotes:
// the side that has moved has a king on its last row.
#pragma once

#include <dameotb/rules/position.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::cluster {

/// Returns the cells of a row that have such a score, as squares of the pivot king. Requires: a class with kings and
/// men. (Without men a row also stands for its images on the other edges of the board.)
[[nodiscard]] inline rules::Bitboard promoted_cells(const scores::SliceLayout& layout, std::uint32_t row,
                                                    rules::Colour side_to_move) {
    const rules::Colour promoted = opponent(side_to_move);
    const rules::Bitboard last_row = rules::promotion_row(promoted);
    if (layout.kings_of(row)[promoted].intersects(last_row)) {
        return ~rules::Bitboard{};
    }
    return layout.pivot() == promoted ? last_row : rules::Bitboard{};
}

/// Returns whether classes of as many pieces need only a part of the class's scores.
[[nodiscard]] inline bool has_promoted_part(const index::Material& material) {
    return material.kings() > 0 && material.men() > 0;
}

}  // namespace dameotb::cluster

// Excludes positions with a forced capture. The pivot king slides in its row; other kings and men lead to other rows.
#include <dameotb/scores/row/row_values.hpp>

#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/direction.hpp>
#include <dameotb/scores/row/man_moves_out.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

#include <dameotb/scores/row/row_slides.hpp>
#include "row_move_counts.hpp"

namespace dameotb::scores {

void RowValues::begin_slice(index::SliceId id) {
    scores_ = {own_.scores(Colour::White, id), own_.scores(Colour::Black, id)};
    context_.emplace(solved_classes_, own_, own_.slices().unrank(id));
}

void RowValues::begin_co_kings(std::uint32_t row, Colour mover) {
    const SliceLayout& layout = own_.layout();
    for (const Colour c : both_colours) {
        scores_[c] = own_.scores_of_rows(c, index::SliceId{}, layout.rows_with_co_kings_of(row));
    }
    if (mover == layout.pivot()) {
        for (const RowRange& rows : layout.rows_after_co_king_move(row)) {
            (void)own_.scores_of_rows(opponent(mover), index::SliceId{}, rows);
        }
    }
    if (!context_) {
        context_.emplace(solved_classes_, own_, index::Slice{});
    }
}

Bitboard RowValues::best(std::uint32_t row, Colour mover, Bitboard squares, Score* best) {
    const Colour pivot = own_.layout().pivot();
    const Kings kings = own_.layout().kings_of(row);
    const Position fixed = position_of(context_->slice(), kings, mover);
    const Bitboard quiet = squares - rules::capture_mask(fixed, pivot);
    if (quiet.empty()) {
        return quiet;
    }
    const Bitboard vacant = ~fixed.occupied();
    fill(best, all_squares, score_at_ply(0));  // lost if there is no move; below the score of any move
    if (mover == pivot) {
        raise_by_slides(best, vacant, after_count(cells(row, opponent(mover)), own_.rule(), buffer_.data()));
    }
    for_each_king_move(row, mover, vacant, [&](Bitboard pivots, const Score* reached) {
        raise_before_move(best, pivots, after_count(reached, own_.rule(), buffer_.data()));
    });
    raise_by_men(best, *context_, pivot, kings, vacant, mover, buffer_);
    return quiet;
}

MoveCounts RowValues::quiet_move_counts(std::uint32_t row, Colour mover, Bitboard squares) {
    const Colour pivot = own_.layout().pivot();
    const Kings kings = own_.layout().kings_of(row);
    const Bitboard vacant = own_.layout().vacant(row, context_->slice().men());
    RowMoveCounts counts{cells(row, mover)};
    const auto add = [&](Bitboard pivots, const Score* reached) { counts.add(pivots & squares, reached); };
    if (mover == pivot) {
        counts.add_slides(squares, vacant, cells(row, opponent(mover)));
    }
    for_each_king_move(row, mover, vacant, add);
    for_each_man_move_out(*context_, pivot, kings, vacant, mover, buffer_, add);
    return counts.counts();
}

template <class Visit>
void RowValues::for_each_king_move(std::uint32_t row, Colour mover, Bitboard vacant, const Visit& visit) const {
    const SliceLayout& layout = own_.layout();
    const bool co_kings_move = mover == layout.pivot();
    const Bitboard co_kings = layout.co_kings_of(row);
    const Bitboard others = layout.others_of(row);
    RowScores mapped;
    for (const Square king : co_kings_move ? co_kings : others) {
        for (const rules::Direction d : rules::all_directions) {
            Bitboard pivots = vacant;
            for (auto to = rules::step(king, d); to && vacant.contains(*to); to = rules::step(*to, d)) {
                pivots -= *to;  // here the pivot king would block this move and all longer ones
                const SliceLayout::Image next = co_kings_move ? layout.image((co_kings - king) | *to, others)
                                                              : layout.image(co_kings, (others - king) | *to);
                visit(pivots, mapped_row(cells(next.row, opponent(mover)), next.symmetry, mapped.data()));
            }
        }
    }
}

memory::WorkingSet working_set_of_rows(const index::Material& material) {
    const RowSets sets{material};
    const LeadingSets& leading = leading_sets(sets.co_kings);
    std::size_t most_reached = 0;
    for (std::uint32_t place = 0; place < leading.canonical().size(); ++place) {
        most_reached = std::max(most_reached, leading.places_after_move(place).size());
    }
    // Adjacent rows may have two sets of co-kings, and those of the indices another two.
    const std::uint64_t rows = rows_of_co_kings_bytes(material);
    const std::uint64_t whole = class_bytes(material);
    return {std::min((2 * (2 + most_reached) + 2) * rows, whole), whole};
}

}  // namespace dameotb::scores

// King moves of a class without men, for whole rows of positions at once.
// The pivot king moves inside its row, by fills. Moves of other kings lead from row to row, and the pivot king stays.
// Answers both questions of retrograde analysis: from which positions a king move leads to given positions, and from
// which of some positions no king move leads into a set. Excludes captures.
#pragma once

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

#include <dameotb/rules/king_unmoves.hpp>

namespace dameotb::gen {

/// The king moves of a class without men. Cheap to make. Keeps a reference to the layout. A move of the leading set may
/// lead to positions without a row; their images in rows are visited or read instead (SliceLayout).
class RowMoves {
public:
    explicit RowMoves(const scores::SliceLayout& layout) : layout_{&layout} {}

    /// Calls visit(row, bits) for sets of positions: together all positions in rows from which a king move of `mover`
    /// leads to one of the positions `bits` of `row` or of their images. May visit a row several times. Also visits
    /// positions with a forced capture; the caller keeps the quiet ones, which are those of rules::quiet_predecessors
    /// for kings.
    template <class Visit>
    void unmoves(Colour mover, std::uint32_t row, std::uint64_t bits, Visit&& visit) const {
        if (mover == layout_->pivot()) {
            visit(row, rules::king_fill(bits, vacant(row)));
        }
        const MovingSet set = moving_set(mover, row);
        for_each_step(set, vacant(row), [&](std::uint32_t rank, std::uint64_t path) {
            const std::uint64_t passed = bits & ~path;
            if (passed != 0) {
                if (set.is_found_by_image) {
                    layout_->for_each_image_of_leader(rank, set.stays, [&](const scores::SliceLayout::Image& image) {
                        visit(image.row, index::apply(image.symmetry, Bitboard{passed}).bits());
                    });
                } else {
                    visit(set.row(rank), passed);
                }
            }
            return passed != 0;
        });
    }

    /// Returns those of the positions `bits` of `row` from which no king move of `mover` leads into a set. `set[r]`:
    /// the bits of the set in row r.
    [[nodiscard]] std::uint64_t without_move_into(Colour mover, std::uint32_t row, std::uint64_t bits,
                                                  const std::uint64_t* set) const {
        if (mover == layout_->pivot()) {
            bits &= ~rules::king_fill(set[row] & vacant(row), vacant(row));
        }
        if (bits != 0) {
            const MovingSet moving = moving_set(mover, row);
            for_each_step(moving, vacant(row), [&](std::uint32_t rank, std::uint64_t path) {
                bits &= path | ~(moving.is_found_by_image ? by_image(set, rank, moving.stays) : set[moving.row(rank)]);
                return bits != 0;
            });
        }
        return bits;
    }

private:
    /// One side's kings in a row, without the pivot king, and the rows that their moves lead to.
    struct MovingSet {
        Bitboard moves;
        Bitboard stays;  ///< The other side's kings, also without the pivot king.
        // A row's index is linear in the rank of the moving set, and the other set's part of it is constant.
        std::uint32_t first_row;
        std::uint32_t rows_a_rank;
        bool is_found_by_image;  ///< Not every rank has rows: the set leads.

        /// Requires: !is_found_by_image.
        [[nodiscard]] std::uint32_t row(std::uint32_t rank) const { return first_row + rank * rows_a_rank; }
    };

    [[nodiscard]] MovingSet moving_set(Colour mover, std::uint32_t row) const {
        const bool co_kings_move = mover == layout_->pivot();
        const Bitboard co_kings = layout_->co_kings_of(row);
        const Bitboard others = layout_->others_of(row);
        const std::uint32_t part_of_others = row % layout_->other_sets();
        return {co_kings_move ? co_kings : others, co_kings_move ? others : co_kings,
                co_kings_move ? part_of_others : row - part_of_others, co_kings_move ? layout_->other_sets() : 1,
                co_kings_move == layout_->co_kings_lead()};
    }

    /// Returns the bits of a set of positions whose leading set need not have rows.
    [[nodiscard]] std::uint64_t by_image(const std::uint64_t* inside, std::uint32_t leader_rank,
                                         Bitboard followers) const {
        const scores::SliceLayout::Image image = layout_->image_of_leader(leader_rank, followers);
        return index::apply(index::inverse(image.symmetry), Bitboard{inside[image.row]}).bits();
    }

    /// Calls visit(rank, path) for each move of each king of the set. `rank`: that of the set after the move. `path`:
    /// the squares passed or reached. A move and its unmove have the same path, so this serves both directions.
    template <class Visit>
    static void for_each_step(const MovingSet& set, std::uint64_t vacant, Visit&& visit) {
        for (const Square king : set.moves) {
            const index::RanksWithOneMore moved{set.moves - king};
            rules::walk_king(king.index(), vacant,
                             [&](int to, std::uint64_t path) { return visit(moved.rank(to), path); });
        }
    }

    [[nodiscard]] std::uint64_t vacant(std::uint32_t row) const { return layout_->vacant(row, {}).bits(); }

    const scores::SliceLayout* layout_;
};

}  // namespace dameotb::gen

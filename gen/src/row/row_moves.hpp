// King moves of one slice, for whole rows of positions at a time.
// The runner moves inside its row, by fills; any other king leads from row to row, and the runner's square stays.
// Both questions of retrograde analysis are here: where can these positions have come from, and do all moves from
// these positions lead into that set. Men's moves and captures leave the slice and are not here.
#pragma once

#include <dameotb/store/slice/slice_layout.hpp>

#include "king_fill.hpp"
#include "row_symmetry.hpp"

namespace dameotb::gen {

/// The moves on one slice. Cheap to make; keeps references to the layout and to the symmetry, if there is one.
/// With a symmetry all rows asked about are canonical, and so are those that are visited or read.
class RowMoves {
public:
    RowMoves(const store::SliceLayout& layout, rules::Bitboard men, const RowSymmetry* symmetry = nullptr)
        : layout_{&layout}, men_{men}, symmetry_{symmetry} {}

    /// Calls visit(row, bits) for sets of positions that together are all from which a king move of `mover` leads to
    /// one of the positions `bits` of `row`; a set may come in several parts. Forced captures are not looked at: the
    /// caller keeps only quiet positions, and then this is rules::quiet_predecessors for kings.
    template <class Visit>
    void unmoves(rules::Colour mover, std::uint32_t row, std::uint64_t bits, Visit&& visit) const {
        if (mover == layout_->runner()) {
            visit(row, king_fill(bits, vacant(row)));
        }
        for_each_step(mover, row, [&](std::uint32_t from, std::uint64_t path) {
            const std::uint64_t passed = bits & ~path;
            if (passed != 0) {
                if (symmetry_ != nullptr && leaders_move(mover)) {
                    symmetry_->for_each_image(from, passed, visit);
                } else {
                    visit(from, passed);
                }
            }
            return passed != 0;
        });
    }

    /// Those of the positions `bits` of `row` from which every king move of `mover` leads into the set that
    /// `inside[row]` gives row by row; also those without any king move.
    [[nodiscard]] std::uint64_t all_inside(rules::Colour mover, std::uint32_t row, std::uint64_t bits,
                                           const std::uint64_t* inside) const {
        if (mover == layout_->runner()) {
            const std::uint64_t free = vacant(row);
            bits &= ~king_fill(free & ~inside[row], free);
        }
        if (bits != 0) {
            for_each_step(mover, row, [&](std::uint32_t to, std::uint64_t path) {
                bits &= path | (symmetry_ != nullptr && leaders_move(mover) ? by_image(inside, to) : inside[to]);
                return bits != 0;
            });
        }
        return bits;
    }

private:
    /// True if the mover's kings but the runner are the set of which the canonical rows hold the lowest.
    [[nodiscard]] bool leaders_move(rules::Colour mover) const {
        return (mover == layout_->runner()) == (layout_->fellows() > 0);
    }

    /// inside[row] for a row that need not be canonical.
    [[nodiscard]] std::uint64_t by_image(const std::uint64_t* inside, std::uint32_t row) const {
        const RowSymmetry::Image image = symmetry_->image(row);
        return index::apply(index::inverse(image.symmetry), rules::Bitboard{inside[image.row]}).bits();
    }

    /// Each step of each king of `mover` but the runner: visit(the row it leads to, the squares passed or reached).
    /// A move and the same move taken back pass the same squares, so this serves both ways.
    template <class Visit>
    void for_each_step(rules::Colour mover, std::uint32_t row, Visit&& visit) const {
        const bool fellows_move = mover == layout_->runner();
        const rules::Bitboard kings = fellows_move ? layout_->fellows_of(row) : layout_->others_of(row);
        // The row is linear in the rank of the set that moves; the other set's part stays.
        const std::uint32_t stays = fellows_move ? layout_->with_fellows(row, 0) : layout_->with_others(row, 0);
        const std::uint32_t rows_a_rank = fellows_move ? layout_->other_sets() : 1;
        const std::uint64_t free = vacant(row);
        for (const rules::Square king : kings) {
            const OneMore moved{kings - king};
            walk_king(king.index(), free,
                      [&](int to, std::uint64_t path) { return visit(stays + moved.rank(to) * rows_a_rank, path); });
        }
    }

    [[nodiscard]] std::uint64_t vacant(std::uint32_t row) const { return layout_->vacant(row, men_).bits(); }

    const store::SliceLayout* layout_;
    rules::Bitboard men_;
    const RowSymmetry* symmetry_;
};

}  // namespace dameotb::gen

// King moves of one slice, for whole rows of positions at a time.
// The runner moves inside its row, by fills. Moves of other kings lead from row to row, and the runner stays. Both
// questions of retrograde analysis are answered here: from which positions a king move leads to given positions, and
// whether all king moves from given positions lead into a set. Exits (men's moves and captures) are not here.
#pragma once

#include <dameotb/store/slice/slice_layout.hpp>

#include "king_fill.hpp"
#include "row_symmetry.hpp"

namespace dameotb::gen {

/// The king moves of one slice. Cheap to make. Keeps references to the layout and to the symmetry, if there is one.
/// With a symmetry all rows that are asked about, visited or read are canonical.
class RowMoves {
public:
    RowMoves(const store::SliceLayout& layout, rules::Bitboard men, const RowSymmetry* symmetry = nullptr)
        : layout_{&layout}, men_{men}, symmetry_{symmetry} {}

    /// Calls visit(row, bits) for sets of positions. Together they are all positions from which a king move of `mover`
    /// leads to one of the positions `bits` of `row`. The same row may be visited several times. Positions with a
    /// forced capture are visited too; the caller keeps the quiet ones, which are those of rules::quiet_predecessors
    /// for kings.
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

    /// Returns those of the positions `bits` of `row` from which every king move of `mover` leads into a set, and those
    /// without a king move. `inside[r]` are the bits of the set in row r.
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
    /// Returns whether the mover's kings without the runner are the leading set (RowSymmetry).
    [[nodiscard]] bool leaders_move(rules::Colour mover) const {
        return (mover == layout_->runner()) == (layout_->fellows() > 0);
    }

    /// Returns inside[row] for a row that need not be canonical.
    [[nodiscard]] std::uint64_t by_image(const std::uint64_t* inside, std::uint32_t row) const {
        const RowSymmetry::Image image = symmetry_->image(row);
        return index::apply(index::inverse(image.symmetry), rules::Bitboard{inside[image.row]}).bits();
    }

    /// Calls visit(row, path) for each move of each king of `mover` but the runner. `row`: where the move leads to.
    /// `path`: the squares passed or reached. A move and the same move taken back have the same path, so this serves
    /// both directions.
    template <class Visit>
    void for_each_step(rules::Colour mover, std::uint32_t row, Visit&& visit) const {
        const bool fellows_move = mover == layout_->runner();
        const rules::Bitboard kings = fellows_move ? layout_->fellows_of(row) : layout_->others_of(row);
        // A row's number is linear in the rank of the set that moves, and the other set's part of it stays.
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

// Where the placements of a row of the index lie among the cells of a slice.
#pragma once

#include <dameotb/index/place_rows.hpp>
#include <dameotb/store/slice/slice_layout.hpp>

namespace dameotb::store {

/// The cells of the placements of an index::PlaceRow, whose king with the changing square is the lowest of its side. If
/// that king is of the layout's runner's side, the placements lie in one row, else in one row for each square. Each
/// placement has a cell for each choice of the runner.
class PlaceRowCells {
public:
    PlaceRowCells(const SliceLayout& layout, const index::PlaceRow& row)
        : layout_{layout}, row_{row}, runs_{row.side == layout.runner()} {
        if (runs_) {
            first_ = std::uint64_t{layout.row(row.fellows, row.waiting)} * SliceLayout::row_cells;
        } else {
            rank_without_square_ = rank_without_lowest(row.fellows);
            first_ = first_with(row.waiting.lowest());
        }
    }

    /// Returns the cell in which the runner is the lowest king of its side.
    [[nodiscard]] std::uint64_t first(rules::Square square) const {
        return first_ + static_cast<std::uint64_t>(square.index()) * (runs_ ? 1 : SliceLayout::row_cells);
    }

    /// Returns the scores of those cells by square if they lie side by side; null if they do not.
    [[nodiscard]] const Score* side_by_side(const Score* scores) const { return runs_ ? scores + first_ : nullptr; }

    /// Calls visit(cell) for all cells of the placement.
    template <class Visit>
    void for_each(rules::Square square, const Visit& visit) const {
        visit(first(square));
        if (layout_.fellows() == 0) {
            return;
        }
        if (runs_) {
            for (const rules::Square runner : row_.fellows) {
                const std::uint32_t row = layout_.row((row_.fellows - runner) | square, row_.waiting);
                visit(std::uint64_t{row} * SliceLayout::row_cells + static_cast<std::uint64_t>(runner.index()));
            }
        } else {
            for (const rules::Square runner : row_.waiting - row_.waiting.lowest()) {
                visit(first_with(runner) + static_cast<std::uint64_t>(square.index()) * SliceLayout::row_cells);
            }
        }
    }

private:
    /// Returns the rank of `set` and one more square below it, less that square's index.
    [[nodiscard]] static std::uint32_t rank_without_lowest(rules::Bitboard set) {
        std::uint64_t rank = 0;
        int member = 1;
        for (const rules::Square square : set) {
            rank += index::binomial(square.index(), ++member);
        }
        return static_cast<std::uint32_t>(rank);
    }

    /// Returns the cell for square 0 and that runner, where the waiting side is the runner's.
    [[nodiscard]] std::uint64_t first_with(rules::Square runner) const {
        const auto fellows = static_cast<std::uint32_t>(index::rank_subset(row_.waiting - runner));
        return std::uint64_t{layout_.row_of_ranks(fellows, rank_without_square_)} * SliceLayout::row_cells +
               static_cast<std::uint64_t>(runner.index());
    }

    const SliceLayout& layout_;
    const index::PlaceRow& row_;
    bool runs_;
    std::uint32_t rank_without_square_ = 0;
    std::uint64_t first_ = 0;
};

}  // namespace dameotb::store

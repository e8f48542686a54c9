// Where the placements of a row of the index lie among the cells of a slice.
#pragma once

#include <dameotb/index/position_rows.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::store {

/// Equidistant cells, one for each square of the board.
struct CellLine {
    std::uint64_t first;  ///< For square 0.
    std::uint64_t step;

    [[nodiscard]] std::uint64_t at(Square square) const {
        return first + static_cast<std::uint64_t>(square.index()) * step;
    }
};

/// The cells of the placements of an index::PositionRow, whose king with the changing square is the lowest of its side.
/// For each choice of the pivot king they lie on one line. If the changing king is the pivot king, the line is a row.
/// If another king is, of either side, the line has one cell in each of several rows. These rows are equidistant,
/// because the lowest member of a set contributes exactly its index to the set's rank.
class PositionRowCells {
public:
    PositionRowCells(const scores::SliceLayout& layout, const index::PositionRow& row)
        : layout_{layout}, row_{row}, runs_{row.side == layout.pivot()} {
        if (runs_) {
            first_ = {std::uint64_t{layout.row(row.fellows, row.waiting)} * scores::SliceLayout::row_cells, 1};
        } else {
            rank_without_square_ = static_cast<std::uint32_t>(index::rank_without_lowest(row.fellows));
            first_ = line_of_waiting(row.waiting.lowest());
        }
    }

    /// Returns the line for the lowest king of its side as the pivot king.
    [[nodiscard]] const CellLine& first() const { return first_; }

    /// Calls visit(line) for all choices of the pivot king.
    template <class Visit>
    void for_each_line(const Visit& visit) const {
        visit(first_);
        if (layout_.co_kings() == 0) {
            return;
        }
        for (const Square pivot : runs_ ? row_.fellows : row_.waiting - row_.waiting.lowest()) {
            visit(runs_ ? line_of_co_king(pivot) : line_of_waiting(pivot));
        }
    }

private:
    /// Returns the line for that pivot king, one of the other kings of the changing king's side.
    [[nodiscard]] CellLine line_of_co_king(Square pivot) const {
        const auto others = static_cast<std::uint32_t>(index::rank_subset(row_.waiting));
        const auto co_kings = static_cast<std::uint32_t>(index::rank_without_lowest(row_.fellows - pivot));
        const std::uint32_t row = layout_.row_of_ranks(co_kings, others);
        return {std::uint64_t{row} * scores::SliceLayout::row_cells + static_cast<std::uint64_t>(pivot.index()),
                std::uint64_t{layout_.other_sets()} * scores::SliceLayout::row_cells};
    }
    /// Returns the line for that pivot king, a king of the waiting side.
    [[nodiscard]] CellLine line_of_waiting(Square pivot) const {
        const auto co_kings = static_cast<std::uint32_t>(index::rank_subset(row_.waiting - pivot));
        const std::uint32_t row = layout_.row_of_ranks(co_kings, rank_without_square_);
        return {std::uint64_t{row} * scores::SliceLayout::row_cells + static_cast<std::uint64_t>(pivot.index()),
                scores::SliceLayout::row_cells};
    }

    const scores::SliceLayout& layout_;
    const index::PositionRow& row_;
    bool runs_;
    std::uint32_t rank_without_square_ = 0;
    CellLine first_{};
};

}  // namespace dameotb::store

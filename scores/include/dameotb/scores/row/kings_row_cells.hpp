// Where the placements of a row of the index lie among the cells of a class without men.
// The king whose square changes is the pivot king, or one of the other side. Then the cells lie in different rows.
#pragma once

#include <cstdint>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/position_rows.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// One cell of each placement of an index::KingsRow: with the lowest king of its side as the pivot king, and the first
/// of the symmetries that take the placement to a row. Keeps both references.
class KingsRowCells {
public:
    KingsRowCells(const SliceLayout& layout, const index::KingsRow& row)
        : layout_{layout}, row_{row}, pivot_changes_{row.side == layout.pivot()} {
        if (pivot_changes_) {
            image_ = layout.image(row.rest(), row.leaders());
        } else if (layout.co_kings_lead()) {
            const Square pivot = row.leaders().lowest();
            image_ = layout.image(row.leaders() - pivot, {});
            others_ = index::RanksWithOneMore{index::apply(image_.symmetry, row.rest())};
            pivot_ = index::apply(image_.symmetry, pivot);
        }
    }

    /// Returns whether all cells lie in one row: that of `image`, with the changing king's square as the cell.
    [[nodiscard]] bool lie_in_row() const { return pivot_changes_; }
    /// Requires: lie_in_row().
    [[nodiscard]] const SliceLayout::Image& image() const { return image_; }

    /// Returns rows that include those of all cells.
    [[nodiscard]] RowRange rows() const {
        return pivot_changes_            ? RowRange{image_.row, 1}
               : layout_.co_kings_lead() ? layout_.rows_with_co_kings_of(image_.row)
                                         : RowRange{0, layout_.rows()};
    }

    /// Returns the cell for one of the row's squares.
    [[nodiscard]] std::uint64_t at(Square square) const {
        if (pivot_changes_) {
            return cell(image_.row, index::apply(image_.symmetry, square));
        }
        if (layout_.co_kings_lead()) {
            return cell(image_.row + others_.rank(index::apply(image_.symmetry, square).index()), pivot_);
        }
        return layout_.cell(row_.leaders(), row_.rest() | square);
    }

private:
    [[nodiscard]] static std::uint64_t cell(std::uint32_t row, Square square) {
        return std::uint64_t{row} * SliceLayout::row_cells + static_cast<std::uint64_t>(square.index());
    }

    const SliceLayout& layout_;
    const index::KingsRow& row_;
    bool pivot_changes_;
    SliceLayout::Image image_{};  ///< Of the row, or of the first row of the co-kings.
    index::RanksWithOneMore others_{Bitboard{}};
    Square pivot_{0};
};

/// Calls visit(row, cells, scores) for the rows of consecutive indices of a class without men, with that side to move.
/// `cells`: KingsRowCells. `scores`: those that the cells count from, of which only the cells' may be used.
template <class Visit>
void for_each_kings_row(const ClassScores& solved, const index::ClassIndex& index, Colour side_to_move,
                        std::uint64_t first, std::uint64_t end, const Visit& visit) {
    const Score* scores = nullptr;
    RowRange rows{0, 0};
    index::for_each_kings_row(index, side_to_move, first, end, [&](const index::KingsRow& row) {
        const KingsRowCells cells{solved.layout(), row};
        if (rows != cells.rows()) {
            rows = cells.rows();
            scores = solved.scores_of_rows(side_to_move, index::SliceId{}, rows);
        }
        visit(row, cells, scores);
    });
}

}  // namespace dameotb::scores

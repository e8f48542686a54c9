// The orders in which a scan shows the placements of a class, and which of several symmetric ones it shows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>

#include <dameotb/analysis/values/class_values.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::analysis {

/// Sets of symmetries of the board, one bit per symmetry, and their effect on sets of squares.
namespace symmetry_sets {

inline constexpr unsigned all = (1U << index::symmetries) - 1;
inline constexpr unsigned left_right = 0b11;
inline constexpr unsigned only_identity = 0b1;

/// Calls visit(symmetry) for all symmetries of a set except the identity.
template <class Visit>
void for_each_symmetry(unsigned set, const Visit& visit) {
    for (set &= ~only_identity; set != 0; set &= set - 1) {
        visit(std::countr_zero(set));
    }
}

/// Returns the symmetries that leave the set of squares unchanged.
[[nodiscard]] inline unsigned stabiliser(unsigned symmetries, Bitboard squares) {
    unsigned keep = only_identity;
    for_each_symmetry(symmetries, [&](int symmetry) {
        keep |= static_cast<unsigned>(index::apply(symmetry, squares) == squares) << symmetry;
    });
    return keep;
}

/// Returns whether no image under the symmetries has smaller bits than the set itself.
[[nodiscard]] inline bool is_smallest(unsigned symmetries, Bitboard squares) {
    bool smallest = true;
    for_each_symmetry(symmetries, [&](int symmetry) {
        smallest = smallest && index::apply(symmetry, squares).bits() >= squares.bits();
    });
    return smallest;
}

}  // namespace symmetry_sets

/// The row that a walk shows.
class WalkedRow {
public:
    WalkedRow(const scores::SliceLayout& layout, Colour side_to_move) : side_to_move_{side_to_move} {
        row_.pivot_ = layout.pivot();
        row_.has_pivot_ = layout.has_pivot();
    }

    [[nodiscard]] Colour side_to_move() const { return side_to_move_; }
    /// Sets the weight of a placement without symmetries, from now on.
    void set_most_weight(int weight) { row_.most_weight_ = weight; }
    /// Sets where the rows' cells are from now on, for the side to move and the other one.
    void set_cells(const scores::Score* cells, const scores::Score* other_cells) {
        cells_ = cells;
        other_cells_ = other_cells;
    }
    /// Calls visit(row) for these squares of a row, if any. `kings`: without the pivot king. `stabiliser`: the
    /// symmetries that leave the men and the others unchanged.
    void show(Bitboard squares, const scores::SliceLayout::Image& image, const index::Slice& slice,
              const scores::Kings& kings, unsigned stabiliser, const std::function<void(const ValueRow&)>& visit) {
        if (squares.empty()) {
            return;
        }
        const std::size_t first = std::size_t{image.row} * scores::SliceLayout::row_cells;
        row_.squares_ = squares;
        row_.fixed_ = scores::position_of(slice, kings, side_to_move_);
        row_.cells_ = cells_ + first;
        row_.other_cells_ = other_cells_ + first;
        row_.symmetry_ = image.symmetry;
        row_.stabiliser_ = stabiliser;
        visit(row_);
    }

private:
    Colour side_to_move_;
    const scores::Score* cells_ = nullptr;
    const scores::Score* other_cells_ = nullptr;
    ValueRow row_;
};

/// Generates the rows of a loaded class: slice by slice, in a slice by sets of others, then by sets of co-kings. Of
/// several symmetric placements one is shown, chosen in three steps: the numbering of slices includes only one of two
/// mirror images; of several sets of others, the one with the smallest bits is used; the symmetries that change neither
/// the men nor that set are tried on each placement.
class RowWalk {
public:
    RowWalk(const scores::ClassScores& solved, Colour side_to_move)
        : solved_{solved},
          layout_{solved.layout()},
          co_king_sets_{scores::subsets(layout_.co_kings())},
          row_{layout_, side_to_move} {}

    void begin_slice(index::SliceId id) {
        slice_ = solved_.slices().unrank(id);
        const bool without_men = solved_.material().men() == 0;
        symmetries_ = without_men                 ? symmetry_sets::all
                      : slice_.is_self_mirrored() ? symmetry_sets::left_right
                                                  : symmetry_sets::only_identity;
        // A slice without symmetries stands for its mirror image, too.
        row_.set_most_weight(std::max(2, std::popcount(symmetries_)));
        row_.set_cells(solved_.scores(row_.side_to_move(), id), solved_.scores(opponent(row_.side_to_move()), id));
    }

    /// Calls visit(row) for all rows of the slice with that set of others.
    void visit_others(std::uint32_t others, const std::function<void(const ValueRow&)>& visit) {
        if (!layout_.has_pivot()) {
            row_.show(Bitboard{Square{}}, {0, 0}, slice_, {}, symmetries_, visit);
            return;
        }
        scores::Kings kings;
        Bitboard& other_kings = kings[opponent(layout_.pivot())];
        // A list of all sets would take 600 MB in KKKKKKvK, where this one alone is wanted.
        other_kings = index::unrank_subset(others, layout_.others());
        if (other_kings.intersects(slice_.men()) || !symmetry_sets::is_smallest(symmetries_, other_kings)) {
            return;
        }
        const unsigned stabiliser = symmetry_sets::stabiliser(symmetries_, other_kings);
        for (std::uint32_t rank = 0; rank < co_king_sets_.size(); ++rank) {
            const Bitboard co_kings = co_king_sets_[rank];
            if (!co_kings.intersects(slice_.men() | other_kings)) {
                kings[layout_.pivot()] = co_kings;
                const scores::SliceLayout::Image image =
                    layout_.is_up_to_symmetry() ? layout_.image(co_kings, other_kings)
                                                : scores::SliceLayout::Image{layout_.row_of_ranks(rank, others), 0};
                row_.show(shown(co_kings, other_kings, stabiliser), image, slice_, kings, stabiliser, visit);
            }
        }
    }

private:
    /// Returns the pivot king's squares of the placements shown in this row. Each placement lies in one row per choice
    /// of pivot king; it is shown where the pivot king is the lowest king of its side.
    [[nodiscard]] Bitboard shown(Bitboard co_kings, Bitboard others, unsigned stabiliser) const {
        Bitboard squares = co_kings.empty() ? all_squares : index::squares_below(co_kings.lowest());
        squares -= slice_.men() | others;
        if (stabiliser != symmetry_sets::only_identity) {
            for (const Square square : squares) {
                if (!symmetry_sets::is_smallest(stabiliser, co_kings | square)) {
                    squares -= square;
                }
            }
        }
        return squares;
    }

    const scores::ClassScores& solved_;
    const scores::SliceLayout& layout_;
    std::span<const Bitboard> co_king_sets_;  ///< All, by rank, including those without rows.
    index::Slice slice_;
    unsigned symmetries_ = symmetry_sets::only_identity;  ///< Those that leave the men unchanged.
    WalkedRow row_;
};

/// Generates the rows of a class without men in which the co-kings lead, in the order of the layout. Each placement
/// lies in a cell for each choice of the pivot king, and for several images of some; it is shown in the first of these
/// cells.
class CoKingsWalk {
public:
    /// Keeps the reference.
    CoKingsWalk(const scores::ClassScores& solved, Colour side_to_move)
        : solved_{solved}, layout_{solved.layout()}, row_{layout_, side_to_move} {
        row_.set_most_weight(index::symmetries);
    }

    /// Calls visit(row) for adjacent rows. Brings in no others.
    void visit_rows(std::uint32_t first, std::uint32_t end, const std::function<void(const ValueRow&)>& visit) {
        while (first < end) {
            const scores::RowRange same = layout_.rows_with_co_kings_of(first);
            const std::uint32_t last = std::min(end, same.first + same.count);
            const scores::RowRange rows{first, last - first};
            row_.set_cells(solved_.scores_of_rows(row_.side_to_move(), index::SliceId{}, rows),
                           solved_.scores_of_rows(opponent(row_.side_to_move()), index::SliceId{}, rows));
            begin_co_kings(layout_.co_kings_of(first));
            for (; first < last; ++first) {
                visit_row(first, visit);
            }
        }
    }

private:
    void begin_co_kings(Bitboard co_kings) {
        co_kings_ = co_kings;
        pivots_ = {};
        symmetric_pivots_ = {};
        for (const Square pivot : ~co_kings) {
            if (is_first_cell(pivot)) {
                pivots_ |= pivot;
                stabilisers_[pivot] = symmetry_sets::stabiliser(symmetry_sets::all, co_kings | pivot);
                if (stabilisers_[pivot] != symmetry_sets::only_identity) {
                    symmetric_pivots_ |= pivot;
                }
            }
        }
    }

    /// Returns whether no image of these kings has smaller co-kings, or the same and a lower pivot king, whichever of
    /// them is the pivot king.
    [[nodiscard]] bool is_first_cell(Square pivot) const {
        const Bitboard kings = co_kings_ | pivot;
        for (const Square other_pivot : kings) {
            for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
                const std::uint64_t image = index::apply(symmetry, kings - other_pivot).bits();
                if (image < co_kings_.bits() ||
                    (image == co_kings_.bits() && index::apply(symmetry, other_pivot).index() < pivot.index())) {
                    return false;
                }
            }
        }
        return true;
    }

    void visit_row(std::uint32_t row, const std::function<void(const ValueRow&)>& visit) {
        const Bitboard others = layout_.others_of(row);
        if (others.intersects(co_kings_)) {
            return;
        }
        Bitboard squares = pivots_ - others;
        for (const Square pivot : (squares & symmetric_pivots_)) {
            if (!symmetry_sets::is_smallest(stabilisers_[pivot], others)) {
                squares -= pivot;
            }
        }
        scores::Kings kings;
        kings[layout_.pivot()] = co_kings_;
        kings[opponent(layout_.pivot())] = others;
        // A symmetry of a placement is one of both of its sets of kings.
        const unsigned stabiliser = squares.intersects(symmetric_pivots_)
                                        ? symmetry_sets::stabiliser(symmetry_sets::all, others)
                                        : symmetry_sets::only_identity;
        row_.show(squares, {row, 0}, index::Slice{}, kings, stabiliser, visit);
    }

    const scores::ClassScores& solved_;
    const scores::SliceLayout& layout_;
    Bitboard co_kings_;
    Bitboard pivots_;            ///< For these co-kings, those in first cells.
    Bitboard symmetric_pivots_;  ///< Those of them for which a symmetry leaves all kings of the side unchanged.
    SquareArray<unsigned> stabilisers_{};  ///< For each of `pivots_`, these symmetries.
    WalkedRow row_;
};

}  // namespace dameotb::analysis

// The layout of one slice in memory: rows of 64 scores, one row for each placement of all kings but one.
// That one is the pivot king. Its square is the cell in the row, so a row's positions are the bits of one machine word.
// Unlike the index of the files, rows also have cells for squares occupied by men and other kings. So the same kings
// have the same row in every slice of a class, and a man's move is an operation on whole rows.
// A class without men has one slice, which all eight symmetries of the board map onto itself. It has rows only for an
// eighth of the kings' placements; any other placement is found by its image.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/scores/slice/leading_sets.hpp>

namespace dameotb::scores {

/// Returns all subsets of `count` squares in the order of index::rank_subset. Made once for each count and then shared.
/// Thread-safe. Requires: 0 <= count < index::most_pieces.
[[nodiscard]] std::span<const Bitboard> subsets(int count);

/// Kings of both sides.
using Kings = ColourArray<Bitboard>;

/// Returns the position with a slice's men and these kings.
[[nodiscard]] inline Position position_of(const index::Slice& slice, const Kings& kings, Colour side_to_move) {
    return {{Pieces{slice.white_men, kings[Colour::White]}, Pieces{slice.black_men, kings[Colour::Black]}},
            side_to_move};
}

/// The sizes of the two sets of kings that identify a row (SliceLayout).
struct RowSets {
    int co_kings = 0;
    int others = 0;

    explicit RowSets(const index::Material& material);
    // In a class without men one set leads, and has rows only up to symmetry.
    [[nodiscard]] bool co_kings_lead() const { return co_kings > 0; }
    [[nodiscard]] int leaders() const { return co_kings_lead() ? co_kings : others; }
    [[nodiscard]] int followers() const { return co_kings_lead() ? others : co_kings; }
};
/// Returns the number of rows of a slice. Unlike a SliceLayout, makes no lists.
[[nodiscard]] std::uint64_t slice_rows(const index::Material& material);
/// Returns the pivot king's side (SliceLayout). Requires: a canonical class.
[[nodiscard]] Colour pivot_of(const index::Material& material);

/// Returns whether consecutive indices of a class without men lie in the rows of few co-kings, so that it can be read,
/// verified and written with only these rows in memory. `leader`: of the index.
[[nodiscard]] bool index_follows_rows(const index::Material& material, Colour leader);

/// Returns whether quiet moves of men lead from rows with the same co-kings to rows with the same co-kings, in another
/// slice or, after a promotion, in another class. Never without men.
[[nodiscard]] bool man_moves_preserve_co_kings(const index::Material& material);

/// Adjacent rows of a slice.
struct RowRange {
    std::uint32_t first;
    std::uint32_t count;

    bool operator==(const RowRange&) const = default;
};

/// The row layout of a class. The pivot king is a king of the side with fewer kings, but at least one; Black's if both
/// sides have equally many. That side's other kings are the co-kings; the kings of the other side are the others. If
/// the pivot king's side has k kings, each placement lies in k cells: one for each choice of the pivot king. A class
/// without kings has one cell per slice.
///
/// In a class with men there is a row for every set of co-kings and every set of others. In a class without men one of
/// the two sets leads: the co-kings, or the others if there are no co-kings. Only canonical leading sets (LeadingSets)
/// have rows; a symmetry that takes the leading set of a placement to its canonical image takes the placement to a row.
/// If several symmetries do so, the placement has several images in rows, which must all agree: a result is written to
/// all of them (`for_each_image`), and any one can be read (`image`).
class SliceLayout {
public:
    static constexpr int row_cells = 64;

    /// Where positions with certain kings lie: in `row`, once `symmetry` is applied to all their squares.
    struct Image {
        std::uint32_t row;
        int symmetry;
    };

    explicit SliceLayout(const index::Material& material);

    [[nodiscard]] bool has_pivot() const { return has_pivot_; }
    [[nodiscard]] Colour pivot() const { return pivot_; }
    [[nodiscard]] int co_kings() const { return sets_.co_kings; }
    [[nodiscard]] int others() const { return sets_.others; }
    [[nodiscard]] std::uint32_t rows() const { return rows_; }
    /// Returns the number of sets of others that have rows, legal or not. This many rows with the same co-kings are
    /// adjacent.
    [[nodiscard]] std::uint32_t other_sets() const { return other_sets_; }
    /// Returns the number of scores of one slice for one side to move.
    [[nodiscard]] std::uint64_t cells() const { return has_pivot_ ? std::uint64_t{rows_} * row_cells : 1; }
    /// Returns whether only canonical leading sets have rows: in a class without men.
    [[nodiscard]] bool is_up_to_symmetry() const { return leading_ != nullptr; }

    /// Returns whether there is a pivot king and every set of kings has rows.
    [[nodiscard]] bool is_plain() const { return is_plain_; }

    // Requires: a class in which every set of kings has rows (!is_up_to_symmetry()).

    [[nodiscard]] std::uint32_t row(Bitboard co_kings, Bitboard others) const {
        return row_of_ranks(rank(co_kings), rank(others));
    }
    [[nodiscard]] std::uint32_t row_of_ranks(std::uint32_t co_kings_rank, std::uint32_t others_rank) const {
        return co_kings_rank * other_sets_ + others_rank;
    }

    // Requires: a class in which only canonical leading sets have rows. `followers`: the set that does not lead.

    /// Returns whether the co-kings lead. Otherwise there are none, and the others lead.
    [[nodiscard]] bool co_kings_lead() const { return sets_.co_kings_lead(); }
    [[nodiscard]] Image image_of_leader(std::uint32_t leader_rank, Bitboard followers) const {
        const LeadingSets::Leader& leader = leading_->leader(leader_rank);
        return image_at(leader.place, leader.symmetry(), followers);
    }
    // Requires: the co-kings lead. Then all rows with the same co-kings are adjacent.

    /// Returns the rows with the co-kings of that row.
    [[nodiscard]] RowRange rows_with_co_kings_of(std::uint32_t row) const {
        return {row / follower_sets_ * follower_sets_, follower_sets_};
    }
    /// Returns the rows that moves of a co-king lead to from the rows with the co-kings of that row.
    [[nodiscard]] std::vector<RowRange> rows_after_co_king_move(std::uint32_t row) const;

    // Requires: a class in which only canonical leading sets have rows.

    /// Calls visit(image) for all images in rows.
    template <class Visit>
    void for_each_image_of_leader(std::uint32_t leader_rank, Bitboard followers, Visit&& visit) const {
        const LeadingSets::Leader& leader = leading_->leader(leader_rank);
        for (unsigned symmetries = leader.symmetries; symmetries != 0; symmetries &= symmetries - 1) {
            visit(image_at(leader.place, std::countr_zero(symmetries), followers));
        }
    }
    /// Calls visit(image) for all images in rows of the positions with these kings.
    template <class Visit>
    void for_each_image(Bitboard co_kings, Bitboard others, Visit&& visit) const {
        const Bitboard leaders = co_kings_lead() ? co_kings : others;
        for_each_image_of_leader(rank(leaders), co_kings_lead() ? others : co_kings, visit);
    }

    // In any class:

    /// Returns the rows that hold positions with these co-kings. They are adjacent. Requires: every set of co-kings has
    /// rows, or the co-kings lead.
    [[nodiscard]] RowRange rows_of_co_kings(Bitboard co_kings) const {
        return {is_up_to_symmetry() ? image(co_kings, {}).row : row_of_ranks(rank(co_kings), 0), other_sets_};
    }
    /// Returns one of the images in rows of the positions with these kings. Its symmetry is 0 if they have a row. Where
    /// the co-kings lead, no others stand for the first of all rows with these co-kings.
    [[nodiscard]] Image image(Bitboard co_kings, Bitboard others) const {
        return leading_ == nullptr ? Image{row(co_kings, others), 0} : image_by_leader(co_kings, others);
    }
    [[nodiscard]] Bitboard co_kings_of(std::uint32_t row) const { return co_kings_of_rows_[row / other_sets_]; }
    [[nodiscard]] Bitboard others_of(std::uint32_t row) const { return others_of_rows_[row % other_sets_]; }

    /// Returns all kings but the pivot king.
    [[nodiscard]] Kings kings_of(std::uint32_t row) const {
        Kings kings;
        kings[pivot_] = co_kings_of(row);
        kings[opponent(pivot_)] = others_of(row);
        return kings;
    }
    /// Returns whether no two of the row's pieces share a square. An illegal row holds no position.
    [[nodiscard]] bool is_legal(std::uint32_t row, Bitboard men) const {
        const Bitboard co_kings = co_kings_of(row);
        return !co_kings.intersects(men) && !others_of(row).intersects(men | co_kings);
    }
    /// Returns the squares occupied by neither the men nor the row's kings.
    [[nodiscard]] Bitboard vacant(std::uint32_t row, Bitboard men) const {
        return ~(men | co_kings_of(row) | others_of(row));
    }

    /// Returns the cell of a placement in which the pivot king is the lowest king of its side.
    [[nodiscard]] std::uint64_t cell(Bitboard pivot_side, Bitboard others) const {
        if (!is_plain_) {
            return has_pivot_ ? cell_by_leader(pivot_side, others) : 0;
        }
        return cell_of_rank(pivot_side, rank(others));
    }
    /// As above, for the others with that rank. Requires: is_plain().
    [[nodiscard]] std::uint64_t cell_of_rank(Bitboard pivot_side, std::uint32_t others_rank) const {
        const Square pivot = pivot_side.lowest();
        return std::uint64_t{row_of_ranks(rank(pivot_side - pivot), others_rank)} * row_cells +
               static_cast<std::uint64_t>(pivot.index());
    }

private:
    [[nodiscard]] static std::uint32_t rank(Bitboard kings) {
        return static_cast<std::uint32_t>(index::rank_subset(kings));
    }
    [[nodiscard]] Image image_at(std::uint32_t place, int symmetry, Bitboard followers) const {
        const std::uint32_t first = place * follower_sets_;
        return {followers.empty() ? first : first + rank(index::apply(symmetry, followers)), symmetry};
    }
    [[nodiscard]] Image image_by_leader(Bitboard co_kings, Bitboard others) const;
    [[nodiscard]] std::uint64_t cell_by_leader(Bitboard pivot_side, Bitboard others) const;

    bool has_pivot_;
    bool is_plain_ = false;
    Colour pivot_;
    RowSets sets_;
    std::uint32_t other_sets_ = 1;
    std::uint32_t rows_ = 1;
    const LeadingSets* leading_ = nullptr;  ///< Null if every set of kings has rows.
    std::uint32_t follower_sets_ = 1;       ///< Rows of a leading set, which are adjacent.
    std::span<const Bitboard> co_kings_of_rows_;
    std::span<const Bitboard> others_of_rows_;
};

// How many bytes the scores of a class take in memory, in whole pages (memory/score_pages.hpp): upper bounds, known
// without making any. They follow from the layout of slices.

/// Return the bytes of scores: of adjacent rows of a slice with one side to move, wherever they begin; of all rows of a
/// slice with the same co-kings; of one slice with one side to move; of adjacent slices with one side to move; of all
/// slices with both sides to move.
[[nodiscard]] std::uint64_t rows_bytes(const index::Material& material, std::uint64_t rows);
[[nodiscard]] std::uint64_t rows_of_co_kings_bytes(const index::Material& material);
[[nodiscard]] std::uint64_t slice_bytes(const index::Material& material);
[[nodiscard]] std::uint64_t slices_bytes(const index::Material& material, std::uint64_t slices);
[[nodiscard]] std::uint64_t class_bytes(const index::Material& material);

/// Returns the size of the metadata: which pages of the class are in memory.
[[nodiscard]] std::uint64_t metadata_bytes(const index::Material& material);
/// As above, if its scores come from a source, one slice at a time.
[[nodiscard]] std::uint64_t metadata_bytes_with_source(const index::Material& material);

}  // namespace dameotb::scores

// The order of the placement numbers of a slice, and how it relates to the order of the slice's rows.
// Whole classes are written, read and verified with it: numbers are then counted up, which is faster than to compute
// each one.
#pragma once

#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::scores {

/// Calls visit(row, squares) for all placements of the slice in row order; `squares` are the runner's squares in that
/// row, lowest first. The highest kings of the runner's side are the fellows, and the runner is below them all. In row
/// order the rank of the side that waits counts most, of the runner's side that of its fellows. So rows that the
/// mover's kings lead to come near each other, and are still in the caches. Requires: a class with men.
template <class Visit>
void for_each_row_in_order(const SliceLayout& layout, rules::Bitboard men, rules::Colour side_to_move, Visit&& visit) {
    const auto fellow_sets = static_cast<std::uint32_t>(subsets(layout.fellows()).size());
    const auto other_sets = static_cast<std::uint32_t>(subsets(layout.others()).size());
    const auto take = [&](std::uint32_t fellows, std::uint32_t others) {
        const std::uint32_t row = layout.row_of_ranks(fellows, others);
        if (layout.is_legal(row, men)) {
            const rules::Bitboard set = layout.fellows_of(row);
            const std::uint64_t below = set.empty() ? ~std::uint64_t{0} : rules::Bitboard{set.lowest()}.bits() - 1;
            visit(row, layout.vacant(row, men) & rules::Bitboard{below});
        }
    };
    const bool others_wait = side_to_move == layout.runner();
    for (std::uint32_t waiting = 0; waiting < (others_wait ? other_sets : fellow_sets); ++waiting) {
        for (std::uint32_t moving = 0; moving < (others_wait ? fellow_sets : other_sets); ++moving) {
            others_wait ? take(moving, waiting) : take(waiting, moving);
        }
    }
}

/// The order of the numbers of a slice's placements (index::ClassIndex), for one side to move. If the runner's side is
/// to move, the numbers are in row order. If the other side is to move, the rank of all of the runner's side counts
/// most, its runner included. Only squares that men leave free are counted, so the order is the same in all slices of a
/// class.
class PlacementOrder {
public:
    PlacementOrder(const SliceLayout& layout, int men, rules::Colour side_to_move)
        : layout_{layout}, free_{64 - men}, is_row_order_{side_to_move == layout.runner() || layout.others() == 0} {}

    [[nodiscard]] bool is_row_order() const { return is_row_order_; }

    /// Calls visit(number) for each placement, in row order, with its number in the slice. Requires: !is_row_order().
    template <class Visit>
    void for_each_number(Visit&& visit) const {
        const int kings = layout_.fellows() + 1;
        const std::span fellow_sets = sets(layout_.fellows());
        // The others come in the order of their ranks, so for each set of the runner's side the numbers count up.
        std::vector<std::uint32_t> next(index::binomial(free_, kings));
        const auto other_sets = static_cast<std::uint32_t>(index::binomial(free_ - kings, layout_.others()));
        for (std::size_t rank = 0; rank < next.size(); ++rank) {
            next[rank] = static_cast<std::uint32_t>(rank) * other_sets;
        }
        for (const rules::Bitboard fellows : fellow_sets) {
            const std::uint64_t rank = index::rank_without_lowest(fellows);
            const int below = fellows.empty() ? free_ : fellows.lowest().index();
            for (const rules::Bitboard others : sets(layout_.others())) {
                for (int runner = 0; runner < below && !fellows.intersects(others); ++runner) {
                    if (!others.contains(rules::Square{runner})) {
                        visit(next[rank + static_cast<std::uint64_t>(runner)]++);
                    }
                }
            }
        }
    }

private:
    /// Returns all sets of `count` free squares, by rank.
    [[nodiscard]] std::span<const rules::Bitboard> sets(int count) const {
        return subsets(count).first(index::binomial(free_, count));
    }

    const SliceLayout& layout_;
    int free_;
    bool is_row_order_;
};

/// Calls visit(image, squares) for the placements numbered `first` to `end - 1` of a class without men, row by row.
/// `squares` are the runner's squares, lowest first, in the order of the numbers, and `image` tells where the row lies.
/// The file has one of eight images of each placement, so not all of a row's squares are visited. A row that `first` or
/// `end` cuts is visited with the squares that are left. In such a class the runner is Black's, and the rank of White's
/// kings counts most.
template <class Visit>
void for_each_row_of_numbers(const SliceLayout& layout, const index::ClassIndex& index, std::uint64_t first,
                             std::uint64_t end, Visit&& visit) {
    rules::Bitboard fellows;
    rules::Bitboard others;
    rules::Bitboard squares;
    const auto take = [&](std::uint64_t, const rules::Position& position) {
        const rules::Square runner = position.black().kings.lowest();
        const rules::Bitboard next_fellows = position.black().kings - runner;
        const rules::Bitboard next_others = position.white().kings;
        if ((next_fellows != fellows || next_others != others) && !squares.empty()) {
            visit(layout.image(fellows, others), squares);
            squares = {};
        }
        fellows = next_fellows;
        others = next_others;
        squares |= runner;
    };
    index::for_each_placement(index, rules::Colour::White, first, end, take);
    if (!squares.empty()) {
        visit(layout.image(fellows, others), squares);
    }
}

}  // namespace dameotb::scores

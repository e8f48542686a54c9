// The order of a slice's placement indices, and how it relates to the order of the slice's rows.
// Used to write, read and verify whole classes: incrementing indices is faster than computing each one.
#pragma once

#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::scores {

/// Calls visit(row, squares) for all placements of the slice in row order; `squares` are the pivot king's squares in
/// that row, lowest first. The co-kings are the highest kings of their side; the pivot king is below them all. Row
/// order is by the rank of the waiting side's kings, then by that of the mover's; the pivot king's side is ranked by
/// its co-kings. So rows that the mover's kings lead to come near each other and are still in the caches. Requires: a
/// class with men.
template <class Visit>
void for_each_row_in_order(const SliceLayout& layout, Bitboard men, Colour side_to_move, Visit&& visit) {
    const auto co_king_sets = static_cast<std::uint32_t>(subsets(layout.co_kings()).size());
    const auto other_sets = static_cast<std::uint32_t>(subsets(layout.others()).size());
    const auto take = [&](std::uint32_t co_kings, std::uint32_t others) {
        const std::uint32_t row = layout.row_of_ranks(co_kings, others);
        if (layout.is_legal(row, men)) {
            const Bitboard set = layout.co_kings_of(row);
            const std::uint64_t below = set.empty() ? ~std::uint64_t{0} : Bitboard{set.lowest()}.bits() - 1;
            visit(row, layout.vacant(row, men) & Bitboard{below});
        }
    };
    const bool others_wait = side_to_move == layout.pivot();
    for (std::uint32_t waiting = 0; waiting < (others_wait ? other_sets : co_king_sets); ++waiting) {
        for (std::uint32_t moving = 0; moving < (others_wait ? co_king_sets : other_sets); ++moving) {
            others_wait ? take(moving, waiting) : take(waiting, moving);
        }
    }
}

/// The order of the indices of a slice's placements (index::ClassIndex), for one side to move. If the pivot king's side
/// is to move, it is row order. If the other side is to move, it is determined first by the rank of the pivot king's
/// side, pivot king included. Only squares without men count, so the order is the same in all slices of a class.
class PlacementOrder {
public:
    PlacementOrder(const SliceLayout& layout, int men, Colour side_to_move)
        : layout_{layout}, free_{64 - men}, is_row_order_{side_to_move == layout.pivot() || layout.others() == 0} {}

    [[nodiscard]] bool is_row_order() const { return is_row_order_; }

    /// Calls visit(index) for each placement, in row order, with its index in the slice. Requires: !is_row_order().
    template <class Visit>
    void for_each_number(Visit&& visit) const {
        const int kings = layout_.co_kings() + 1;
        const std::span co_king_sets = sets(layout_.co_kings());
        // The others come in rank order, so for each set of the pivot king's side the indices ascend.
        std::vector<std::uint32_t> next(index::binomial(free_, kings));
        const auto other_sets = static_cast<std::uint32_t>(index::binomial(free_ - kings, layout_.others()));
        for (std::size_t rank = 0; rank < next.size(); ++rank) {
            next[rank] = static_cast<std::uint32_t>(rank) * other_sets;
        }
        for (const Bitboard co_kings : co_king_sets) {
            const std::uint64_t rank = index::rank_without_lowest(co_kings);
            const int below = co_kings.empty() ? free_ : co_kings.lowest().index();
            for (const Bitboard others : sets(layout_.others())) {
                for (int pivot = 0; pivot < below && !co_kings.intersects(others); ++pivot) {
                    if (!others.contains(Square{pivot})) {
                        visit(next[rank + static_cast<std::uint64_t>(pivot)]++);
                    }
                }
            }
        }
    }

private:
    /// Returns all sets of `count` free squares, by rank.
    [[nodiscard]] std::span<const Bitboard> sets(int count) const {
        return subsets(count).first(index::binomial(free_, count));
    }

    const SliceLayout& layout_;
    int free_;
    bool is_row_order_;
};

}  // namespace dameotb::scores

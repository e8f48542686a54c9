// The order of a slice's placement numbers, and the order in which its rows lie.
// Where whole classes go to files, come back or are checked, numbers are counted and not computed.
#pragma once

#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/store/slice/slice_layout.hpp>

namespace dameotb::store {

/// Calls visit(row, squares) so that the squares, lowest first, row after row, are the runner's squares of the slice's
/// placements in row order: the others ranked first, then the runner's side as one set, whose highest members count
/// most: the fellows, with the runner below them all.
template <class Visit>
void for_each_row_in_order(const SliceLayout& layout, rules::Bitboard men, Visit&& visit) {
    const auto fellow_sets = static_cast<std::uint32_t>(subsets(layout.fellows()).size());
    const auto other_sets = static_cast<std::uint32_t>(subsets(layout.others()).size());
    for (std::uint32_t others = 0; others < other_sets; ++others) {
        for (std::uint32_t fellows = 0; fellows < fellow_sets; ++fellows) {
            const std::uint32_t row = layout.row_of_ranks(fellows, others);
            if (!layout.is_legal(row, men)) {
                continue;
            }
            const rules::Bitboard set = layout.fellows_of(row);
            const std::uint64_t below = set.empty() ? ~std::uint64_t{0} : rules::Bitboard{set.lowest()}.bits() - 1;
            visit(row, layout.vacant(row, men) & rules::Bitboard{below});
        }
    }
}

/// How the numbers of a slice's placements (index::ClassIndex) lie in row order, for one side to move. They are in row
/// order if the runner's side is to move. If the other is, the two sides have changed places: the runner's side is
/// ranked first. Squares count among those that men leave free, so all slices of a class lie alike.
class PlacementOrder {
public:
    PlacementOrder(const SliceLayout& layout, int men, rules::Colour side_to_move)
        : layout_{layout}, free_{64 - men}, is_row_order_{side_to_move == layout.runner() || layout.others() == 0} {}

    [[nodiscard]] bool is_row_order() const { return is_row_order_; }

    /// Calls visit(number) for each placement in row order, with its number in the slice. Requires: !is_row_order().
    template <class Visit>
    void for_each_number(Visit&& visit) const {
        const int kings = layout_.fellows() + 1;
        const std::span fellow_sets = sets(layout_.fellows());
        // Others come in the order of their ranks, so for each set of the runner's side places are counted up.
        std::vector<std::uint32_t> next(index::binomial(free_, kings));
        const auto other_sets = static_cast<std::uint32_t>(index::binomial(free_ - kings, layout_.others()));
        for (std::size_t rank = 0; rank < next.size(); ++rank) {
            next[rank] = static_cast<std::uint32_t>(rank) * other_sets;
        }
        for (const rules::Bitboard others : sets(layout_.others())) {
            for (const rules::Bitboard fellows : fellow_sets) {
                if (fellows.intersects(others)) {
                    continue;
                }
                std::uint32_t rank = 0;  // of fellows and runner: C(runner, 1) = runner comes on top
                int member = 1;
                for (const rules::Square fellow : fellows) {
                    rank += static_cast<std::uint32_t>(index::binomial(fellow.index(), ++member));
                }
                const int below = fellows.empty() ? free_ : fellows.lowest().index();
                for (int runner = 0; runner < below; ++runner) {
                    if (!others.contains(rules::Square{runner})) {
                        visit(next[rank + static_cast<std::uint32_t>(runner)]++);
                    }
                }
            }
        }
    }

private:
    /// Sets of so many of the free squares, by rank.
    [[nodiscard]] std::span<const rules::Bitboard> sets(int count) const {
        return subsets(count).first(index::binomial(free_, count));
    }

    const SliceLayout& layout_;
    int free_;
    bool is_row_order_;
};

/// As for_each_row_in_order, for the placements `first` to `end - 1` of a class without men, of which the file has one
/// of eight images: not all of a row's squares come, and a row that is cut at either end comes with what is left of it.
/// In such a class Black runs, and White's kings are ranked first.
template <class Visit>
void for_each_row_of_numbers(const SliceLayout& layout, const index::ClassIndex& index, std::uint64_t first,
                             std::uint64_t end, Visit&& visit) {
    std::uint32_t row = 0;
    rules::Bitboard squares;
    for (std::uint64_t number = first; number < end; ++number) {
        const rules::Position position = index.unrank(number, rules::Colour::White);
        const rules::Square runner = position.black().kings.lowest();
        const std::uint32_t next = layout.row(position.black().kings - runner, position.white().kings);
        if (next != row && !squares.empty()) {
            visit(row, squares);
            squares = {};
        }
        row = next;
        squares |= runner;
    }
    if (!squares.empty()) {
        visit(row, squares);
    }
}

}  // namespace dameotb::store

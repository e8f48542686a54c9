// The rows of a slice in the order of placement numbers.
// Where whole classes go to files, come back or are checked, numbers are counted and not computed.
#pragma once

#include <dameotb/index/class_index.hpp>

#include "slice_layout.hpp"

namespace dameotb::gen {

/// Calls visit(row, squares) so that the squares, lowest first, row after row, are the runner's squares of the
/// slice's placements in the order of their numbers. The numbers rank the others first, then the runner's side as one
/// set, whose highest members count most: the fellows, with the runner below them all. This is the order of
/// index::ClassIndex for classes with men, since its leader is never the runner's side unless the other has no king.
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

/// The same for the placements `first` to `end - 1` of a class without men, of which the file has one of eight images:
/// not all of a row's squares come, and a row that is cut at either end comes with what is left of it. In such a class
/// Black runs, and White's kings are ranked first.
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

}  // namespace dameotb::gen

// Sets of symmetries of the board, with one bit for each symmetry, and their effect on sets of squares.
#pragma once

#include <bit>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/bitboard.hpp>

namespace dameotb::store::symmetries {

inline constexpr unsigned all_symmetries = (1U << index::symmetries) - 1;
inline constexpr unsigned left_right = 0b11;
inline constexpr unsigned none = 0b1;

/// Calls visit(symmetry) for all symmetries of a set but the one that changes nothing.
template <class Visit>
void for_each_symmetry(unsigned set, const Visit& visit) {
    for (set &= ~none; set != 0; set &= set - 1) {
        visit(std::countr_zero(set));
    }
}

/// Returns those of the symmetries that leave the set of squares as it is.
[[nodiscard]] inline unsigned stabiliser(unsigned symmetries, rules::Bitboard squares) {
    unsigned keep = none;
    for_each_symmetry(symmetries, [&](int symmetry) {
        keep |= static_cast<unsigned>(index::apply(symmetry, squares) == squares) << symmetry;
    });
    return keep;
}

/// Returns whether no image by the symmetries has smaller bits than the set itself.
[[nodiscard]] inline bool is_smallest(unsigned symmetries, rules::Bitboard squares) {
    bool smallest = true;
    for_each_symmetry(symmetries, [&](int symmetry) {
        smallest = smallest && index::apply(symmetry, squares).bits() >= squares.bits();
    });
    return smallest;
}

}  // namespace dameotb::store::symmetries

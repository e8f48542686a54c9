// Sets of symmetries of the board, a bit for each, and the sets of squares that they leave as they are.
#pragma once

#include <bit>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/bitboard.hpp>

namespace dameotb::store::symmetries {

inline constexpr unsigned all_symmetries = (1U << index::symmetries) - 1;
inline constexpr unsigned left_right = 0b11;
inline constexpr unsigned none = 0b1;

/// Calls visit(symmetry) for all of a set but the one that changes nothing.
template <class Visit>
void for_each_symmetry(unsigned set, const Visit& visit) {
    for (set &= ~none; set != 0; set &= set - 1) {
        visit(std::countr_zero(set));
    }
}

/// Those of the symmetries that leave the squares as they are.
[[nodiscard]] inline unsigned stabiliser(unsigned symmetries, rules::Bitboard squares) {
    unsigned keep = none;
    for_each_symmetry(symmetries, [&](int symmetry) {
        keep |= static_cast<unsigned>(index::apply(symmetry, squares) == squares) << symmetry;
    });
    return keep;
}

/// Whether no image has smaller bits.
[[nodiscard]] inline bool is_smallest(unsigned symmetries, rules::Bitboard squares) {
    bool smallest = true;
    for_each_symmetry(symmetries, [&](int symmetry) {
        smallest = smallest && index::apply(symmetry, squares).bits() >= squares.bits();
    });
    return smallest;
}

}  // namespace dameotb::store::symmetries

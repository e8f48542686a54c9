// Which classes there are tables of. The generator makes no others, and no reader looks at others: neither a name nor
// a header makes it work for a class beyond this.
#pragma once

#include <cstddef>

#include <dameotb/index/material.hpp>

namespace dameotb::index {

/// The most pieces that a class with tables has, both sides together. What is made of sets of kings, the index of
/// KKKKKvK and the solver's list of all sets of 5 squares, takes 60 MB each for 6 pieces and ten times as much for 7;
/// and the scores of KKKKvKKK, which the solver holds in memory, would be 164 GB.
inline constexpr int most_pieces = 6;

/// True if there can be tables of the class: neither side bare, at most `most_pieces`. Canonical or not.
[[nodiscard]] inline bool is_supported(const Material& material) {
    return !material.is_bare() && material.pieces() <= most_pieces;
}

namespace detail {
inline constexpr std::size_t count_base = most_pieces + 1;
}  // namespace detail

/// Materials of at most `most_pieces` have different numbers, all below class_numbers: in an array of as many entries a
/// class is found without a search. They are four digits, one for each kind of piece.
inline constexpr std::size_t class_numbers =
    detail::count_base * detail::count_base * detail::count_base * detail::count_base;
/// Requires: material.pieces() <= most_pieces.
[[nodiscard]] constexpr std::size_t class_number(const Material& m) {
    using detail::count_base;
    return ((m.white.kings * count_base + m.white.men) * count_base + m.black.kings) * count_base + m.black.men;
}

}  // namespace dameotb::index

// The classes that have tables. The generator makes no other tables, and no reader looks at others: neither a file's
// name nor its header can make a reader work for a larger class.
#pragma once

#include <cstddef>

#include <dameotb/index/material.hpp>

namespace dameotb::index {

/// The most pieces that a class with tables has, both sides together. Two structures know all sets of kings: the index
/// of KKKKKvK, which takes 60 MB, and the solver's list of all sets of 5 squares and their images, which takes 38 MB.
/// For 7 pieces they would take ten times as much.
inline constexpr int most_pieces = 6;

/// Returns whether there can be tables of the class: neither side is bare, and there are at most `most_pieces` pieces.
/// The class need not be canonical.
[[nodiscard]] inline bool is_supported(const Material& material) {
    return !material.is_bare() && material.pieces() <= most_pieces;
}

/// The most pieces of a class whose size can be told: what tables would take can be known before any can be made.
inline constexpr int most_sized_pieces = 8;

/// Returns whether class_size and what follows from it are right for the class: all are below 2^64 then. The class need
/// not be canonical.
[[nodiscard]] inline bool has_size(const Material& material) {
    return !material.is_bare() && material.pieces() <= most_sized_pieces;
}

namespace detail {
inline constexpr std::size_t count_base = most_pieces + 1;
}  // namespace detail

/// All class numbers are below this, so an array with as many entries finds a class without a search.
inline constexpr std::size_t class_numbers =
    detail::count_base * detail::count_base * detail::count_base * detail::count_base;
/// Returns the class number, which differs for all classes of at most `most_pieces`. It has four digits, one for each
/// kind of piece. Requires: material.pieces() <= most_pieces.
[[nodiscard]] constexpr std::size_t class_number(const Material& m) {
    using detail::count_base;
    return ((m.white.kings * count_base + m.white.men) * count_base + m.black.kings) * count_base + m.black.men;
}

}  // namespace dameotb::index

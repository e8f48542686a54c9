// The classes that have tables. The generator makes no others and readers refuse others: neither a file's name nor its
// header can make a reader work for a larger class.
#pragma once

#include <cstddef>

#include <dameotb/index/material.hpp>

namespace dameotb::index {

/// The most pieces of a class with tables, both sides together. To raise it to 8 takes three things. The solver lists
/// the images of all sets of kings but the pivot king, and those that have rows: 5 bytes for each of the C(64, 7) sets
/// for KKKKKKKvK, 3.1 GB (`LeadingSets`, which number 2^24 orbits at most: there are 78 million). Ranks of sets have 32
/// bits: those of 7 squares fit, those of 8 do not (`RanksWithOneMore`, rows of `scores::SliceLayout`). And KKKKvKKKK
/// takes 9 times the memory of KKKKvKKK.
inline constexpr int most_pieces = 7;

/// Returns whether the class can have tables: neither side is bare, and there are at most `most_pieces` pieces. The
/// class need not be canonical.
[[nodiscard]] inline bool is_supported(const Material& material) {
    return !material.is_bare() && material.pieces() <= most_pieces;
}

/// The most pieces of a class whose size can be computed: what tables would take is known before they can be made.
inline constexpr int most_sized_pieces = 8;

/// Returns whether class_size and figures derived from it are correct for the class: they are all below 2^64. The class
/// need not be canonical.
[[nodiscard]] inline bool has_size(const Material& material) {
    return !material.is_bare() && material.pieces() <= most_sized_pieces;
}

namespace detail {
inline constexpr std::size_t count_base = most_pieces + 1;
}  // namespace detail

/// All class numbers are below this, so an array of this size finds a class without a search.
inline constexpr std::size_t class_numbers =
    detail::count_base * detail::count_base * detail::count_base * detail::count_base;
/// Returns the class number, unique among classes of at most `most_pieces`. It has four digits, one for each kind of
/// piece. Requires: material.pieces() <= most_pieces.
[[nodiscard]] constexpr std::size_t class_number(const Material& m) {
    using detail::count_base;
    return ((m.white.kings * count_base + m.white.men) * count_base + m.black.kings) * count_base + m.black.men;
}

}  // namespace dameotb::index

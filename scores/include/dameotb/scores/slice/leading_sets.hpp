// The sets of a given number of squares, and the eight symmetries of the board on them.
// A class without men is stored up to symmetry by one of its two sets of kings, the leading set (slice_layout.hpp).
// Only canonical leading sets have rows.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/bitboard.hpp>

namespace dameotb::scores {

/// All sets of one size. Of a set's eight images the one with the lowest rank is canonical. Immutable after
/// construction, thread-safe. Symmetries are numbered as in index/symmetry.hpp.
///
/// Some symmetries may leave a canonical set unchanged (its stabiliser). Then equally many symmetries take each of its
/// images to it.
class LeadingSets {
public:
    /// What takes a set to its canonical image.
    struct Leader {
        std::uint32_t place : 24;      ///< Index of the canonical image in `canonical()`.
        std::uint32_t symmetries : 8;  ///< Bit s: symmetry s takes the set to that image.

        /// Returns the lowest of the symmetries, which is 0 exactly if the set is canonical.
        [[nodiscard]] int symmetry() const { return std::countr_zero(static_cast<unsigned>(symmetries)); }
    };

    /// Requires: 0 <= count <= 6, so that 24 bits can number the canonical sets.
    explicit LeadingSets(int count);

    /// Returns the canonical sets, by rank.
    [[nodiscard]] std::span<const Bitboard> canonical() const { return canonical_; }
    [[nodiscard]] const Leader& leader(std::uint32_t rank) const { return leaders_[rank]; }
    /// Returns the places of the canonical images that moves of one king lead to, in ascending order, if no other
    /// pieces are in the way.
    [[nodiscard]] std::vector<std::uint32_t> places_after_move(std::uint32_t place) const;

private:
    std::vector<Bitboard> canonical_;
    std::vector<Leader> leaders_;  ///< By rank.
};

/// Returns the sets of `count` squares. Made once for each count and then shared. Thread-safe. Requires: 0 <= count <
/// index::most_pieces.
[[nodiscard]] const LeadingSets& leading_sets(int count);

}  // namespace dameotb::scores

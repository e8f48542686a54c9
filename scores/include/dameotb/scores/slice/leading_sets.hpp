// The sets of some number of squares, and the eight symmetries of the board on them.
// A class without men is stored up to symmetry by one of its two sets of kings (slice_layout.hpp). Of that set, which
// leads, only canonical ones have rows.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/bitboard.hpp>

namespace dameotb::scores {

/// All sets of one size. Of the eight images of a set the one with the lowest rank is canonical. Immutable after
/// construction, thread-safe. Symmetries are numbered as in index/symmetry.hpp.
///
/// Some symmetries may leave a canonical set as it is (its stabiliser). Then each of its images is brought to it by as
/// many symmetries.
class LeadingSets {
public:
    /// What brings a set to its canonical image.
    struct Leader {
        std::uint32_t place : 24;      ///< Index of the canonical image in `canonical()`.
        std::uint32_t symmetries : 8;  ///< Bit s: symmetry s brings the set to that image.

        /// Returns the lowest of the symmetries, which is 0 exactly if the set is canonical.
        [[nodiscard]] int symmetry() const { return std::countr_zero(static_cast<unsigned>(symmetries)); }
    };

    /// Requires: 0 <= count <= 6, so that the canonical sets can be counted by 24 bits.
    explicit LeadingSets(int count);

    /// Returns the canonical sets, by rank.
    [[nodiscard]] std::span<const rules::Bitboard> canonical() const { return canonical_; }
    [[nodiscard]] const Leader& leader(std::uint32_t rank) const { return leaders_[rank]; }

private:
    std::vector<rules::Bitboard> canonical_;
    std::vector<Leader> leaders_;  ///< By rank.
};

/// Returns the sets of `count` squares. They are made once for each count and then shared. Thread-safe. Requires:
/// 0 <= count < index::most_pieces.
[[nodiscard]] const LeadingSets& leading_sets(int count);

}  // namespace dameotb::scores

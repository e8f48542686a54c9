// The sets of squares that are the least of their eight images, numbered without gaps.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/rules/bitboard.hpp>

#include "ranked_bits.hpp"

namespace dameotb::index {

/// The canonical sets of one size (index::is_canonical) stand for all orbits; they are numbered by rank. Some of them a
/// symmetry leaves unchanged.
///
/// Takes 4 bits for each set of that size: 3.8 MB for those of five squares. Immutable after construction, thread-safe.
class CanonicalSets {
public:
    struct Place {
        std::uint32_t number;
        std::uint32_t symmetric_before;  ///< How many sets of lower number a symmetry leaves unchanged.
        bool is_symmetric;               ///< Whether one leaves this set unchanged.
    };

    /// Requires: 1 <= count <= 6.
    explicit CanonicalSets(int count);

    [[nodiscard]] std::uint32_t size() const { return canonical_.size(); }
    [[nodiscard]] Place place(Bitboard canonical) const;
    /// Returns the canonical set with that number. Requires: number < size().
    [[nodiscard]] Bitboard set(std::uint32_t number) const;
    /// Returns the canonical sets that a symmetry leaves unchanged, by number.
    [[nodiscard]] std::vector<Bitboard> symmetric_sets() const;

private:
    int count_;
    RankedBits canonical_;  ///< By rank.
    RankedBits symmetric_;  ///< Those of them that a symmetry leaves unchanged.
};

}  // namespace dameotb::index

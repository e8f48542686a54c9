// Sets of squares up to some symmetries: orbits are numbered in the order of their least sets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/rules/bitboard.hpp>

#include "ranked_bits.hpp"

namespace dameotb::index {

/// Ranks and unranks the orbits of the sets of `count` of some squares under a group of symmetries. The least set of an
/// orbit, by rank_subset, stands for it; orbits are numbered in the order of these sets.
///
/// If there are few sets, a table has the answers. Otherwise orbits are counted: an orbit comes before a set if one of
/// its sets does, and how many orbits have a set in the union of some families of sets follows from Burnside's lemma
/// and from inclusion and exclusion. A rank then takes a fraction of a microsecond for two symmetries, and no memory;
/// unranking is a binary search over ranks.
///
/// Immutable after construction, thread-safe.
class SetOrbits {
public:
    /// Requires: `group` is a group of symmetries (symmetry.hpp) that map the squares `among` onto themselves, the
    /// identity first; `count` is at most their number and at most 16.
    SetOrbits(Bitboard among, int count, std::vector<int> group);

    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Returns the number of the set's orbit. Requires: a set of `count` of the squares.
    [[nodiscard]] std::uint64_t rank(Bitboard set) const;
    /// Returns the least set of the orbit with that number. Requires: number < size().
    [[nodiscard]] Bitboard unrank(std::uint64_t number) const;
    /// Returns the least set of the orbit after that of `least`. Requires: there is one, and `least` is least.
    [[nodiscard]] Bitboard next(Bitboard least) const;

private:
    /// Up to how many sets are tabulated: pairs of squares and, for more than two symmetries, which take microseconds
    /// to count, all sets that classes of up to 6 pieces need.
    static constexpr std::uint64_t most_tabulated_for_two = std::uint64_t{1} << 11;
    static constexpr std::uint64_t most_tabulated = std::uint64_t{1} << 16;

    void tabulate(std::uint64_t sets);
    [[nodiscard]] Bitboard least_image(Bitboard set) const;
    /// Returns how many orbits have a set that comes before `end`.
    [[nodiscard]] std::uint64_t orbits_before(Bitboard end) const;

    Bitboard among_;
    int count_;
    std::vector<int> symmetries_;
    std::uint64_t size_ = 0;
    std::optional<RankedBits> least_;  ///< The least sets, by rank among `among_`; nothing if orbits are counted.
};

}  // namespace dameotb::index

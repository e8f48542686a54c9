// The perfect index of a class without men: exactly one index for each orbit under the eight symmetries.
// A table gives the symmetry that takes one side's kings (the leaders) to a representative. The other side's kings (the
// followers) are then ranked on the squares left free. If a symmetry leaves the leaders unchanged, the followers are
// instead ranked among their own orbits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/rules/bitboard.hpp>

#include "set_orbits.hpp"

namespace dameotb::index {

/// Why there is one index for each orbit: two placements are symmetric if and only if their leaders have the same
/// representative R and, once the leaders are taken to R, their followers differ by a symmetry that leaves R unchanged.
/// These symmetries are the stabiliser of R. So the orbits are the pairs (R, orbit of the followers under the
/// stabiliser of R). If the stabiliser has only one element, every set of followers is an orbit of its own.
///
/// Immutable after construction, thread-safe.
class KingsOnlyIndex {
public:
    struct Placement {
        rules::Bitboard leaders;
        rules::Bitboard followers;
    };

    /// Takes 4 bytes for each set of leaders, and 24 for each of their orbits. Requires: leaders, followers >= 1,
    /// together at most 8.
    KingsOnlyIndex(int leaders, int followers);

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] std::uint64_t rank(const Placement& placement) const;
    /// Returns the orbit's representative. Requires: number < size().
    [[nodiscard]] Placement unrank(std::uint64_t number) const;
    /// Calls visit(placement) for the representatives of successive orbits. Requires: first + count <= size().
    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t count, const Visit& visit) const;
    /// Returns how many placements the orbit has. Requires: number < size().
    [[nodiscard]] int orbit_size(std::uint64_t number) const;

private:
    /// The representative of a set of leaders. Packed, because there are many sets.
    struct LeaderEntry {
        std::uint32_t representative : 29;
        std::uint32_t to_representative : 3;  ///< The symmetry that takes the set there.
    };

    struct Representative {
        rules::Bitboard leaders;
        std::uint64_t first;            ///< Its first index.
        std::uint32_t follower_orbits;  ///< An index into `follower_orbits_`, or `all_sets`: each set is an orbit.
    };

    static constexpr std::uint32_t all_sets = 0xFFFFFFFFU;

    void add_representative(std::uint64_t leader_rank);

    int leaders_;
    int followers_;
    std::uint64_t size_ = 0;
    std::vector<LeaderEntry> leader_entries_;  ///< By rank among all sets of that size.
    std::vector<Representative> representatives_;
    std::vector<SetOrbits> follower_orbits_;
};

template <class Visit>
void KingsOnlyIndex::for_each(std::uint64_t first, std::uint64_t count, const Visit& visit) const {
    auto next = std::ranges::upper_bound(representatives_, first, {}, &Representative::first);
    for (const std::uint64_t end = first + count; first < end; ++next) {
        const Representative& own = *(next - 1);
        const std::uint64_t own_end = std::min(end, next == representatives_.end() ? size_ : next->first);
        const SetOrbits* orbits = own.follower_orbits == all_sets ? nullptr : &follower_orbits_[own.follower_orbits];
        const std::uint64_t within = first - own.first;
        rules::Bitboard followers =
            orbits == nullptr ? unrank_among(within, followers_, ~own.leaders) : orbits->unrank(within);
        while (true) {
            visit(Placement{own.leaders, followers});
            if (++first == own_end) {
                break;
            }
            followers = orbits == nullptr ? next_set(followers, ~own.leaders) : orbits->next(followers);
        }
    }
}

}  // namespace dameotb::index

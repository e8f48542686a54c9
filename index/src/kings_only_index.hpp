// The perfect index of a class without men: exactly one index for each orbit under the eight symmetries.
// A table gives the symmetry that takes White's kings (the leaders) to a representative. Black's kings (the followers)
// are then ranked on the squares left free. If a symmetry leaves the leaders unchanged, the followers are instead
// looked up among their own orbits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::index {

/// Why there is one index for each orbit: two placements are symmetric if and only if their leaders have the same
/// representative R and, once the leaders are taken to R, their followers differ by a symmetry that leaves R unchanged.
/// These symmetries are the stabiliser of R. So the orbits are the pairs (R, orbit of the followers under the
/// stabiliser of R). If the stabiliser has only one element, every set of followers is an orbit of its own and needs no
/// table.
///
/// Immutable after construction, thread-safe.
class KingsOnlyIndex {
public:
    struct Placement {
        rules::Bitboard leaders;
        rules::Bitboard followers;
    };

    /// Requires: leaders >= followers >= 1, together at most 8.
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
        std::uint32_t follower_orbits;  ///< An index into `follower_orbits_`, or `no_table`.
    };

    /// The orbits of follower sets under a stabiliser. Sets are ranked on the squares that the leaders leave free.
    struct FollowerOrbits {
        std::vector<std::uint32_t> orbit_of_rank;
        std::vector<std::uint32_t> first_rank;  ///< Of each orbit.
    };

    static constexpr std::uint32_t no_table = 0xFFFFFFFFU;

    /// Returns the set of that rank among the sets of `count` squares that the leaders leave free.
    [[nodiscard]] static rules::Bitboard unrank_on_free(std::uint64_t rank, int count, rules::Bitboard leaders);
    void add_representative(std::uint64_t leader_rank);
    [[nodiscard]] FollowerOrbits make_follower_orbits(rules::Bitboard leaders,
                                                      const std::vector<int>& stabiliser) const;

    int leaders_;
    int followers_;
    std::uint64_t size_ = 0;
    std::vector<LeaderEntry> leader_entries_;  ///< By rank among all sets of that size.
    std::vector<Representative> representatives_;
    std::vector<FollowerOrbits> follower_orbits_;
};

template <class Visit>
void KingsOnlyIndex::for_each(std::uint64_t first, std::uint64_t count, const Visit& visit) const {
    auto next = std::ranges::upper_bound(representatives_, first, {}, &Representative::first);
    for (const std::uint64_t end = first + count; first < end; ++next) {
        const Representative& own = *(next - 1);
        const std::uint64_t own_end = next == representatives_.end() ? size_ : next->first;
        const std::uint32_t* ranks =
            own.follower_orbits == no_table ? nullptr : follower_orbits_[own.follower_orbits].first_rank.data();
        for (; first < std::min(end, own_end); ++first) {
            const std::uint64_t within = first - own.first;
            const std::uint64_t rank = ranks == nullptr ? within : ranks[within];
            visit(Placement{own.leaders, unrank_on_free(rank, followers_, own.leaders)});
        }
    }
}

}  // namespace dameotb::index

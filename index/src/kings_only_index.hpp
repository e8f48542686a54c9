// The perfect index of a class without men: one number for each orbit under the eight symmetries, exactly.
// White's kings (the leaders) are brought to a representative by table; Black's (the followers) are then ranked on
// the squares left free, or, where a symmetry leaves the leaders as they are, looked up among their own orbits.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::index {

/// Why the numbers are exactly the orbits: two placements are symmetric if and only if their leaders have the same
/// representative R and, once these are brought to R, their followers differ by a symmetry that keeps R, one of R's
/// stabiliser. So the orbits are the pairs (R, orbit of the followers under the stabiliser of R). A stabiliser of one
/// element leaves every set of followers an orbit of its own, which needs no table.
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
    /// The orbit's representative. Requires: number < size().
    [[nodiscard]] Placement unrank(std::uint64_t number) const;
    /// How many placements the orbit has. Requires: number < size().
    [[nodiscard]] int orbit_size(std::uint64_t number) const;

private:
    /// Where a set of leaders belongs, packed, for there are many.
    struct LeaderEntry {
        std::uint32_t representative : 29;
        std::uint32_t to_representative : 3;  ///< The symmetry that brings the set there.
    };

    struct Representative {
        rules::Bitboard leaders;
        std::uint64_t first;            ///< Its first number.
        std::uint32_t follower_orbits;  ///< Which of `follower_orbits_`, or `no_table`.
    };

    /// The orbits of follower sets under a stabiliser; sets are ranked on the squares that the leaders leave free.
    struct FollowerOrbits {
        std::vector<std::uint32_t> orbit_of_rank;
        std::vector<std::uint32_t> first_rank;  ///< Of each orbit.
    };

    static constexpr std::uint32_t no_table = 0xFFFFFFFFU;

    void add_representative(std::uint64_t leader_rank);
    [[nodiscard]] FollowerOrbits make_follower_orbits(rules::Bitboard leaders,
                                                      const std::vector<int>& stabiliser) const;

    int leaders_;
    int followers_;
    std::uint64_t size_ = 0;
    std::vector<LeaderEntry> leader_entries_;  ///< By rank among all sets of as many squares.
    std::vector<Representative> representatives_;
    std::vector<FollowerOrbits> follower_orbits_;
};

}  // namespace dameotb::index

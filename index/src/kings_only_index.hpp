// The perfect index of a class without men: exactly one index for each orbit under the eight symmetries.
// A symmetry takes one side's kings (the leaders) to their canonical image, which has a number (canonical_sets.hpp).
// The other side's kings (the followers) are then ranked on the squares left free. If a symmetry leaves the leaders
// unchanged, the followers are instead ranked among their own orbits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/rules/bitboard.hpp>

#include "canonical_sets.hpp"
#include "set_orbits.hpp"

namespace dameotb::index {

/// Why there is one index for each orbit: two placements are symmetric if and only if their leaders have the same
/// canonical image C and, once the leaders are taken to C, their followers differ by a symmetry that leaves C
/// unchanged. These symmetries are the stabiliser of C. So the orbits are the pairs (C, orbit of the followers under
/// the stabiliser of C). If the stabiliser has only one element, every set of followers is an orbit of its own.
///
/// Immutable after construction, thread-safe.
class KingsOnlyIndex {
public:
    struct Placement {
        Bitboard leaders;
        Bitboard followers;
    };

    /// Requires: 1 <= leaders <= 6, followers >= 1, together at most 8.
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
    /// The indices with the same leaders, which are canonical.
    struct Run {
        std::uint64_t first;
        std::uint64_t count;
        const SetOrbits* orbits;  ///< Of the followers; null if each set of them is an orbit.
    };

    /// Leaders that a symmetry leaves unchanged.
    struct Symmetric {
        std::uint32_t number;  ///< Among canonical leaders.
        std::uint64_t end;     ///< The index after their last one.
        SetOrbits orbits;      ///< Of the followers.
    };

    [[nodiscard]] Run run(const CanonicalSets::Place& leaders) const;
    /// Returns the number of the leaders whose run an index lies in.
    [[nodiscard]] std::uint32_t number_of_run(std::uint64_t index) const;

    int followers_;
    CanonicalSets leaders_;
    std::uint64_t all_sets_;  ///< Of followers beside given leaders.
    std::uint64_t size_ = 0;
    std::vector<Symmetric> symmetric_;  ///< By number.
};

template <class Visit>
void KingsOnlyIndex::for_each(std::uint64_t first, std::uint64_t count, const Visit& visit) const {
    Placement placement = count > 0 ? unrank(first) : Placement{};
    for (const std::uint64_t end = first + count; first < end;) {
        const Run own = run(leaders_.place(placement.leaders));
        const std::uint64_t own_end = std::min(end, own.first + own.count);
        while (true) {
            visit(placement);
            if (++first == own_end) {
                break;
            }
            placement.followers = own.orbits == nullptr ? next_set(placement.followers, ~placement.leaders)
                                                        : own.orbits->next(placement.followers);
        }
        if (first < end) {
            placement = unrank(first);
        }
    }
}

}  // namespace dameotb::index

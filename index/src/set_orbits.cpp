#include "set_orbits.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

namespace dameotb::index {

namespace {

/// The squares that each symmetry leaves where they are.
constexpr auto kept_squares = [] {
    std::array<Bitboard, symmetries> kept;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        for (const Square square : all_squares) {
            if (apply(symmetry, square) == square) {
                kept[static_cast<std::size_t>(symmetry)] |= square;
            }
        }
    }
    return kept;
}();

/// Returns whether all cycles of the symmetry have four squares. Those of all others have one or two.
constexpr bool is_quarter_turn(int symmetry) {
    return inverse(symmetry) != symmetry;
}

/// The sets of a given size that hold the squares `least` and lie in `most`.
struct Family {
    Bitboard least;
    Bitboard most;

    [[nodiscard]] Family image(int symmetry) const { return {apply(symmetry, least), apply(symmetry, most)}; }
    [[nodiscard]] Family meet(const Family& other) const { return {least | other.least, most & other.most}; }
    [[nodiscard]] bool is_empty(int count) const { return !(least - most).empty() || least.count() > count; }

    /// Returns a family with the same sets that the symmetry leaves unchanged, whose `least` and `most` consist of
    /// whole cycles of the symmetry.
    [[nodiscard]] Family with_whole_cycles(int symmetry) const {
        Family whole = meet(image(symmetry));
        if (is_quarter_turn(symmetry)) {
            whole = whole.meet(whole.image(symmetry).image(symmetry));
        }
        return whole;
    }

    /// Returns how many of the sets the symmetry leaves unchanged. Requires: with_whole_cycles(symmetry)
    /// returned this family, and it is not empty.
    [[nodiscard]] std::uint64_t kept(int symmetry, int count) const {
        const Bitboard optional = most - least;
        const int missing = count - least.count();
        if (is_quarter_turn(symmetry)) {
            return missing % 4 == 0 ? binomial(optional.count() / 4, missing / 4) : 0;
        }
        const int alone = (optional & kept_squares[static_cast<std::size_t>(symmetry)]).count();
        const int pairs = (optional.count() - alone) / 2;
        std::uint64_t sets = 0;
        for (int taken = 0; 2 * taken <= missing; ++taken) {
            sets += binomial(pairs, taken) * binomial(alone, missing - 2 * taken);
        }
        return sets;
    }
};

/// The sets of `count` of some squares that come before a set, and their images under a group of symmetries. Sets
/// before {s1 < ... < sk} fall into k families: for each i, those that hold s(i+1) to sk, and i squares below si.
class SetsBefore {
public:
    SetsBefore(Bitboard among, int count, Bitboard end, const std::vector<int>& group)
        : among_{among}, count_{count}, group_{group} {
        Bitboard higher = end;
        for (const Square square : end) {
            higher -= square;
            families_[families_used_++] = {higher, higher | (among & squares_below(square))};
        }
    }

    /// Returns how many sets of the union of all images a symmetry leaves unchanged.
    [[nodiscard]] std::uint64_t kept(int symmetry) const {
        // All that it leaves unchanged, less those in none of the images.
        const Family all{{}, among_};
        return all.kept(symmetry, count_) - outside(all, 0, symmetry);
    }

private:
    /// Returns how many sets of the family `symmetry` leaves unchanged that are in none of the images under the group's
    /// symmetries from number `first` on. The families of one image are disjoint, so each is subtracted once.
    [[nodiscard]] std::uint64_t outside(Family family, std::size_t first, int symmetry) const {
        family = family.with_whole_cycles(symmetry);
        if (family.is_empty(count_)) {
            return 0;
        }
        if (first == group_.size()) {
            return family.kept(symmetry, count_);
        }
        std::uint64_t sets = outside(family, first + 1, symmetry);
        for (const Family& before : std::span{families_}.first(families_used_)) {
            sets -= outside(family.meet(before.image(group_[first])), first + 1, symmetry);
        }
        return sets;
    }

    Bitboard among_;
    int count_;
    const std::vector<int>& group_;
    std::array<Family, detail::max_choose> families_;
    std::size_t families_used_ = 0;
};

}  // namespace

SetOrbits::SetOrbits(Bitboard among, int count, std::vector<int> group)
    : among_{among}, count_{count}, symmetries_{std::move(group)} {
    const std::uint64_t sets = binomial(among.count(), count);
    if (sets <= (symmetries_.size() == 2 ? most_tabulated_for_two : most_tabulated)) {
        tabulate(sets);
        size_ = least_->size();
        return;
    }
    for (const int symmetry : symmetries_) {
        size_ += Family{{}, among_}.kept(symmetry, count_);
    }
    size_ /= symmetries_.size();
}

void SetOrbits::tabulate(std::uint64_t sets) {
    RankedBits& least = least_.emplace(sets);
    Bitboard set = unrank_among(0, count_, among_);
    for (std::uint64_t rank = 0; rank < sets; ++rank) {
        if (least_image(set) == set) {
            least.add(rank);
        }
        if (rank + 1 < sets) {
            set = next_set(set, among_);
        }
    }
    least.count_members();
}

std::uint64_t SetOrbits::rank(Bitboard set) const {
    const Bitboard least = least_image(set);
    return least_ ? least_->before(rank_subset_beside(~among_, least)) : orbits_before(least);
}

Bitboard SetOrbits::unrank(std::uint64_t number) const {
    if (least_) {
        return unrank_among(least_->member(static_cast<std::uint32_t>(number)), count_, among_);
    }
    // The last set before which there are no more orbits than `number`.
    std::uint64_t least = number;
    std::uint64_t most = binomial(among_.count(), count_) - 1;
    while (least < most) {
        const std::uint64_t middle = most - (most - least) / 2;
        if (orbits_before(unrank_among(middle, count_, among_)) <= number) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    return unrank_among(least, count_, among_);
}

Bitboard SetOrbits::next(Bitboard least) const {
    do {
        least = next_set(least, among_);
    } while (least_image(least) != least);
    return least;
}

Bitboard SetOrbits::least_image(Bitboard set) const {
    std::uint64_t least = set.bits();
    for (const int symmetry : symmetries_) {
        least = std::min(least, apply(symmetry, set).bits());
    }
    return Bitboard{least};
}

// Burnside's lemma: the number of orbits is the mean, over the symmetries, of the number of sets that each leaves
// unchanged.
std::uint64_t SetOrbits::orbits_before(Bitboard end) const {
    const SetsBefore before{among_, count_, end, symmetries_};
    std::uint64_t kept = 0;
    for (const int symmetry : symmetries_) {
        kept += before.kept(symmetry);
    }
    return kept / symmetries_.size();
}

}  // namespace dameotb::index

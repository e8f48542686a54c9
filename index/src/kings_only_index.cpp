// Numbers the runs of indices with the same leaders, and ranks placements in them.
#include "kings_only_index.hpp"

#include <utility>
#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

namespace dameotb::index {

namespace {

/// Returns the symmetries that leave the set unchanged.
std::vector<int> stabiliser(Bitboard set) {
    const auto all = images(set);
    std::vector<int> keeping;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        if (all[static_cast<std::size_t>(symmetry)] == set) {
            keeping.push_back(symmetry);
        }
    }
    return keeping;
}

}  // namespace

KingsOnlyIndex::KingsOnlyIndex(int leaders, int followers)
    : followers_{followers},
      leaders_{leaders},
      all_sets_{binomial(64 - leaders, followers)},
      size_{leaders_.size() * all_sets_} {
    for (const Bitboard set : leaders_.symmetric_sets()) {
        const std::uint32_t number = leaders_.place(set).number;
        SetOrbits orbits{~set, followers, stabiliser(set)};
        size_ -= all_sets_ - orbits.size();
        symmetric_.push_back({number, size_ - (leaders_.size() - number - 1) * all_sets_, std::move(orbits)});
    }
}

KingsOnlyIndex::Run KingsOnlyIndex::run(const CanonicalSets::Place& leaders) const {
    if (leaders.is_symmetric) {
        const Symmetric& own = symmetric_[leaders.symmetric_before];
        return {own.end - own.orbits.size(), own.orbits.size(), &own.orbits};
    }
    if (leaders.symmetric_before == 0) {
        return {leaders.number * all_sets_, all_sets_, nullptr};
    }
    const Symmetric& last = symmetric_[leaders.symmetric_before - 1];
    return {last.end + (leaders.number - last.number - 1) * all_sets_, all_sets_, nullptr};
}

std::uint32_t KingsOnlyIndex::number_of_run(std::uint64_t index) const {
    // The next symmetric leaders, whose run is shorter than others, and the last ones.
    const auto next = std::ranges::upper_bound(symmetric_, index, {}, &Symmetric::end);
    const bool is_first = next == symmetric_.begin();
    const std::uint64_t end = is_first ? 0 : (next - 1)->end;
    const std::uint32_t first = is_first ? 0 : (next - 1)->number + 1;
    const auto number = static_cast<std::uint32_t>(first + (index - end) / all_sets_);
    return next == symmetric_.end() ? number : std::min(number, next->number);
}

std::uint64_t KingsOnlyIndex::rank(const Placement& placement) const {
    const auto all = images(placement.leaders);
    std::size_t least = 0;
    for (std::size_t symmetry = 1; symmetry < all.size(); ++symmetry) {
        least = all[symmetry].bits() < all[least].bits() ? symmetry : least;
    }
    const Run own = run(leaders_.place(all[least]));
    const Bitboard followers = apply(static_cast<int>(least), placement.followers);
    return own.first +
           (own.orbits == nullptr ? rank_subset_beside(all[least], followers) : own.orbits->rank(followers));
}

KingsOnlyIndex::Placement KingsOnlyIndex::unrank(std::uint64_t number) const {
    const Bitboard leaders = leaders_.set(number_of_run(number));
    const Run own = run(leaders_.place(leaders));
    const std::uint64_t within = number - own.first;
    return {leaders, own.orbits == nullptr ? unrank_among(within, followers_, ~leaders) : own.orbits->unrank(within)};
}

int KingsOnlyIndex::orbit_size(std::uint64_t number) const {
    const Placement placement = unrank(number);
    const auto keeping = std::ranges::count_if(stabiliser(placement.leaders), [&](int symmetry) {
        return apply(symmetry, placement.followers) == placement.followers;
    });
    // This is the orbit-stabiliser theorem.
    return symmetries / static_cast<int>(keeping);
}

}  // namespace dameotb::index

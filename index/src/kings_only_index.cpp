// Builds the table of leaders, and ranks placements by it.
#include "kings_only_index.hpp"

#include <utility>
#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

namespace dameotb::index {

namespace {

using rules::Bitboard;

constexpr std::uint32_t unset = (1U << 29) - 1;

}  // namespace

KingsOnlyIndex::KingsOnlyIndex(int leaders, int followers) : leaders_{leaders}, followers_{followers} {
    leader_entries_.assign(binomial(64, leaders), LeaderEntry{unset, 0});
    for (std::uint64_t rank = 0; rank < leader_entries_.size(); ++rank) {
        if (leader_entries_[rank].representative == unset) {
            add_representative(rank);
        }
    }
}

void KingsOnlyIndex::add_representative(std::uint64_t leader_rank) {
    const Bitboard leaders = unrank_subset(leader_rank, leaders_);
    const auto representative_index = static_cast<std::uint32_t>(representatives_.size());
    std::vector<int> stabiliser;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        const Bitboard image = apply(symmetry, leaders);
        // These fit into 29 and 3 bits.
        leader_entries_[rank_subset(image)] = {representative_index & unset,
                                               static_cast<std::uint32_t>(inverse(symmetry)) & 7U};
        if (image == leaders) {
            stabiliser.push_back(symmetry);
        }
    }
    Representative added{leaders, size_, all_sets};
    if (stabiliser.size() == 1) {
        size_ += binomial(64 - leaders_, followers_);
    } else {
        added.follower_orbits = static_cast<std::uint32_t>(follower_orbits_.size());
        follower_orbits_.emplace_back(~leaders, followers_, std::move(stabiliser));
        size_ += follower_orbits_.back().size();
    }
    representatives_.push_back(added);
}

std::uint64_t KingsOnlyIndex::rank(const Placement& placement) const {
    const LeaderEntry entry = leader_entries_[rank_subset(placement.leaders)];
    const Representative& representative = representatives_[entry.representative];
    const Bitboard followers = apply(static_cast<int>(entry.to_representative), placement.followers);
    return representative.first + (representative.follower_orbits == all_sets
                                       ? rank_subset_beside(representative.leaders, followers)
                                       : follower_orbits_[representative.follower_orbits].rank(followers));
}

KingsOnlyIndex::Placement KingsOnlyIndex::unrank(std::uint64_t number) const {
    Placement found;
    for_each(number, 1, [&](const Placement& placement) { found = placement; });
    return found;
}

int KingsOnlyIndex::orbit_size(std::uint64_t number) const {
    const Placement placement = unrank(number);
    int keeping = 0;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        if (apply(symmetry, placement.leaders) == placement.leaders &&
            apply(symmetry, placement.followers) == placement.followers) {
            ++keeping;
        }
    }
    // This is the orbit-stabiliser theorem.
    return symmetries / keeping;
}

}  // namespace dameotb::index

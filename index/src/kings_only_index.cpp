// Builds tables of orbits, and ranks placements by looking them up.
#include "kings_only_index.hpp"

#include <algorithm>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

namespace dameotb::index {

namespace {

using rules::Bitboard;

constexpr std::uint32_t unset = (1U << 29) - 1;

}  // namespace

Bitboard KingsOnlyIndex::unrank_on_free(std::uint64_t rank, int count, Bitboard leaders) {
    return Bitboard{expand(unrank_subset(rank, count).bits(), (~leaders).bits())};
}

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
    Representative added{leaders, size_, no_table};
    if (stabiliser.size() == 1) {
        size_ += binomial(64 - leaders_, followers_);
    } else {
        added.follower_orbits = static_cast<std::uint32_t>(follower_orbits_.size());
        follower_orbits_.push_back(make_follower_orbits(leaders, stabiliser));
        size_ += follower_orbits_.back().first_rank.size();
    }
    representatives_.push_back(added);
}

KingsOnlyIndex::FollowerOrbits KingsOnlyIndex::make_follower_orbits(Bitboard leaders,
                                                                    const std::vector<int>& stabiliser) const {
    FollowerOrbits orbits;
    orbits.orbit_of_rank.assign(binomial(64 - leaders_, followers_), unset);
    for (std::uint32_t rank = 0; rank < orbits.orbit_of_rank.size(); ++rank) {
        if (orbits.orbit_of_rank[rank] != unset) {
            continue;
        }
        const Bitboard followers = unrank_on_free(rank, followers_, leaders);
        for (const int symmetry : stabiliser) {
            orbits.orbit_of_rank[rank_subset_beside(leaders, apply(symmetry, followers))] =
                static_cast<std::uint32_t>(orbits.first_rank.size());
        }
        orbits.first_rank.push_back(rank);
    }
    return orbits;
}

std::uint64_t KingsOnlyIndex::rank(const Placement& placement) const {
    const LeaderEntry entry = leader_entries_[rank_subset(placement.leaders)];
    const Representative& representative = representatives_[entry.representative];
    const Bitboard followers = apply(static_cast<int>(entry.to_representative), placement.followers);
    const std::uint64_t follower_rank = rank_subset_beside(representative.leaders, followers);
    if (representative.follower_orbits == no_table) {
        return representative.first + follower_rank;
    }
    return representative.first + follower_orbits_[representative.follower_orbits].orbit_of_rank[follower_rank];
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

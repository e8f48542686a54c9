// Visits the sets by rank, so that a set's canonical image was seen before or is the set itself.
#include <dameotb/scores/slice/leading_sets.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/rules/king_unmoves.hpp>

namespace dameotb::scores {

LeadingSets::LeadingSets(int count) {
    Bitboard set{(std::uint64_t{1} << count) - 1};
    leaders_.resize(index::binomial(64, count));
    canonical_.reserve(index::king_orbits(static_cast<std::size_t>(count), 0));
    for (std::uint32_t rank = 0; rank < leaders_.size(); ++rank) {
        Bitboard canonical = set;
        unsigned symmetries = 1;
        const auto images = index::images(set);
        for (int symmetry = 1; symmetry < index::symmetries; ++symmetry) {
            const Bitboard image = images[static_cast<std::size_t>(symmetry)];
            if (image.bits() <= canonical.bits()) {
                symmetries = (image == canonical ? symmetries : 0U) | 1U << symmetry;
                canonical = image;
            }
        }
        if (canonical == set) {
            leaders_[rank].place = static_cast<std::uint32_t>(canonical_.size()) & 0xFFFFFFU;
            canonical_.push_back(set);
        } else {
            leaders_[rank].place = leaders_[index::rank_subset(canonical)].place;
        }
        leaders_[rank].symmetries = symmetries & 0xFFU;
        if (rank + 1 < leaders_.size()) {
            set = index::next_set(set, all_squares);
        }
    }
}

std::vector<std::uint32_t> LeadingSets::places_after_move(std::uint32_t place) const {
    const Bitboard set = canonical_[place];
    std::vector<std::uint32_t> places;
    for (const Square king : set) {
        rules::walk_king(king.index(), (~set).bits(), [&](int to, std::uint64_t) {
            const Bitboard moved = (set - king) | Square{to};
            places.push_back(leaders_[index::rank_subset(moved)].place);
            return true;
        });
    }
    std::ranges::sort(places);
    const auto repeated = std::ranges::unique(places);
    places.erase(repeated.begin(), repeated.end());
    return places;
}

const LeadingSets& leading_sets(int count) {
    static std::array<std::once_flag, index::most_pieces> made;
    static std::array<std::unique_ptr<const LeadingSets>, index::most_pieces> sets;
    const auto k = static_cast<std::size_t>(count);
    std::call_once(made.at(k), [&] { sets[k] = std::make_unique<const LeadingSets>(count); });
    return *sets[k];
}

}  // namespace dameotb::scores

#include "canonical_sets.hpp"

#include <algorithm>
#include <array>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

namespace dameotb::index {

namespace {

/// Finds the canonical sets with a given highest square. If a symmetry takes all squares of a set below its highest
/// one, the image has a lower rank. So a canonical set has, for each symmetry, a square that stays at or above that
/// one, and few other sets do.
template <class Visit>
class CanonicalSearch {
public:
    CanonicalSearch(Square highest, const Visit& visit) : visit_{visit} {
        for (const Square square : squares_below(highest) | highest) {
            for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
                if (apply(symmetry, square).index() >= highest.index()) {
                    staying_[static_cast<std::size_t>(symmetry)] |= square;
                }
            }
        }
    }

    /// Visits the canonical sets that consist of `chosen` and `missing` squares of `below`.
    void search(Bitboard chosen, int missing, Bitboard below) const {
        if (missing == 0) {
            if (is_canonical(chosen)) {
                visit_(chosen);
            }
            return;
        }
        Bitboard candidates = below;
        for (const Bitboard staying : staying_) {
            if (!staying.intersects(chosen)) {
                if (missing == 1) {
                    candidates &= staying;
                } else if (!staying.intersects(below)) {
                    return;
                }
            }
        }
        for (const Square square : candidates) {
            search(chosen | square, missing - 1, below & squares_below(square));
        }
    }

private:
    const Visit& visit_;
    std::array<Bitboard, symmetries> staying_;  ///< Squares that each symmetry does not take below the highest.
};

}  // namespace

CanonicalSets::CanonicalSets(int count)
    : count_{count}, canonical_{binomial(64, count)}, symmetric_{binomial(64, count)} {
    const auto add = [this](Bitboard set) {
        canonical_.add(rank_subset(set));
        if (std::ranges::count(images(set), set) > 1) {
            symmetric_.add(rank_subset(set));
        }
    };
    for (const Square highest : all_squares) {
        CanonicalSearch{highest, add}.search(Bitboard{highest}, count - 1, squares_below(highest));
    }
    canonical_.count_members();
    symmetric_.count_members();
}

CanonicalSets::Place CanonicalSets::place(Bitboard canonical) const {
    const std::uint64_t rank = rank_subset(canonical);
    return {canonical_.before(rank), symmetric_.before(rank), symmetric_.contains(rank)};
}

Bitboard CanonicalSets::set(std::uint32_t number) const {
    return unrank_subset(canonical_.member(number), count_);
}

std::vector<Bitboard> CanonicalSets::symmetric_sets() const {
    std::vector<Bitboard> sets(symmetric_.size());
    for (std::uint32_t i = 0; i < symmetric_.size(); ++i) {
        sets[i] = unrank_subset(symmetric_.member(i), count_);
    }
    return sets;
}

}  // namespace dameotb::index

// Canonical sets must be numbered by rank without gaps, and those that a symmetry leaves unchanged must be known.
#include "canonical_sets.hpp"

#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

#include "catch.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::CanonicalSets;

TEST_CASE("canonical sets of squares are numbered by rank") {
    for (int count = 1; count <= (tests::sampled ? 3 : 5); ++count) {
        CAPTURE(count);
        const CanonicalSets sets{count};
        std::vector<Bitboard> symmetric;
        std::uint32_t number = 0;
        bool holds = true;
        Bitboard set{(std::uint64_t{1} << count) - 1};
        const std::uint64_t all = index::binomial(64, count);
        for (std::uint64_t rank = 0; rank < all; ++rank) {
            bool is_canonical = true;
            bool is_symmetric = false;
            for (int symmetry = 1; symmetry < index::symmetries; ++symmetry) {
                const Bitboard image = index::apply(symmetry, set);
                is_canonical = is_canonical && index::rank_subset(image) >= rank;
                is_symmetric = is_symmetric || image == set;
            }
            if (is_canonical) {
                const CanonicalSets::Place place = sets.place(set);
                holds = holds && place.number == number && place.symmetric_before == symmetric.size() &&
                        place.is_symmetric == is_symmetric && sets.set(number) == set;
                if (is_symmetric) {
                    symmetric.push_back(set);
                }
                ++number;
            }
            if (rank + 1 < all) {
                set = index::next_set(set, all_squares);
            }
        }
        CHECK(holds);
        CHECK(sets.size() == number);
        CHECK((sets.symmetric_sets() == symmetric));
    }
}

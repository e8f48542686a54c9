// Orbits of sets must be numbered without gaps in the order of their least sets, whether tables say so or they are
// counted.
#include <algorithm>
#include <array>
#include <vector>

#include "set_orbits.hpp"

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::SetOrbits;

namespace {

Bitboard least_image(Bitboard set, const std::vector<int>& symmetries) {
    Bitboard least = set;
    for (const int symmetry : symmetries) {
        least =
            std::min(least, index::apply(symmetry, set), [](Bitboard a, Bitboard b) { return a.bits() < b.bits(); });
    }
    return least;
}

/// All groups of symmetries of the board but the trivial one.
const std::vector<std::vector<int>> groups{
    {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 7}, {0, 1, 2, 3}, {0, 3, 4, 7}, {0, 3, 5, 6}, {0, 1, 2, 3, 4, 5, 6, 7}};

}  // namespace

TEST_CASE("orbits of sets are numbered in the order of their least sets") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const auto& symmetries : groups) {
        for (int count = 1; count <= (tests::sampled ? 3 : symmetries.size() == 2 ? 5 : 4); ++count) {
            // A random set of squares is left out, with its images.
            Bitboard among = all_squares;
            const Square out{static_cast<int>(random() % 64)};
            for (const int symmetry : symmetries) {
                among -= index::apply(symmetry, out);
            }
            CAPTURE(symmetries, count, among.bits());
            const SetOrbits orbits{among, count, symmetries};
            // Counting takes long for large groups.
            const std::uint64_t step = count < 4                ? 1
                                       : symmetries.size() == 2 ? 599
                                       : symmetries.size() == 4 ? 9973
                                                                : 99'991;
            std::uint64_t number = 0;
            Bitboard set{index::expand((std::uint64_t{1} << count) - 1, among.bits())};
            const std::uint64_t sets = index::binomial(among.count(), count);
            bool holds = true;
            Bitboard last;
            for (std::uint64_t rank = 0; rank < sets; ++rank) {
                const bool is_least = least_image(set, symmetries) == set;
                if (is_least && number % step == 0) {
                    holds = holds && orbits.unrank(number) == set && orbits.rank(set) == number;
                    for (const int symmetry : symmetries) {
                        holds = holds && orbits.rank(index::apply(symmetry, set)) == number;
                    }
                }
                if (is_least) {
                    holds = holds && (number == 0 || orbits.next(last) == set);
                    last = set;
                    ++number;
                }
                if (rank + 1 < sets) {
                    set = index::next_set(set, among);
                }
            }
            CHECK(holds);
            CHECK(orbits.size() == number);
        }
    }
}

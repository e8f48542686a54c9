// Compares subset ranks, and gathering and spreading of bits, with plain definitions.
#include <dameotb/index/combinatorics.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using index::binomial;

namespace {

std::uint64_t plain_compress(std::uint64_t squares, std::uint64_t mask) {
    std::uint64_t packed = 0;
    int offset = 0;
    for (int bit = 0; bit < 64; ++bit) {
        if ((mask >> bit) & 1) {
            packed |= ((squares >> bit) & 1) << offset++;
        }
    }
    return packed;
}

std::uint64_t plain_expand(std::uint64_t packed, std::uint64_t mask) {
    std::uint64_t squares = 0;
    int offset = 0;
    for (int bit = 0; bit < 64; ++bit) {
        if ((mask >> bit) & 1) {
            squares |= ((packed >> offset++) & 1) << bit;
        }
    }
    return squares;
}

}  // namespace

TEST_CASE("binomials follow from counting subsets one by one") {
    CHECK(binomial(0, 0) == 1);
    CHECK(binomial(3, 5) == 0);
    CHECK(binomial(64, 16) == 488526937079580U);
    for (int k = 0; k <= 3; ++k) {
        std::uint64_t subsets = 0;
        tests::for_each_subset(k, all_squares, [&](Bitboard) { ++subsets; });
        CHECK(binomial(64, k) == subsets);
    }
}

TEST_CASE("subset ranks are gapless, in numeric order, and invert") {
    for (int k = 0; k <= 3; ++k) {
        Bitboard last;
        for (std::uint64_t rank = 0; rank < binomial(64, k); ++rank) {
            const Bitboard squares = index::unrank_subset(rank, k);
            REQUIRE(squares.count() == k);
            REQUIRE(index::rank_subset(squares) == rank);
            REQUIRE((rank == 0 || squares.bits() > last.bits()));
            last = squares;
        }
    }
}

TEST_CASE("subset ranks invert for up to 16 squares") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int k = 4; k <= 16; ++k) {
        for (int i = 0; i < 2000; ++i) {
            Bitboard taken;
            const Bitboard squares = tests::random_squares(random, k, all_squares, taken);
            const std::uint64_t rank = index::rank_subset(squares);
            REQUIRE(rank < binomial(64, k));
            REQUIRE(index::unrank_subset(rank, k) == squares);
        }
    }
}

TEST_CASE("ranks beside holes are those of the squares that are left, numbered anew") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int count = 0; count <= 8; ++count) {
        for (int i = 0; i < 2000; ++i) {
            Bitboard taken;
            const Bitboard holes = tests::random_squares(random, static_cast<int>(random() % 9), all_squares, taken);
            const Bitboard squares = tests::random_squares(random, count, all_squares, taken);
            CAPTURE(holes.bits(), squares.bits());
            REQUIRE(index::rank_subset_beside(holes, squares) ==
                    index::rank_subset(Bitboard{plain_compress(squares.bits(), (~holes).bits())}));
        }
    }
}

TEST_CASE("compress and expand equal a loop over all bits") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    std::vector<std::uint64_t> masks{
        0, 1, ~std::uint64_t{0}, ~std::uint64_t{1}, std::uint64_t{1} << 63, ~(std::uint64_t{1} << 63)};
    for (int i = 0; i < 5000; ++i) {
        masks.push_back(random());
        masks.push_back(random() | random() | random() | random());
    }
    for (const std::uint64_t mask : masks) {
        const std::uint64_t word = random();
        CAPTURE(mask, word);
        REQUIRE(index::compress(word, mask) == plain_compress(word, mask));
        REQUIRE(index::expand(word, mask) == plain_expand(word, mask));
    }
}

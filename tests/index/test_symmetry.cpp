// The eight symmetries: one square, sets of squares and the inverse must agree, and no two symmetries are the same.
#include <dameotb/index/symmetry.hpp>

#include <random>
#include <set>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;

TEST_CASE("a symmetry of a set is the symmetry of each of its squares, and its inverse undoes it") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
        for (int i = 0; i < 200; ++i) {
            const Bitboard squares{random() & random()};
            Bitboard one_by_one;
            for (const Square square : squares) {
                one_by_one |= index::apply(symmetry, square);
            }
            REQUIRE(index::apply(symmetry, squares) == one_by_one);
            REQUIRE(index::images(squares)[static_cast<std::size_t>(symmetry)] == one_by_one);
            REQUIRE(index::apply(index::inverse(symmetry), one_by_one) == squares);
        }
    }
}

TEST_CASE("the eight symmetries are different, and keep diagonals diagonal") {
    std::set<std::pair<int, int>> images;
    for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
        const Square a1 = index::apply(symmetry, Square{0, 0});
        const Square b1 = index::apply(symmetry, Square{1, 0});
        images.emplace(a1.index(), b1.index());
        const Square h8 = index::apply(symmetry, Square{7, 7});
        CHECK(a1.file() + h8.file() == 7);
        CHECK(a1.rank() + h8.rank() == 7);
    }
    CHECK(images.size() == 8);
}

TEST_CASE("two symmetries, one after the other, are the composed one") {
    for (int first = 0; first < index::symmetries; ++first) {
        for (int second = 0; second < index::symmetries; ++second) {
            for (const Square square : all_squares) {
                REQUIRE(index::apply(index::composed(first, second), square) ==
                        index::apply(second, index::apply(first, square)));
            }
        }
    }
}

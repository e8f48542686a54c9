// Tests all successor vectors: the legal moves on which independent implementations of Dameo agree.
#include <algorithm>

#include "catch.hpp"
#include "moves.hpp"
#include "vectors.hpp"

using namespace dameotb;

TEST_CASE("the vectors are read") {
    CHECK(tests::vectors().size() == 3100);
    CHECK(std::ranges::any_of(tests::vectors(), [](const tests::Vector& v) { return v.captured > 3; }));
    CHECK(std::ranges::any_of(tests::vectors(), [](const tests::Vector& v) { return v.captured == 0; }));
}

TEST_CASE("successors equal the vectors, each once") {
    for (const tests::Vector& vector : tests::vectors()) {
        INFO(vector.fen);
        REQUIRE(tests::successors_of(vector.fen) == vector.successors);
        REQUIRE(rules::successors(rules::parse_position(vector.fen)).size() == vector.successors.size());
    }
}

TEST_CASE("every legal move takes as many pieces as the vectors say, and moves are quiet only if none is taken") {
    for (const tests::Vector& vector : tests::vectors()) {
        INFO(vector.fen);
        const Position position = rules::parse_position(vector.fen);
        REQUIRE(rules::must_capture(position) == (vector.captured > 0));
        for (const Move& move : rules::legal_moves(position)) {
            REQUIRE(move.captured.count() == vector.captured);
            REQUIRE(move.is_capture() == (vector.captured > 0));
        }
    }
}

TEST_CASE("every vector's position prints as the vectors do") {
    for (const tests::Vector& vector : tests::vectors()) {
        REQUIRE(rules::to_fen(rules::parse_position(vector.fen)) == vector.fen);
    }
}

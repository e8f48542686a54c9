// Compares perft with counts from other programs.
#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "moves.hpp"

using namespace dameotb;

namespace {

std::vector<std::uint64_t> perfts(const Position& position, int depths) {
    std::vector<std::uint64_t> counts;
    for (int depth = 1; depth <= depths; ++depth) {
        counts.push_back(rules::perft(position, depth));
    }
    return counts;
}

using Counts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("the initial position: 18 men a side in trapezoids, White to move") {
    CHECK(rules::to_fen(initial_position()) ==
          "W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2,f2,g2,c3,d3,e3,f3"
          ":Bc6,d6,e6,f6,b7,c7,d7,e7,f7,g7,a8,b8,c8,d8,e8,f8,g8,h8");
}

TEST_CASE("perft of depth 0 is the position itself") {
    CHECK(rules::perft(initial_position(), 0) == 1);
    CHECK(rules::perft(rules::parse_position("B:WKa1:B"), 0) == 1);
    CHECK(rules::perft(rules::parse_position("B:WKa1:B"), 3) == 0);
}

TEST_CASE("perft of the initial position, depths 1 to 4") {
    CHECK(perfts(initial_position(), 4) == Counts{52, 2704, 135930, 6253934});
}

TEST_CASE("perft of middle and endgame positions, depths 1 to 4") {
    CHECK(perfts(rules::parse_position("W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7"), 4) == Counts{16, 20, 229, 4212});
    CHECK(perfts(rules::parse_position("W:WKd4,Ka1,c2:BKh8,Kf6,c6,e5"), 4) == Counts{41, 1175, 29471, 763013});
    CHECK(perfts(rules::parse_position("B:Wa1,c1,f1,h1,h3:Bb2,d2"), 4) == Counts{3, 13, 50, 261});
}

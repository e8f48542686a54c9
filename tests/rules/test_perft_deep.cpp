// Compares perft one ply deeper than the fast tests: 276 million positions.
#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"

TEST_CASE("perft of the initial position, depth 5") {
    CHECK(dameotb::rules::perft(dameotb::initial_position(), 5) == 275931640);
}

// dameotb perft: counts that other programs agree on.
#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;

TEST_CASE("perft: a line a depth, from the starting position", "[tools]") {
    const CommandResult result = run({"perft", "start", "3"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK(result.out == "1 52\n2 2704\n3 135930\n");
}

TEST_CASE("perft: from a position", "[tools]") {
    CHECK(run({"perft", "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7", "4"}).out == "1 16\n2 20\n3 229\n4 4212\n");
    CHECK(run({"perft", "B:Wa1,c1,f1,h1,h3:Bb2,d2", "4"}).out == "1 3\n2 13\n3 50\n4 261\n");
}

TEST_CASE("perft: a bad position and a bad depth", "[tools]") {
    CHECK(run({"perft", "W:Wa8:Bh8", "2"}).status == 1);
    for (const char* depth : {"0", "-1", "x", "1.5", "1000"}) {
        CAPTURE(depth);
        CHECK(run({"perft", "start", depth}).status == 2);
    }
}

// Tests how soon a loop ends when it is asked to stop.
#include <dameotb/memory/parallel.hpp>

#include <atomic>

#include "catch.hpp"

using namespace dameotb;

TEST_CASE("a loop that is asked to stop calls no further body") {
    const int threads = GENERATE(1, 2, 5);
    std::atomic<bool> stop = false;
    std::atomic<int> calls = 0;
    const auto body = [&](std::size_t, std::uint64_t) {
        stop = true;
        ++calls;
    };
    CHECK_THROWS_AS(memory::parallel_for(1000, {threads, &stop}, body), memory::StopRequested);
    // Each thread may have begun one item before the first thread asked to stop.
    CHECK(calls <= threads);
    CHECK(calls >= 1);
}

// Tests how soon a loop ends when it is asked to stop, and which of its failures it reports.
#include <dameotb/memory/parallel.hpp>

#include <atomic>
#include <stdexcept>
#include <string>

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

TEST_CASE("of many failures the first one in the loop is reported, whatever the number of threads") {
    const int threads = GENERATE(1, 2, 5);
    for (int round = 0; round < 200; ++round) {
        std::string failed;
        try {
            memory::parallel_for(100, {threads, nullptr}, [&](std::size_t, std::uint64_t i) {
                if (i % 10 == 7) {
                    throw std::runtime_error{std::to_string(i)};
                }
            });
        } catch (const std::runtime_error& error) {
            failed = error.what();
        }
        REQUIRE(failed == "7");
    }
}

// On a machine with too little memory, the command must print one line and exit with a status, wherever the memory
// ends. It must never abort.
#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;

#ifndef DAMEOTB_SANITIZED  // sanitizers reserve terabytes of addresses

TEST_CASE("whatever too little memory there is, no run ends in an abort", "[tools]") {
    const auto with = [](std::uint64_t kilobytes) {
        return run({"moves", "--text", "W:Wa1:Bh8"}, {.most_memory_bytes = kilobytes << 10});
    };
    // The least memory with which it works. With less, memory ends in the objects that are made before main, and then
    // in the loader.
    std::uint64_t too_little = 1 << 10;
    std::uint64_t enough = 1 << 20;
    while (enough - too_little > 4) {
        const std::uint64_t middle = (enough + too_little) / 2;
        (with(middle).status == 0 ? enough : too_little) = middle;
    }
    int in_one_line = 0;
    constexpr std::uint64_t step = 20;
    for (std::uint64_t less = step; less <= 1000; less += step) {
        CAPTURE(enough, less);
        const CommandResult result = with(enough - less);
        // libgomp ends with 1 and a message of its own, the loader with 127.
        CHECK((result.status == 1 || result.status == 127));
        CHECK_THAT(result.err, !Catch::Contains("terminate called"));
        in_one_line += result.err == "dameotb: not enough memory\n" ? 1 : 0;
    }
    CHECK(in_one_line > 10);
}

#endif

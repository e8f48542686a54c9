// The checksum is chosen by processor. Whichever this processor takes must equal the library's own, compiled for any.
#include <checksum.hpp>

#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "catch.hpp"

using namespace dameotb;

TEST_CASE("checksum: the format's definition, for bytes of any number and anywhere in memory") {
    std::mt19937_64 random{20261121};
    std::vector<std::byte> bytes(300'000);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random());
    }
    const auto require_equal = [&](std::size_t first, std::size_t count, std::uint64_t seed) {
        INFO(count << " bytes from " << first << ", seed " << seed);
        REQUIRE(table::checksum(std::span{bytes}.subspan(first, count), seed) ==
                XXH3_64bits_withSeed(bytes.data() + first, count, seed));
    };
    for (std::size_t count = 0; count < 2'100; ++count) {  // All the ways in which XXH3 treats its input.
        require_equal(count % 67, count, 0);
        require_equal(count % 67, count, random());
    }
    for (const std::size_t count : {4'096U, 65'536U, 147'456U, 299'900U}) {
        require_equal(random() % 100, count, random());
    }
}

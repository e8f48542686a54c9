// Compares words of lanes with arrays of bytes.
#include "byte_vectors.hpp"

#include "catch.hpp"
#include "lane_bytes.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::table;
using tests::LaneBytes;
using tests::lanes_of;

namespace {

/// Returns bytes of which many are equal, or differ in one bit.
LaneBytes random_bytes(tests::Random& random) {
    constexpr std::array<std::uint8_t, 8> values{0, 1, 0x7F, 0x80, 0x81, 0xFE, 0xFF, 42};
    LaneBytes bytes{};
    for (std::uint8_t& byte : bytes) {
        byte = random() % 4 == 0 ? static_cast<std::uint8_t>(random()) : values[random() % 8];
    }
    return bytes;
}

}  // namespace

TEST_CASE("lanes: the first byte is the lowest", "[codec]") {
    CHECK(make_lanes(1, 2, 3, 4, 5, 6, 7, 0xFF) == 0xFF07060504030201U);
}

TEST_CASE("lanes: comparing, replacing and finding, byte by byte", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 20'000; ++i) {
        const LaneBytes bytes = random_bytes(random);
        const std::uint8_t byte = random_bytes(random)[0];
        const std::uint8_t other = random_bytes(random)[0];
        Lanes marks = 0;
        LaneBytes replaced = bytes;
        int lowest = -1;
        for (int lane = 7; lane >= 0; --lane) {
            const auto at = static_cast<std::size_t>(lane);
            if (bytes[at] == byte) {
                marks |= Lanes{0x80} << (8 * lane);
                replaced[at] = other;
                lowest = lane;
            }
        }
        CAPTURE(lanes_of(bytes), byte, other);
        REQUIRE(equal_lanes(lanes_of(bytes), byte) == marks);
        REQUIRE(with_byte(lanes_of(bytes), marks, other) == lanes_of(replaced));
        if (lowest >= 0) {
            REQUIRE(lowest_marked(lanes_of(replaced), marks) == other);
        }
    }
}

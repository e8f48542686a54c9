// Compares words as bytes in memory, in both byte orders, with bytes taken one at a time, and masks with single
// squares.
#include <array>

#include <dameotb/scores/row/byte_lanes.hpp>
#include <dameotb/scores/row/row_scores.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

using Bytes = std::array<std::uint8_t, 8>;

/// Returns the word that a machine of that byte order reads from these bytes.
template <std::endian order>
std::uint64_t word_of(const Bytes& bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t offset = order == std::endian::little ? i : bytes.size() - 1 - i;
        word |= std::uint64_t{bytes[i]} << (8 * offset);
    }
    return word;
}

/// Returns bytes of which byte i is bytes[i + offset].
Bytes shifted(const Bytes& bytes, int offset) {
    Bytes result{};
    for (int i = 0; i < 8; ++i) {
        const int from = i + offset;
        result[static_cast<std::size_t>(i)] = from >= 0 && from < 8 ? bytes[static_cast<std::size_t>(from)] : 0;
    }
    return result;
}

template <std::endian order>
void check_order() {
    using Lanes = ByteLanes<order>;
    CHECK(Lanes::own_bits == word_of<order>({1, 2, 4, 8, 16, 32, 64, 128}));
    tests::Random random;
    for (int sample = 0; sample < 1000; ++sample) {
        Bytes bytes;
        std::uint64_t lowest = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            bytes[i] = static_cast<std::uint8_t>(random());
            lowest |= std::uint64_t{bytes[i] & 1U} << i;
        }
        const std::uint64_t word = word_of<order>(bytes);
        REQUIRE(Lanes::lowest_bits(word) == lowest);
        for (int distance = 0; distance < 8; ++distance) {
            REQUIRE(Lanes::from_behind(word, distance) == word_of<order>(shifted(bytes, distance)));
            REQUIRE(Lanes::from_before(word, distance) == word_of<order>(shifted(bytes, -distance)));
        }
    }
}

}  // namespace

TEST_CASE("bytes of a word are where they lie in memory, in either byte order") {
    check_order<std::endian::little>();
    check_order<std::endian::big>();
}

TEST_CASE("this machine's byte order is the one that words are read in") {
    const Bytes bytes{1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(std::bit_cast<std::uint64_t>(bytes) == word_of<std::endian::native>(bytes));
    CHECK(std::bit_cast<Bytes>(NativeLanes::own_bits) == Bytes{1, 2, 4, 8, 16, 32, 64, 128});
}

TEST_CASE("a mask's lanes are the bits of their squares, and back") {
    tests::Random random;
    for (int sample = 0; sample < 100; ++sample) {
        const std::uint64_t squares = random();
        RowScores row;
        fill(row.data(), Bitboard{squares}, 1);
        for (std::size_t square = 0; square < row.cells.size(); ++square) {
            REQUIRE(row.cells[square] == static_cast<Score>(squares >> square & 1));
        }
        REQUIRE(squares_with(row.data(), 1).bits() == squares);
    }
}

// Tests the bytes of a block group: sizes of every width, and everything about them that is refused behind a right
// checksum.
#include <random>

#include <dameotb/table/format/block_group.hpp>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;

namespace {

/// Returns the header of a table of one block group with so many blocks.
Header one_group(std::uint32_t blocks, std::uint32_t block_positions) {
    return {.metric = Metric::Wdl,
            .sides = 1,
            .stored = StoredSides::White,
            .material = {1, 0, 1, 0},
            .block_positions = block_positions,
            .group_blocks = 64,
            .positions_per_side = std::uint64_t{blocks} * block_positions,
            .seed = 4711};
}

Shape shape_for(const Header& header) {
    return {.stored_sides = header.stored_sides(),
            .block_positions = header.block_positions,
            .group_blocks = header.group_blocks,
            .positions_per_side = header.positions_per_side};
}

/// Returns whether the block group is accepted.
bool is_accepted(const Header& header, const Bytes& group) {
    try {
        (void)BlockGroup{header, 0, group, "memory"};
        return true;
    } catch (const TablebaseError& error) {
        CHECK(error.path() == "memory");
        CHECK(error.reason() == "impossible block sizes in block group 0");
        return false;
    }
}

/// Returns whether the block group is accepted with any bytes where its checksum is.
bool is_accepted_without_seal(const Header& header, Bytes group) {
    group.resize(group.size() + 8, std::byte{0xFF});
    const bool accepted = is_accepted(header, group);
    CHECK(accepted == blocks_of_group(shape_for(header), 0, group).has_value());
    return accepted;
}

}  // namespace

TEST_CASE("a block group has the bytes that docs/format.md says", "[format]") {
    const Header header = one_group(3, 8);
    // Sizes of 3 bits, from the lowest on: 5 is 101, 0 is 000, 7 is 111. Together 111 000 101: C5 01.
    const std::vector<Bytes> blocks{bytes_of({1, 2, 3, 4, 5}), {}, bytes_of({6, 7, 8, 9, 10, 11, 12})};
    Bytes expected = from_hex("03c5010102030405060708090a0b0c");
    append_group_checksum(expected, header.seed, 0);
    CHECK(to_hex(encode_group(header, 0, blocks)) == to_hex(expected));
    CHECK(blocks_of_group(shape_for(header), 0, expected) == blocks);
    // Empty blocks alone: sizes of 0 bits, which take no byte.
    Bytes empty = bytes_of({0});
    append_group_checksum(empty, header.seed, 0);
    CHECK(to_hex(encode_group(header, 0, std::vector<Bytes>(3))) == to_hex(empty));
}

TEST_CASE("a block group's number enters its checksum, and nothing else of it", "[format]") {
    Header header = one_group(200, 8);
    const std::vector<Bytes> blocks(64, bytes_of({1, 2, 3}));
    const Bytes first = encode_group(header, 0, blocks);
    const Bytes second = encode_group(header, 1, blocks);
    CHECK(to_hex(std::span{first}.first(first.size() - 8)) == to_hex(std::span{second}.first(second.size() - 8)));
    CHECK(first != second);
    // The seed is the header's plus the number, modulo 2^64.
    header.seed += 1;
    CHECK(encode_group(header, 0, blocks) == second);
    header.seed = ~std::uint64_t{0};
    Bytes last = group_without_seal(2, std::vector<std::uint64_t>(64, 3), Bytes(192, std::byte{9}));
    append_group_checksum(last, 0, 0);
    CHECK(encode_group(header, 1, std::vector<Bytes>(64, Bytes(3, std::byte{9}))) == last);
    CHECK(is_sealed(header, 1, last));
    CHECK_FALSE(is_sealed(header, 0, last));
    CHECK_FALSE(is_sealed(header, 1, std::span{last}.first(8)));
    last[5] ^= std::byte{1};
    CHECK_FALSE(is_sealed(header, 1, last));
}

TEST_CASE("sizes of every width are packed as docs/format.md says", "[format]") {
    const int bits = GENERATE(range(0, 18));
    const std::uint32_t count = GENERATE(1U, 2U, 3U, 7U, 8U, 9U, 63U, 64U);
    CAPTURE(bits, count);
    const Header header = one_group(count, 1U << 16);
    std::mt19937 random{20261122};
    const std::uint64_t largest = bits == 17 ? 1U << 16 : (1U << bits) - 1;
    std::vector<Bytes> blocks;
    std::vector<std::uint64_t> sizes;
    Bytes together;
    for (std::uint32_t i = 0; i < count; ++i) {
        // Large blocks are rare, so that the block group is not.
        const bool is_largest = i == count / 2;
        sizes.push_back(is_largest ? largest : random() % (std::min<std::uint64_t>(largest, 300) + 1));
        blocks.push_back(random_bytes(sizes.back(), random()));
        together.insert(together.end(), blocks.back().begin(), blocks.back().end());
    }
    const Bytes group = encode_group(header, 0, blocks);
    Bytes expected = group_without_seal(bits, sizes, together);
    append_group_checksum(expected, header.seed, 0);
    CHECK((group == expected));
    const BlockGroup view{header, 0, group, "memory"};
    REQUIRE(view.blocks() == count);
    for (std::uint32_t i = 0; i < count; ++i) {
        REQUIRE(std::ranges::equal(view.block(i), blocks[i]));
    }
    CHECK((blocks_of_group(shape_for(header), 0, group) == blocks));
}

TEST_CASE("a block group of the largest blocks is accepted", "[format]") {
    const Header header = one_group(64, 1U << 16);
    const std::vector<Bytes> blocks(64, random_bytes(1U << 16, 1));
    const Bytes group = encode_group(header, 0, blocks);
    CHECK(group.size() == 9 + 64 * 17 / 8 + (64U << 16));
    CHECK(group.size() == shape_for(header).most_group_bytes(0));
    CHECK(is_accepted(header, group));
}

TEST_CASE("a block group may have wider sizes than it needs, up to 17 bits", "[format]") {
    const Header header = one_group(3, 8);
    const Bytes blocks = bytes_of({1, 2, 3, 4, 5});
    for (int bits = 0; bits < 256; ++bits) {
        CAPTURE(bits);
        Bytes group = group_without_seal(bits, {1, 4, 0}, blocks);
        CHECK(is_accepted_without_seal(header, group) == (bits >= 3 && bits <= 17));
    }
}

TEST_CASE("a block group of any other length than its sizes say is refused", "[format]") {
    const Header header = one_group(3, 8);
    const Bytes group = group_without_seal(4, {1, 4, 8}, random_bytes(13, 1));
    REQUIRE(is_accepted_without_seal(header, group));
    for (std::size_t size = 0; size < group.size() + 20; ++size) {
        CAPTURE(size);
        Bytes other = group;
        other.resize(size);
        CHECK(is_accepted_without_seal(header, other) == (size == group.size()));
    }
    for (std::size_t size = 0; size < 9; ++size) {
        CHECK_FALSE(is_accepted(header, Bytes(size)));
    }
}

TEST_CASE("a block with more bytes than positions is refused", "[format]") {
    // Three blocks of 8 positions a side, but the last ones of each side have 5.
    Header header = one_group(3, 8);
    header.metric = Metric::Dtm;
    header.sides = 2;
    header.stored = StoredSides::Both;
    header.positions_per_side = 21;
    for (std::size_t block = 0; block < 6; ++block) {
        const std::uint64_t positions = block % 3 == 2 ? 5 : 8;
        for (std::uint64_t size = 0; size < 32; ++size) {
            std::vector<std::uint64_t> sizes(6);
            sizes[block] = size;
            CAPTURE(block, size);
            CHECK(is_accepted_without_seal(header, group_without_seal(5, sizes, Bytes(size))) == (size <= positions));
        }
    }
    const Header large = one_group(1, 1U << 16);
    CHECK(is_accepted_without_seal(large, group_without_seal(17, {1U << 16}, Bytes(1U << 16))));
    CHECK_FALSE(is_accepted_without_seal(large, group_without_seal(17, {(1U << 16) + 1}, Bytes((1U << 16) + 1))));
}

TEST_CASE("unused bits behind the sizes are 0", "[format]") {
    for (int bits = 1; bits <= 17; ++bits) {
        for (const std::uint32_t count : {1U, 3U, 8U, 61U}) {
            const Header header = one_group(count, 1);
            const std::vector<std::uint64_t> sizes(count, 1);
            const Bytes group = group_without_seal(bits, sizes, Bytes(count));
            REQUIRE(is_accepted_without_seal(header, group));
            const std::size_t used = count * static_cast<std::size_t>(bits);
            for (std::size_t bit = used; bit < (used + 7) / 8 * 8; ++bit) {
                CAPTURE(bits, count, bit);
                Bytes other = group;
                other[1 + bit / 8] |= static_cast<std::byte>(1 << bit % 8);
                CHECK_FALSE(is_accepted_without_seal(header, other));
            }
        }
    }
}

TEST_CASE("fuzz: a block group of any bytes is accepted exactly if docs/format.md says so", "[format]") {
    const std::uint32_t seed = 20261122;
    CAPTURE(seed);
    std::mt19937 random{seed};
    int accepted = 0;
    for (std::uint32_t round = 0; round < 40000; ++round) {
        const Header header = one_group(1 + round % 64, static_cast<std::uint32_t>(1 + random() % 20));
        const std::size_t blocks = header.blocks();
        std::vector<std::uint64_t> sizes(blocks);
        std::uint64_t sum = 0;
        for (std::uint64_t& size : sizes) {
            size = random() % (header.block_positions + (random() % 64 == 0 ? 2 : 1));
            sum += size;
        }
        Bytes group = group_without_seal(static_cast<int>(random() % 19), sizes, random_bytes(sum, random()));
        if (random() % 4 == 0) {
            group[random() % group.size()] = static_cast<std::byte>(random());
        }
        CAPTURE(round);
        accepted += is_accepted_without_seal(header, group);
    }
    CHECK(accepted > 1000);
}

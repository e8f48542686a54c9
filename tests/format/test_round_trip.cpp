// What is written must be read back: sizes around block boundaries, one and two bytes a value, several threads. Here
// all places are stored; test_quiet_blocks.cpp tests tables that store only quiet places.
#include <algorithm>
#include <random>
#include <thread>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::format;
using namespace dameotb::tests;

TEST_CASE("every table reads back as it was written", "[format]") {
    const std::uint8_t sides = static_cast<std::uint8_t>(GENERATE(1, 2));
    const std::uint8_t value_bytes = static_cast<std::uint8_t>(GENERATE(1, 2));
    const std::uint32_t block_places = GENERATE(1U, 2U, 7U, 64U, 4096U);
    const std::uint64_t places_per_side = GENERATE(1U, 2U, 7U, 63U, 64U, 65U, 128U);
    CAPTURE(sides, value_bytes, block_places, places_per_side);
    const Header header{.metric = Metric::Dtm,
                        .material = {2, 1, 0, 1},
                        .sides = sides,
                        .value_bytes = value_bytes,
                        .block_places = block_places,
                        .places_per_side = places_per_side};
    const std::uint64_t count = sides * places_per_side;
    CHECK(header.places() == count);
    CHECK(header.blocks() == count / block_places + (count % block_places != 0));

    const Bytes values = sample_values(count * value_bytes, 1);
    const Bytes file = make_table(header, values);
    const TableReader reader{from_memory(file, "memory")};
    CHECK(reader.header() == header);
    CHECK(reader.name() == "memory");
    CHECK(reader.file_bytes() == file.size());
    std::uint64_t sum = 0;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        const bool is_last = ordinal + 1 == header.blocks();
        CHECK((is_last || reader.places_in_block(ordinal) == block_places));
        sum += reader.places_in_block(ordinal);
    }
    CHECK(sum == count);
    CHECK(read_all(reader) == values);
}

TEST_CASE("a large table with blocks of the largest size reads back", "[format]") {
    const Header header{
        .material = {1, 0, 1, 0}, .sides = 1, .block_places = 1U << 24, .places_per_side = (1U << 24) + 5};
    const Bytes values = sample_values(header.places(), 2);
    CHECK(read_all(make_table(header, values, 1)) == values);
}

TEST_CASE("blocks of equal and of incompressible values read back", "[format]") {
    const Header header{.material = {1, 0, 1, 0}, .sides = 2, .block_places = 16384, .places_per_side = 16384};
    Bytes values = sample_values(32768, 3);
    std::fill_n(values.begin(), 16384, std::byte{7});
    std::mt19937 random{3};
    std::generate_n(values.begin() + 16384, 16384, [&] { return static_cast<std::byte>(random()); });
    const Bytes file = make_table(header, values);
    CHECK(read_all(file) == values);
    CHECK(get(file, get(file, at::index_offset, 8), 4) < 32);
}

TEST_CASE("the encoder is deterministic, and its checksum knows the block's place", "[format]") {
    const int level = GENERATE(1, 9, 12, 19);
    CAPTURE(level);
    const Bytes values = sample_values(5000, 4);
    BlockEncoder used{level};
    (void)used.encode(7, sample_values(20000, 5));
    const EncodedBlock again = used.encode(3, values);
    const EncodedBlock fresh = BlockEncoder{level}.encode(3, values);
    CHECK(again.bytes == fresh.bytes);
    CHECK(again.checksum == fresh.checksum);
    const EncodedBlock elsewhere = used.encode(4, values);
    CHECK(elsewhere.bytes == fresh.bytes);
    CHECK(elsewhere.checksum != fresh.checksum);
    CHECK(fresh.bytes.size() < values.size());
}

TEST_CASE("blocks are read in any order, twice, and by two threads at once", "[format]") {
    const TemporaryDirectory directory;
    const Header header{.material = {1, 1, 1, 0}, .sides = 2, .block_places = 100, .places_per_side = 10001};
    const Bytes values = sample_values(header.places(), 6);
    write_table(directory / "table", header, values);
    const TableReader reader{open_file(directory / "table")};

    const auto wrong_blocks = [&](std::uint64_t step, int& wrong) {
        Bytes block(header.block_places);
        for (std::uint64_t i = 0; i < 5 * header.blocks(); ++i) {
            const std::uint64_t ordinal = i * step % header.blocks();
            const std::span out = std::span{block}.first(reader.places_in_block(ordinal));
            reader.read_block(ordinal, out);
            wrong += !std::equal(out.begin(), out.end(), values.begin() + static_cast<std::ptrdiff_t>(ordinal * 100));
        }
    };
    int wrong_here = 0;
    int wrong_there = 0;
    std::thread other{[&] { wrong_blocks(37, wrong_there); }};
    wrong_blocks(200, wrong_here);
    other.join();
    CHECK(wrong_here == 0);
    CHECK(wrong_there == 0);
}

// What is written must be read back: positions around the borders of blocks and block groups, several index blocks, one
// and two sides, several threads.
#include <thread>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;

namespace {

void check_round_trip(const Header& header, std::uint32_t seed) {
    const Contents contents = sample_contents(header, seed);
    const Bytes file = make_table(header, contents);
    const TableReader reader{from_memory(file, "memory")};
    CHECK(reader.header() == header);
    CHECK(reader.name() == "memory");
    CHECK(reader.file_bytes() == file.size());
    CHECK((read_all(reader) == contents));
    // The document's words give the same, without the reader.
    const Shape shape = shape_of(file);
    CHECK(shape.groups() == header.groups());
    std::vector<Bytes> blocks;
    for (std::uint64_t group = 0; group < shape.groups(); ++group) {
        const Range range = group_range(file, group);
        const auto more = blocks_of_group(shape, group, std::span{file}.subspan(range.begin, range.end - range.begin));
        REQUIRE(more);
        blocks.insert(blocks.end(), more->begin(), more->end());
    }
    CHECK((blocks == contents.blocks));
    Bytes sealed = file;
    seal(sealed);
    CHECK((sealed == file));
}

}  // namespace

TEST_CASE("every table reads back as it was written", "[format]") {
    const auto [sides, stored] =
        GENERATE(Catch::Generators::table<std::uint8_t, StoredSides>({{std::uint8_t{1}, StoredSides::White},
                                                                      {std::uint8_t{2}, StoredSides::White},
                                                                      {std::uint8_t{2}, StoredSides::Black},
                                                                      {std::uint8_t{2}, StoredSides::Both}}));
    const std::uint32_t block_positions = GENERATE(1U, 7U, 64U, 4096U);
    const std::uint32_t group_blocks = GENERATE(1U, 3U, 64U);
    const std::uint64_t positions_per_side = GENERATE(1U, 63U, 64U, 65U, 448U);
    const std::uint32_t models_bytes = stored == StoredSides::Black ? 0 : group_blocks;
    CAPTURE(sides, stored, models_bytes, block_positions, group_blocks, positions_per_side);
    check_round_trip({.metric = Metric::Dtm,
                      .encoding = models_bytes == 0 ? Encoding::Zstd : Encoding::Neighbours,
                      .sides = sides,
                      .stored = stored,
                      .material = {2, 1, 0, 1},
                      .block_positions = block_positions,
                      .group_blocks = group_blocks,
                      .models_bytes = models_bytes,
                      .positions_per_side = positions_per_side,
                      .seed = 4711},
                     1);
}

TEST_CASE("a table with several index blocks reads back", "[format]") {
    const std::uint64_t groups = GENERATE(1020U, 1021U, 5000U);
    const std::uint32_t group_blocks = GENERATE(1U, 3U);
    check_round_trip({.metric = Metric::Wdl,
                      .material = {1, 1, 1, 0},
                      .block_positions = 2,
                      .group_blocks = group_blocks,
                      .positions_per_side = groups * group_blocks,
                      .seed = ~std::uint64_t{0} - 3},
                     2);
}

TEST_CASE("a large table with blocks of the largest size reads back", "[format]") {
    check_round_trip({.metric = Metric::Wdl,
                      .material = {1, 0, 1, 0},
                      .block_positions = 1U << 16,
                      .group_blocks = 64,
                      .positions_per_side = (50U << 16) + 5},
                     3);
}

TEST_CASE("models of the largest size read back", "[format]") {
    check_round_trip({.metric = Metric::Wdl,
                      .encoding = Encoding::Neighbours,
                      .material = {1, 0, 1, 0},
                      .block_positions = 10,
                      .group_blocks = 2,
                      .models_bytes = 1U << 24,
                      .positions_per_side = 100},
                     4);
}

TEST_CASE("a table of empty blocks alone is an index and block groups of 9 bytes", "[format]") {
    const Header header{.metric = Metric::Wdl,
                        .material = {1, 0, 1, 0},
                        .block_positions = 1U << 16,
                        .group_blocks = 64,
                        .positions_per_side = std::uint64_t{640} << 16};
    const Contents contents{{}, std::vector<Bytes>(1280)};
    const Bytes file = make_table(header, contents);
    CHECK(file.size() == 128 + 16 + 20 * 4 + 20 * 9);
    CHECK(read_all(file) == contents);
}

TEST_CASE("block groups are read in any order, twice, and by two threads at once", "[format]") {
    const TemporaryDirectory directory;
    const Header header{.metric = Metric::Wdl,
                        .encoding = Encoding::Neighbours,
                        .material = {1, 1, 1, 0},
                        .block_positions = 20,
                        .group_blocks = 4,
                        .models_bytes = 100,
                        .positions_per_side = 50001};
    const Contents contents = sample_contents(header, 6);
    write_table(directory / "table", header, contents);
    const TableReader reader{open_file(directory / "table")};

    const auto count_wrong = [&](std::uint64_t step, int& wrong) {
        for (std::uint64_t i = 0; i < 3 * header.groups(); ++i) {
            const std::uint64_t group = i * step % header.groups();
            const std::vector<Bytes> blocks = read_blocks(reader, group);
            wrong += !std::equal(blocks.begin(), blocks.end(),
                                 contents.blocks.begin() + static_cast<std::ptrdiff_t>(group * header.group_blocks));
            wrong += i % 500 == 0 && reader.read_models() != contents.models;
        }
    };
    int wrong_here = 0;
    int wrong_there = 0;
    std::thread other{[&] { count_wrong(37, wrong_there); }};
    count_wrong(200, wrong_here);
    other.join();
    CHECK(wrong_here == 0);
    CHECK(wrong_there == 0);
}

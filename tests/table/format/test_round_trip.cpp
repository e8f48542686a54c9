// What is written must be read back: places around the borders of units and pages, several index pages, one and two
// sides, several threads.
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
    CHECK(shape.pages() == header.pages());
    std::vector<Bytes> units;
    for (std::uint64_t page = 0; page < shape.pages(); ++page) {
        const Range range = page_range(file, page);
        const auto more = units_of_page(shape, page, std::span{file}.subspan(range.begin, range.end - range.begin));
        REQUIRE(more);
        units.insert(units.end(), more->begin(), more->end());
    }
    CHECK((units == contents.units));
    Bytes sealed = file;
    seal(sealed);
    CHECK((sealed == file));
}

}  // namespace

TEST_CASE("every table reads back as it was written", "[format]") {
    const auto [sides, stored] = GENERATE(Catch::Generators::table<std::uint8_t, StoredSides>({{std::uint8_t{1}, StoredSides::White},
                                                                            {std::uint8_t{2}, StoredSides::White},
                                                                            {std::uint8_t{2}, StoredSides::Black},
                                                                            {std::uint8_t{2}, StoredSides::Both}}));
    const std::uint32_t unit_places = GENERATE(1U, 7U, 64U, 4096U);
    const std::uint32_t page_units = GENERATE(1U, 3U, 64U);
    const std::uint64_t places_per_side = GENERATE(1U, 63U, 64U, 65U, 448U);
    const std::uint32_t models_bytes = stored == StoredSides::Black ? 0 : page_units;
    CAPTURE(sides, stored, models_bytes, unit_places, page_units, places_per_side);
    check_round_trip({.metric = Metric::Dtm,
                      .encoding = models_bytes == 0 ? Encoding::Zstd : Encoding::Neighbours,
                      .sides = sides,
                      .stored = stored,
                      .material = {2, 1, 0, 1},
                      .unit_places = unit_places,
                      .page_units = page_units,
                      .models_bytes = models_bytes,
                      .places_per_side = places_per_side,
                      .seed = 4711},
                     1);
}

TEST_CASE("a table with several index pages reads back", "[format]") {
    const std::uint64_t pages = GENERATE(1020U, 1021U, 5000U);
    const std::uint32_t page_units = GENERATE(1U, 3U);
    check_round_trip({.metric = Metric::Wdl,
                      .material = {1, 1, 1, 0},
                      .unit_places = 2,
                      .page_units = page_units,
                      .places_per_side = pages * page_units,
                      .seed = ~std::uint64_t{0} - 3},
                     2);
}

TEST_CASE("a large table with units of the largest size reads back", "[format]") {
    check_round_trip({.metric = Metric::Wdl,
                      .material = {1, 0, 1, 0},
                      .unit_places = 1U << 16,
                      .page_units = 64,
                      .places_per_side = (50U << 16) + 5},
                     3);
}

TEST_CASE("models of the largest size read back", "[format]") {
    check_round_trip({.metric = Metric::Wdl,
                      .encoding = Encoding::Neighbours,
                      .material = {1, 0, 1, 0},
                      .unit_places = 10,
                      .page_units = 2,
                      .models_bytes = 1U << 24,
                      .places_per_side = 100},
                     4);
}

TEST_CASE("a table of empty units alone is an index and pages of 9 bytes", "[format]") {
    const Header header{.metric = Metric::Wdl,
                        .material = {1, 0, 1, 0},
                        .unit_places = 1U << 16,
                        .page_units = 64,
                        .places_per_side = std::uint64_t{640} << 16};
    const Contents contents{{}, std::vector<Bytes>(1280)};
    const Bytes file = make_table(header, contents);
    CHECK(file.size() == 128 + 16 + 20 * 4 + 20 * 9);
    CHECK(read_all(file) == contents);
}

TEST_CASE("pages are read in any order, twice, and by two threads at once", "[format]") {
    const TemporaryDirectory directory;
    const Header header{.metric = Metric::Wdl,
                        .encoding = Encoding::Neighbours,
                        .material = {1, 1, 1, 0},
                        .unit_places = 20,
                        .page_units = 4,
                        .models_bytes = 100,
                        .places_per_side = 50001};
    const Contents contents = sample_contents(header, 6);
    write_table(directory / "table", header, contents);
    const TableReader reader{open_file(directory / "table")};

    const auto count_wrong = [&](std::uint64_t step, int& wrong) {
        for (std::uint64_t i = 0; i < 3 * header.pages(); ++i) {
            const std::uint64_t page = i * step % header.pages();
            const std::vector<Bytes> units = read_units(reader, page);
            wrong += !std::equal(units.begin(), units.end(),
                                 contents.units.begin() + static_cast<std::ptrdiff_t>(page * header.page_units));
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

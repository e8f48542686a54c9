// Files of strangers: names of huge classes, and headers that promise what is not there. Each may cost a look at 64
// bytes, but no memory because of what it says of itself.
#include <algorithm>
#include <fstream>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/error.hpp>
#include <dameotb/rules/notation.hpp>

#include "allocations.hpp"
#include "catch.hpp"
#include "crafted_tables.hpp"
#include "sample_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using format::Metric;
using probe::NoTable;
using probe::Tablebase;
using rules::parse_position;

namespace {

/// More than any of these files may take: a directory, a few texts, 64 bytes.
constexpr std::size_t little_memory = std::size_t{256} << 10;

const rules::Position two_kings = parse_position("W:WKa1:BKc2");
const rules::Position three_a_side = parse_position("W:WKa1,Kc1,Ke1:BKd8,Kf8,Kh8");
const rules::Position seven_on_one = parse_position("W:WKa1,Kb1,Kc1,Kd1,Ke1,Kf1,Kg1:BKh8");

/// Returns the most bytes that were allocated at a time, beyond those before.
template <class Work>
std::size_t peak_of(const Work& work) {
    const std::size_t before = allocations().live_bytes;
    reset_peak();
    work();
    return allocations().peak_bytes - before;
}

/// Returns what the probe of the position says in little memory: the error's reason, "no table", or "an answer".
std::string said_of(const std::filesystem::path& directory, const rules::Position& position) {
    const Tablebase tables{directory, {.cache_bytes = 0}};
    std::string said;
    const std::size_t peak = peak_of([&] {
        try {
            const auto answer = tables.probe_dtm(position);
            said = std::holds_alternative<NoTable>(answer) ? "no table" : "an answer";
        } catch (const format::TablebaseError& error) {
            said = error.reason();
        }
    });
    CHECK(peak < little_memory);
    return said;
}

}  // namespace

TEST_CASE("a header that promises another number of places is refused before its block index is read", "[probe]") {
    const TemporaryDirectory directory;
    format::Header header = right_header("KvK", Metric::Dtm, 1U << 8);
    header.places_per_side = std::uint64_t{1} << 30;
    const bool many_blocks = GENERATE(false, true);
    header.block_places = many_blocks ? 1U << 6 : 1U << 14;  // 256 MiB of zeros, or 1 MiB
    write_zeros(directory / "KvK.dtm", header, false);
    CHECK(said_of(directory.path(), two_kings) == (many_blocks
                                                       ? "too many blocks for so many places"
                                                       : "the header's number of places is not that of such a file"));
}

TEST_CASE("a large class in tiny blocks is refused before its block index is read", "[probe]") {
    const TemporaryDirectory directory;
    write_zeros(directory / "KKKvKKK.dtm", right_header("KKKvKKK", Metric::Dtm, 8), false);
    REQUIRE(std::filesystem::file_size(directory / "KKKvKKK.dtm") > std::uint64_t{300} << 20);
    CHECK(said_of(directory.path(), three_a_side) == "too many blocks for so many places");
}

TEST_CASE("no index of the class is made for a file that is none of its tables", "[probe]") {
    const TemporaryDirectory directory;
    format::Header header = right_header("KKKvKKK", Metric::Dtm, 1U << 24);
    SECTION("another number of places") {
        header.places_per_side -= 1;
        write_zeros(directory / "KKKvKKK.dtm", header);
        CHECK(said_of(directory.path(), three_a_side) == "the header's number of places is not that of such a file");
    }
    SECTION("a damaged block index") {
        write_zeros(directory / "KKKvKKK.dtm", header, false);
        CHECK_THAT(said_of(directory.path(), three_a_side), EndsWith("its checksum does not match"));
    }
    SECTION("nothing in it") {
        { std::ofstream{directory / "KKKvKKK.dtm"}; }
        CHECK(said_of(directory.path(), three_a_side) == "too short to be a table");
    }
}

TEST_CASE("a sealed file of a class that is not supported is passed over", "[probe]") {
    const TemporaryDirectory directory;
    write_zeros(directory / "KKKKKKKvK.dtm", right_header("KKKKKKKvK", Metric::Dtm, 1U << 23));
    CHECK(said_of(directory.path(), seven_on_one) == "no table");
    const Tablebase tables{directory.path()};
    CHECK(tables.classes().empty());
    CHECK(tables.files().empty());
    const std::array classes{material("KKKKKKKvK")};
    CHECK(tables.preload(classes) == probe::PreloadAnswer{NoTable{classes.front()}});
}

TEST_CASE("a thread keeps no memory of a large block", "[probe]") {
    const TemporaryDirectory directory;
    constexpr std::uint32_t places = 1U << 23;
    const format::Header header{
        .material = {1, 0, 1, 0}, .sides = 1, .block_places = places, .places_per_side = places};
    std::vector<std::byte> values(places);
    tests::Random random{tests::sample_seed};
    std::ranges::generate(values, [&] { return static_cast<std::byte>(random() & 0xFF); });
    {
        format::TableWriter writer{directory / "table", header};
        writer.append(format::BlockEncoder{1}.encode(0, values));
        writer.finish();
    }
    const format::TableReader reader{format::open_file(directory / "table")};
    REQUIRE(reader.file_bytes() > places);
    std::vector<std::byte> out(places);
    const std::size_t before = allocations().live_bytes;
    reader.read_block(0, out);
    CHECK(out == values);
    CHECK(allocations().live_bytes - before < (std::size_t{2} << 20));
}

TEST_CASE("files are listed with their sizes, and with what is wrong with their headers", "[probe]") {
    const SampleTables files;
    for (const char* name : {"KKKvKKK.wdl", "KKKKKKKvK.dtm", "notes.txt"}) {
        std::ofstream{files / name};
    }
    write_zeros(files / "KKKvKKK.dtm", right_header("KKKvKKK", Metric::Dtm, 1U << 16));
    std::filesystem::copy_file(files / "KvK.dtm", files / "KvK.wdl", std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(files / "KvM.dtm", 1000);
    std::filesystem::remove(files / "MvM.wdl");
    std::filesystem::create_directory(files / "MvM.wdl");
    const Tablebase tables{files.path()};
    std::vector<probe::TableFile> list;
    CHECK(peak_of([&] { list = tables.files(); }) < little_memory);
    std::vector<std::string> lines;
    for (const probe::TableFile& file : list) {
        lines.push_back(dameotb::files::TableName{file.material, file.metric}.file_name() + " " +
                        std::to_string(file.positions) + " " + file.defect);
        std::error_code error;
        const auto bytes = std::filesystem::file_size(
            files / (dameotb::files::TableName{file.material, file.metric}.file_name()), error);
        CHECK(file.file_bytes == (error ? 0 : bytes));
    }
    CHECK(lines == std::vector<std::string>{
                       "KvK.wdl 0 the header's metric is not that of such a file", "KvK.dtm 518 ", "KvM.wdl 3528 ",
                       "KvM.dtm 0 truncated or extended: the file's size does not fit its header",
                       "MvM.wdl 0 is a directory, not a table file", "MvM.dtm 1544 ",
                       "KKKvKKK.wdl 0 too short to be a table",
                       "KKKvKKK.dtm " + std::to_string(index::class_size(material("KKKvKKK"))) + " "});
}

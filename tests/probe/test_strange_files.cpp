// Files of strangers: names of huge classes, and headers that promise what is not there. Each may cost a look at its
// header, but no memory because of what it says of itself.
#include <algorithm>
#include <fstream>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/block_reader.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>

#include "allocations.hpp"
#include "catch.hpp"
#include "crafted_tables.hpp"
#include "sample_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using probe::NoTable;
using probe::Tablebase;
using rules::parse_position;
using table::Metric;

namespace {

/// More than any of these files may take: a directory, a few texts, a header.
constexpr std::size_t little_memory = std::size_t{256} << 10;

const Position two_kings = parse_position("W:WKa1:BKc2");
const Position three_a_side = parse_position("W:WKa1,Kc1,Ke1:BKd8,Kf8,Kh8");
const Position three_men_a_side = parse_position("W:Wa1,c1,e1:Bd8,f8,h8");
const Position seven_on_one = parse_position("W:WKa1,Kb1,Kc1,Kd1,Ke1,Kf1,Kg1:BKh8");

/// Returns the most bytes that were allocated at a time, beyond those before.
template <class Work>
std::size_t peak_of(const Work& work) {
    const std::size_t before = allocations().live_bytes;
    reset_peak();
    work();
    return allocations().peak_bytes - before;
}

/// Returns what a probe for the result says in little memory: the error's reason, "no table", or "an answer".
std::string said_of(const std::filesystem::path& directory, const Position& position) {
    const Tablebase tables{directory, {.cache_bytes = 0}};
    std::string said;
    const std::size_t peak = peak_of([&] {
        try {
            const auto answer = tables.probe_wdl(position);
            said = std::holds_alternative<NoTable>(answer) ? "no table" : "an answer";
        } catch (const table::TablebaseError& error) {
            said = error.reason();
        }
    });
    CHECK(peak < little_memory);
    return said;
}

}  // namespace

TEST_CASE("a header that promises another number of positions is refused", "[probe]") {
    const TemporaryDirectory directory;
    table::Header header = right_header("KvK", Metric::Wdl, 1U << 8);
    header.positions_per_side = std::uint64_t{1} << 30;
    header.block_positions = GENERATE(1U << 14, 1U << 16);  // 1 MiB of zeros, or less.
    write_zeros(directory / "KvK.wdl", header);
    CHECK(said_of(directory.path(), two_kings) == "the header's number of positions does not match this table");
}

TEST_CASE("no index of the class is made for a file that is none of its tables", "[probe]") {
    const TemporaryDirectory directory;
    const std::filesystem::path path = directory / "KKKvKKK.wdl";
    table::Header header = right_header("KKKvKKK", Metric::Wdl, 1U << 16);
    SECTION("another number of positions") {
        header.positions_per_side -= 1;
        write_zeros(path, header);
        CHECK(said_of(directory.path(), three_a_side) == "the header's number of positions does not match this table");
    }
    SECTION("another size") {
        write_zeros(path, header);
        std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
        CHECK(said_of(directory.path(), three_a_side) ==
              "truncated or extended: the file's size does not match its header");
    }
    SECTION("nothing in it") {
        { std::ofstream{path}; }
        CHECK(said_of(directory.path(), three_a_side) == "too short to be a table");
    }
}

TEST_CASE("a .dtm without its .wdl is not even opened", "[probe]") {
    const TemporaryDirectory directory;
    write_zeros(directory / "KKKvKKK.dtm", right_header("KKKvKKK", Metric::Dtm, 1U << 16));
    const Tablebase tables{directory.path()};
    const std::array classes{material("KKKvKKK")};
    CHECK(peak_of([&] {
              CHECK(tables.probe_dtm(three_a_side) == probe::Answer<Value>{NoTable{classes.front()}});
              CHECK(tables.preload(classes) == probe::PreloadAnswer{NoTable{classes.front()}});
          }) < little_memory);
}

TEST_CASE("a table of many block groups takes no memory for its index", "[probe]") {
    const TemporaryDirectory directory;
    // A class whose own index is small, in the smallest block groups that so many may be.
    write_zeros(directory / "MMMvMMM.wdl", right_header("MMMvMMM", Metric::Wdl, 1U << 14));
    const Tablebase tables{directory.path(), {.cache_bytes = 0}};
    std::string said;
    const auto ask = [&] {
        try {
            (void)tables.probe_wdl(three_men_a_side);
        } catch (const table::TablebaseError& error) {
            said = error.reason();
        }
    };
    CHECK(peak_of(ask) < (std::size_t{2} << 20));
    CHECK_THAT(said, Contains("index block") && EndsWith("its checksum does not match"));
    CHECK(peak_of(ask) < little_memory);
}

TEST_CASE("a sealed file of a class that is not supported is passed over", "[probe]") {
    const TemporaryDirectory directory;
    for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
        write_zeros(directory / (metric == Metric::Wdl ? "KKKKKKKvK.wdl" : "KKKKKKKvK.dtm"),
                    right_header("KKKKKKKvK", metric, 1U << 16));
    }
    CHECK(said_of(directory.path(), seven_on_one) == "no table");
    const Tablebase tables{directory.path()};
    CHECK(tables.classes().empty());
    CHECK(tables.files().empty());
    const std::array classes{material("KKKKKKKvK")};
    CHECK(tables.preload(classes) == probe::PreloadAnswer{NoTable{classes.front()}});
}

TEST_CASE("preloading does not take what the budget does not have, whatever a header says", "[probe]") {
    const TemporaryDirectory directory;
    write_zeros(directory / "MMMvMMM.wdl", right_header("MMMvMMM", Metric::Wdl, 1U << 14));
    const Tablebase tables{directory.path(), {.cache_bytes = 1U << 20, .keep = probe::Keep::DecodedBlocks}};
    const std::array classes{material("MMMvMMM")};
    probe::PreloadAnswer answer = NoTable{};
    CHECK(peak_of([&] { answer = tables.preload(classes, probe::Preload::Wdl); }) < (std::size_t{2} << 20));
    REQUIRE(std::holds_alternative<probe::NoRoom>(answer));
    CHECK(std::get<probe::NoRoom>(answer).needed_bytes >= index::class_size(classes.front()) / 4);
}

TEST_CASE("a thread keeps no more than a few block groups of the largest size", "[probe]") {
    INFO("seed " << sample_seed);
    const TemporaryDirectory directory;
    constexpr std::uint32_t block_positions = 1U << 16;
    constexpr std::uint32_t group_blocks = 64;
    const index::ClassIndex index{material("KMvM")};
    TableParts parts{header_of(index, Metric::Wdl, {block_positions, group_blocks}), {}, {}};
    parts.header.positions_per_side = block_positions * group_blocks;  // The table is never asked as one of its class.
    Random random{sample_seed};
    for (std::uint64_t block = 0; block < parts.header.blocks(); ++block) {
        std::vector<std::byte>& values = parts.blocks.emplace_back(block_positions);
        std::ranges::generate(values, [&] { return static_cast<std::byte>(random() % 3); });
    }
    write_parts(directory / "table", parts);
    const dameotb::table::OpenTable table{table::TableReader{table::open_file(directory / "table")}, index, nullptr};
    REQUIRE(table.reader().file_bytes() > 2 * block_positions * group_blocks);
    std::vector<std::uint8_t> codes(block_positions);
    dameotb::table::BlockReader reader;
    const std::size_t before = allocations().live_bytes;
    for (const std::uint64_t block : {0, 63, 64, 127}) {
        reader.read(table, block, codes, block_positions - 1);
        CHECK(std::ranges::equal(std::as_bytes(std::span{codes}), parts.blocks[block]));
    }
    CHECK(allocations().live_bytes - before < block_positions * group_blocks + (std::size_t{1} << 20));
}

TEST_CASE("files are listed with their sizes, and with what is wrong with their headers", "[probe]") {
    const SampleTables files;
    for (const char* name : {"KKKvKKK.wdl", "KKKKKKKvK.dtm", "notes.txt"}) {
        std::ofstream{files / name};
    }
    write_zeros(files / "KKKvKKK.dtm", right_header("KKKvKKK", Metric::Dtm, 1U << 16));
    std::filesystem::remove(files / "KvK.wdl");
    std::filesystem::copy_file(files / "KvK.dtm", files / "KvK.wdl");
    std::filesystem::resize_file(files / "KvM.dtm", std::filesystem::file_size(files / "KvM.dtm") - 1);
    std::filesystem::remove(files / "MvM.wdl");
    std::filesystem::create_directory(files / "MvM.wdl");
    const Tablebase tables{files.path()};
    std::vector<probe::TableFile> list;
    CHECK(peak_of([&] { list = tables.files(); }) < little_memory);
    std::vector<std::string> lines;
    for (const probe::TableFile& file : list) {
        lines.push_back(dameotb::table::TableName{file.material, file.metric}.file_name() + " " +
                        std::to_string(file.positions) + " " + file.defect);
        std::error_code error;
        const auto bytes = std::filesystem::file_size(
            files / (dameotb::table::TableName{file.material, file.metric}.file_name()), error);
        CHECK(file.file_bytes == (error ? 0 : bytes));
    }
    CHECK(lines == std::vector<std::string>{
                       "KvK.wdl 0 the header's metric does not match this table", "KvK.dtm 518 ", "KvM.wdl 3528 ",
                       "KvM.dtm 0 truncated or extended: the file's size does not match its header",
                       "MvM.wdl 0 is a directory, not a table file", "MvM.dtm 1544 ",
                       "KKKvKKK.wdl 0 too short to be a table",
                       "KKKvKKK.dtm " + std::to_string(index::class_size(material("KKKvKKK"))) + " "});
}

// Files that are damaged, or are not what their names say, must give a TablebaseError each time they are needed, and
// never a value.
#include <algorithm>
#include <array>
#include <fstream>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/metric.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "layout.hpp"
#include "sample_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using probe::Keep;
using probe::Tablebase;
using rules::parse_position;
using table::Encoding;

namespace {

const Position quiet_kings = parse_position("W:WKa1:BKc2");
const Position quiet_man = parse_position("W:WKa1:Bf6");

/// Returns the number of a placement of the class that is among its first 100 and quiet with White to move.
std::uint64_t quiet_number(const char* name) {
    const index::ClassIndex index{material(name)};
    std::uint64_t number = 50;
    while (rules::must_capture(index.unrank(number, Colour::White))) {
        ++number;
    }
    REQUIRE(number < 100);
    return number;
}

std::vector<std::byte> group_of(const std::filesystem::path& path, std::uint64_t number) {
    const table::TableReader reader{table::open_file(path)};
    const table::ByteRange location = reader.locate(number);
    std::vector<std::byte> group(location.size_bytes);
    reader.read_group(number, location, group);
    return group;
}

/// Writes a block group in the place of another of the same size.
void put_group(const std::filesystem::path& path, std::uint64_t number, std::span<const std::byte> group) {
    const table::ByteRange location = table::TableReader{table::open_file(path)}.locate(number);
    REQUIRE(location.size_bytes == group.size());
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(static_cast<std::streamoff>(location.offset_bytes));
    file.write(reinterpret_cast<const char*>(group.data()), static_cast<std::streamsize>(group.size()));
}

/// Returns the message of probe_dtm's error. Empty if it gives a value.
std::string dtm_error(const Tablebase& tables, const Position& position) {
    try {
        (void)tables.probe_dtm(position);
    } catch (const table::TablebaseError& error) {
        return error.what();
    }
    return "";
}

std::string wdl_error(const Tablebase& tables, const Position& position) {
    try {
        (void)tables.probe_wdl(position);
    } catch (const table::TablebaseError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a damaged header is told on every probe that needs the file, and on no other", "[probe]") {
    const SampleTables files;
    const std::string path = (files / "KvK.dtm").string();
    flip_byte(path, GENERATE(0U, 30U, 60U, 100U, 127U));
    const Tablebase tables{files.path()};
    CHECK(tables.classes().size() == 3);
    for (int time = 0; time < 2; ++time) {
        CHECK_THAT(dtm_error(tables, quiet_kings), StartsWith(path));
        CHECK(wdl_error(tables, quiet_kings).empty());
        CHECK(dtm_error(tables, parse_position("W:Wa7:Ba4")).empty());
        // A forced capture that ends in the damaged table.
        CHECK_THAT(dtm_error(tables, parse_position("W:WKa1:BKa3,Kc2")), StartsWith(path));
        CHECK_THROWS_AS(tables.ranked_moves(quiet_kings), table::TablebaseError);
        CHECK_THROWS_AS(tables.best_line({{quiet_kings}}), table::TablebaseError);
    }
}

TEST_CASE("a damaged .wdl is told by probes for distances, too", "[probe]") {
    const SampleTables files;
    const std::string path = (files / "KvK.wdl").string();
    flip_byte(path, 30);
    const Tablebase tables{files.path()};
    for (int time = 0; time < 2; ++time) {
        CHECK_THAT(wdl_error(tables, quiet_kings), StartsWith(path));
        CHECK_THAT(dtm_error(tables, quiet_kings), StartsWith(path));
    }
}

TEST_CASE("a damaged index block is told for the positions of its block groups", "[probe]") {
    const SampleTables files;
    // Blocks of a position, a block group each: four index blocks for the 3528 positions of KvM.
    write_tables(files.path(), material("KvM"), dtm_code, {.block_positions = 1, .group_blocks = 1});
    const std::string path = (files / "KvM.dtm").string();
    const index::ClassIndex index{material("KvM")};
    const table::Header header = header_of(index, table::Metric::Dtm, {.block_positions = 1, .group_blocks = 1});
    flip_byte(path, table::layout::index_block_begin(header, 1) + 40);
    const Tablebase tables{files.path(), {.keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    int damaged = 0;
    for (std::uint64_t number = 0; number < index.size(); ++number) {
        const Position position = index.unrank(number, Colour::White);
        if (rules::must_capture(position)) {
            continue;
        }
        const std::string error = dtm_error(tables, position);
        if (number / table::layout::index_block_entries == 1) {
            REQUIRE_THAT(error, StartsWith(path) && Contains("index block 1 is damaged"));
            ++damaged;
        } else {
            REQUIRE(error.empty());
        }
    }
    CHECK(damaged > 100);
}

TEST_CASE("a damaged block group is told for its positions, and for no others", "[probe]") {
    const TableForm form{.encoding = GENERATE(Encoding::Zstd, Encoding::Neighbours)};
    const SampleTables files{form};
    const std::string path = (files / "KvM.dtm").string();
    const index::ClassIndex index{material("KvM")};
    {
        const table::TableReader reader{table::open_file(path)};
        flip_byte(path, reader.locate(1).offset_bytes + reader.locate(1).size_bytes - 9);
    }
    const std::size_t cache_bytes = GENERATE(std::size_t{0}, std::size_t{1} << 20);
    const Tablebase tables{files.path(),
                           {.cache_bytes = cache_bytes, .keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    int damaged = 0;
    for (std::uint64_t number = 0; number < 900; ++number) {
        const Position position = index.unrank(number, Colour::White);
        CAPTURE(rules::to_fen(position));
        const std::string error = dtm_error(tables, position);
        if (number / form.block_positions / form.group_blocks == 1 && !rules::must_capture(position)) {
            CHECK_THAT(error, StartsWith(path) && Contains("block group 1 is damaged"));
            ++damaged;
        } else {
            CHECK(error.empty());
        }
    }
    CHECK(damaged > 150);
}

TEST_CASE("exchanged block groups are told", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    const SampleTables files;
    const std::string path = (files / "KvM.dtm").string();
    // All blocks alike, so that all block groups but the last are of one size.
    TableParts parts = table_parts(material("KvM"), table::Metric::Dtm, [](const Position&) { return 2U; });
    SECTION("inside a file") {
        write_parts(path, parts);
        const std::vector<std::byte> first = group_of(path, 0);
        put_group(path, 0, group_of(path, 1));
        put_group(path, 1, first);
    }
    SECTION("between files") {
        write_parts(path, parts);
        const std::vector<std::byte> group = group_of(path, 0);
        parts.header.seed = 77;
        write_parts(path, parts);
        put_group(path, 0, group);
    }
    const Tablebase tables{files.path(), {.keep = keep}};
    const Position of_group_0 = index::ClassIndex{material("KvM")}.unrank(quiet_number("KvM"), Colour::White);
    for (int time = 0; time < 2; ++time) {
        CHECK_THAT(dtm_error(tables, of_group_0), StartsWith(path) && Contains("block group 0 is damaged"));
        CHECK_THROWS_WITH(tables.preload(std::array{material("KvM")}), Contains("block group 0 is damaged"));
    }
}

TEST_CASE("a block that cannot be is an error, not a wrong answer", "[probe]") {
    const TableForm form{.encoding = GENERATE(Encoding::Zstd, Encoding::Neighbours)};
    const SampleTables files{form};
    const table::Metric metric = GENERATE(table::Metric::Wdl, table::Metric::Dtm);
    const std::size_t cache_bytes = GENERATE(std::size_t{0}, std::size_t{1} << 20);
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    const dameotb::table::TableName name{material("KvM"), metric};
    TableParts parts = table_parts(material("KvM"), metric, metric == table::Metric::Wdl ? wdl_code : dtm_code, form);
    const std::uint64_t number = quiet_number("KvM");
    std::vector<std::byte>& block = parts.blocks[number / form.block_positions];
    const auto impossible = [&](unsigned code) { block.assign(form.block_positions, static_cast<std::byte>(code)); };
    SECTION("positions that have an impossible value") {
        const unsigned code = GENERATE(3U, 99U, 253U, 254U);
        impossible(metric == table::Metric::Wdl ? code : std::max(code, 253U));
    }
    SECTION("a single position with an impossible value") {
        impossible(metric == table::Metric::Wdl ? 2 : 4);
        block[number % form.block_positions] = static_cast<std::byte>(253);
    }
    SECTION("half of what zstd made, and half of all positions") {
        block = table::ZstdEncoder{}.encode(std::vector<std::uint8_t>{1, 2, 1, 1, 2, 1, 2, 2, 1, 1, 1, 2});
        if (form.encoding == Encoding::Neighbours) {
            impossible(253);
        }
    }
    write_parts(files / name.file_name(), parts);
    const Tablebase tables{files.path(), {.cache_bytes = cache_bytes, .keep = keep}};
    const Position position = index::ClassIndex{material("KvM")}.unrank(number, Colour::White);
    const std::string path = (files / name.file_name()).string();
    for (int time = 0; time < 2; ++time) {
        const std::string error =
            metric == table::Metric::Wdl ? wdl_error(tables, position) : dtm_error(tables, position);
        CHECK_THAT(error, StartsWith(path) && Contains("block 0 "));
    }
}

TEST_CASE("a distance whose result is not that of the .wdl is an error", "[probe]") {
    const TableForm form{.encoding = Encoding::Neighbours};
    const SampleTables files{form};
    TableParts parts = table_parts(material("KvM"), table::Metric::Dtm, dtm_code, form);
    // A block as it is: a loss or a win where the .wdl has something else.
    const index::ClassIndex index{material("KvM")};
    const std::uint64_t quiet = quiet_number("KvM");
    for (std::uint32_t offset = 0; offset < form.block_positions; ++offset) {
        const Position position = index.unrank(offset, Colour::White);
        const unsigned code = rules::must_capture(position) ? table::dont_care_code : dtm_code(position);
        parts.blocks[0].resize(form.block_positions);
        parts.blocks[0][offset] = static_cast<std::byte>(code + (offset == quiet ? 1 : 0));
    }
    write_parts(files / "KvM.dtm", parts);
    const Tablebase tables{files.path(), {.keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    CHECK_THAT(dtm_error(tables, index.unrank(quiet, Colour::White)), Contains("block 0 is damaged"));
    CHECK(wdl_error(tables, index.unrank(quiet, Colour::White)).empty());
}

TEST_CASE("damaged models are told on every probe that needs them", "[probe]") {
    const TableForm form{.encoding = Encoding::Neighbours};
    const SampleTables files{form};
    const table::Metric metric = GENERATE(table::Metric::Wdl, table::Metric::Dtm);
    const std::filesystem::path path = files / dameotb::table::TableName{material("KvM"), metric}.file_name();
    TableParts parts = table_parts(material("KvM"), metric, metric == table::Metric::Wdl ? wdl_code : dtm_code, form);
    const auto said = [&](const std::string& reason) {
        const Tablebase tables{files.path()};
        for (int time = 0; time < 2; ++time) {
            CHECK_THAT(dtm_error(tables, quiet_man), StartsWith(path.string()) && Contains(reason));
            CHECK(wdl_error(tables, quiet_man).empty() == (metric == table::Metric::Dtm));
            CHECK(dtm_error(tables, quiet_kings).empty());
        }
    };
    const auto write = [&] {
        parts.header.models_bytes = static_cast<std::uint32_t>(parts.models.size());
        write_parts(path, parts);
    };
    SECTION("a byte changed") {
        flip_byte(path, table::layout::header_bytes + GENERATE(0U, 20U, 100U));
        said("the models are damaged: their checksum does not match");
    }
    SECTION("sealed: tables of an impossible size") {
        parts.models[0] = GENERATE(std::byte{7}, std::byte{21}, std::byte{255});
        write();
        said("its models are impossible");
    }
    SECTION("sealed: one of two") {
        parts.models.resize(parts.models.size() / 4);
        write();
        said("its models are impossible");
    }
    SECTION("sealed: a byte too many") {
        parts.models.push_back({});
        write();
        said("there are extra bytes after its models");
    }
}

TEST_CASE("models of strangers give wrong values or errors, and nothing worse", "[probe]") {
    INFO("seed " << sample_seed);
    const TableForm form{.encoding = Encoding::Neighbours};
    const SampleTables files{form};
    const TableParts wdl = table_parts(material("KvM"), table::Metric::Wdl, wdl_code, form);
    const TableParts dtm = table_parts(material("KvM"), table::Metric::Dtm, dtm_code, form);
    Random random{sample_seed};
    int answered = 0;
    int refused = 0;
    for (int round = 0; round < 20; ++round) {
        for (const bool of_wdl : {true, false}) {
            TableParts parts = of_wdl ? wdl : dtm;
            for (int i = 0; i < 5; ++i) {
                parts.models[5 + random() % (parts.models.size() - 5)] = static_cast<std::byte>(random());
            }
            write_parts(files / (of_wdl ? "KvM.wdl" : "KvM.dtm"), parts);
        }
        const Tablebase tables{files.path(), {.keep = round % 2 == 0 ? Keep::DecodedBlocks : Keep::BlockGroups}};
        for (const Position& position : two_piece_values().positions()) {
            if (index::Material::of(position) == material("KvM") && random() % 16 == 0) {
                ++(dtm_error(tables, position).empty() ? answered : refused);
            }
        }
    }
    CHECK(answered > 0);
    CHECK(refused > 0);
}

TEST_CASE("neighbours in a class without rows are refused", "[probe]") {
    const SampleTables files;
    const char* const name = GENERATE("KvK", "MvM");
    const TableForm form{.encoding = Encoding::Neighbours};
    const TableParts other = table_parts(material("KvM"), table::Metric::Wdl, wdl_code, form);
    TableParts parts = table_parts(material(name), table::Metric::Wdl, wdl_code);
    parts.header.encoding = Encoding::Neighbours;
    parts.models = other.models;
    parts.header.models_bytes = other.header.models_bytes;
    write_parts(files / (std::string{name} + ".wdl"), parts);
    const Tablebase tables{files.path()};
    const Position position = name == std::string{"KvK"} ? quiet_kings : parse_position("W:Wa2:Ba8");
    CHECK_THAT(wdl_error(tables, position), Contains("cannot have its encoding"));
    CHECK_THAT(dtm_error(tables, position), Contains("cannot have its encoding"));
}

TEST_CASE("a .dtm beside a .wdl that is not its own is refused", "[probe]") {
    const TableForm form{.encoding = Encoding::Neighbours};
    const SampleTables files{form};
    TableParts wdl = table_parts(material("KvM"), table::Metric::Wdl, wdl_code, form);
    TableParts dtm = table_parts(material("KvM"), table::Metric::Dtm, dtm_code, form);
    std::string reason;
    SECTION("a .wdl with other values") {
        wdl.header.values.bytes[GENERATE(0U, 15U)] = std::byte{1};
        reason = "belongs to another .wdl than the one beside it";
    }
    SECTION("a .dtm of other values") {
        dtm.header.wdl.bytes[7] = std::byte{1};
        reason = "belongs to another .wdl than the one beside it";
    }
    SECTION("other blocks") {
        wdl = table_parts(material("KvM"), table::Metric::Wdl, wdl_code,
                          {.block_positions = 99, .encoding = form.encoding});
        reason = "its blocks are not those of the .wdl beside it";
    }
    SECTION("another encoding") {
        wdl = table_parts(material("KvM"), table::Metric::Wdl, wdl_code);
        reason = "its blocks are not those of the .wdl beside it";
    }
    write_parts(files / "KvM.wdl", wdl);
    write_parts(files / "KvM.dtm", dtm);
    const Tablebase tables{files.path()};
    for (int time = 0; time < 2; ++time) {
        CHECK(dtm_error(tables, quiet_man) == (files / "KvM.dtm").string() + ": " + reason);
        CHECK(wdl_error(tables, quiet_man).empty());
    }
    CHECK_THROWS_WITH(tables.preload(std::array{material("KvM")}), Contains(reason));
    CHECK(std::holds_alternative<probe::Preloaded>(tables.preload(std::array{material("KvM")}, probe::Preload::Wdl)));
}

TEST_CASE("a .dtm of zstd needs no blocks of its .wdl", "[probe]") {
    const SampleTables files{{.encoding = Encoding::Neighbours}};
    write_table(files.path(), material("KvM"), table::Metric::Dtm, dtm_code, {.block_positions = 99});
    const Tablebase tables{files.path(), {.keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    CHECK(tables.probe_dtm(quiet_man) == probe::Answer<Value>{two_piece_values().of(quiet_man)});
}

TEST_CASE("blocks of a byte, of all positions and of none have their values", "[probe]") {
    const SampleTables files;
    TableParts parts = table_parts(material("KvK"), table::Metric::Wdl, wdl_code);
    std::vector<std::byte>& block = parts.blocks[index::ClassIndex{material("KvK")}.rank(quiet_kings) / 100];
    const std::array classes{material("KvK")};
    const auto [bytes, wdl] = GENERATE(std::tuple{std::size_t{1}, Wdl::Win}, std::tuple{std::size_t{100}, Wdl::Win},
                                       std::tuple{std::size_t{0}, Wdl::Loss});
    block.assign(bytes, std::byte{2});
    write_parts(files / "KvK.wdl", parts);
    const Tablebase tables{files.path(), {.keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    CHECK(tables.probe_wdl(quiet_kings) == probe::Answer<Wdl>{wdl});
    CHECK(std::holds_alternative<probe::Preloaded>(tables.preload(classes, probe::Preload::Wdl)));
    CHECK(tables.probe_wdl(quiet_kings) == probe::Answer<Wdl>{wdl});
}

TEST_CASE("a file that is another table than its name says is refused", "[probe]") {
    const SampleTables files;
    const std::string path = (files / "KvK.dtm").string();
    const auto refused = [&](const std::string& field) {
        const Tablebase tables{files.path()};
        CHECK(dtm_error(tables, quiet_kings) == path + ": the header's " + field + " does not match this table");
    };
    const auto replace_by = [&path](const std::filesystem::path& other) {
        std::filesystem::remove(path);
        std::filesystem::copy_file(other, path);
    };
    SECTION("another metric") {
        replace_by(files / "KvK.wdl");
        refused("metric");
    }
    SECTION("another class") {
        replace_by(files / "KvM.dtm");
        refused("material");
    }
    const auto replace_by_header = [&](const auto& change) {
        table::Header header = header_of(index::ClassIndex{material("KvK")}, table::Metric::Dtm, {1U << 16, 1});
        change(header);
        write_parts(path, {header, {}, std::vector<std::vector<std::byte>>(header.blocks())});
    };
    SECTION("another class with as many values") {
        replace_by_header([](table::Header& header) { header.material = {0, 1, 0, 1}; });
        refused("material");
    }
    SECTION("one side to move too many") {
        replace_by_header([](table::Header& header) {
            header.sides = 2;
            header.stored = table::StoredSides::Both;
        });
        refused("number of sides to move");
    }
    SECTION("a class's index of another size") {
        const int more = GENERATE(-1, 1);
        replace_by_header(
            [&](table::Header& header) { header.positions_per_side += static_cast<std::uint64_t>(more); });
        refused("number of positions");
    }
    SECTION("the same header is accepted") {
        replace_by_header([](table::Header&) {});
        CHECK(dtm_error(Tablebase{files.path()}, quiet_kings).empty());
    }
}

TEST_CASE("a file that cannot be opened is an error that says why", "[probe]") {
    const SampleTables files;
    const std::string path = (files / "KvK.dtm").string();
    const Tablebase tables{files.path()};
    std::filesystem::remove(path);
    CHECK(dtm_error(tables, quiet_kings) == path + ": No such file or directory");
    std::filesystem::create_directory(path);
    CHECK(dtm_error(tables, quiet_kings) == path + ": is a directory, not a table file");
    std::filesystem::remove(path);
    { std::ofstream{path}; }
    CHECK_THAT(dtm_error(tables, quiet_kings), StartsWith(path) && Contains("too short"));
    // The file is repaired while the tablebase is open. Then it answers.
    write_table(files.path(), material("KvK"), table::Metric::Dtm, dtm_code);
    CHECK(dtm_error(tables, quiet_kings).empty());
}

TEST_CASE("the largest distances are values", "[probe]") {
    const SampleTables files;
    const auto [code, value] = GENERATE(std::tuple{251U, Value::loss_in(250)}, std::tuple{252U, Value::win_in(251)});
    write_table(files.path(), material("KvK"), table::Metric::Dtm, [stored = code](const Position&) { return stored; });
    const Tablebase tables{files.path(), {.keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    CHECK(tables.probe_dtm(quiet_kings) == probe::Answer<Value>{value});
    CHECK(std::holds_alternative<probe::Preloaded>(tables.preload(std::array{material("KvK")})));
    CHECK(tables.probe_dtm(quiet_kings) == probe::Answer<Value>{value});
}

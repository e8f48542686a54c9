// Files that are damaged, or are not what their names say, must give a TablebaseError each time they are needed, and
// never a value.
#include <fstream>

#include <dameotb/format/error.hpp>
#include <dameotb/format/quiet_block.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using probe::Tablebase;
using rules::parse_position;
using rules::Position;
using rules::Value;

namespace {

const Position quiet_kings = parse_position("W:WKa1:BKc2");

void flip_byte(const std::filesystem::path& path, std::streamoff offset) {
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekg(offset);
    const int byte = file.get();
    file.seekp(offset);
    file.put(static_cast<char>(byte ^ 0x55));
}

/// Returns the message of probe_dtm's error. Empty if it gives a value.
std::string dtm_error(const Tablebase& tables, const Position& position) {
    try {
        (void)tables.probe_dtm(position);
    } catch (const format::TablebaseError& error) {
        return error.what();
    }
    return "";
}

std::string wdl_error(const Tablebase& tables, const Position& position) {
    try {
        (void)tables.probe_wdl(position);
    } catch (const format::TablebaseError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a damaged header or index is told on every probe that needs the file, and on no other", "[probe]") {
    const SampleTables files;
    const std::string path = (files / "KvK.dtm").string();
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path));
    const std::streamoff place = GENERATE_COPY(std::streamoff{0}, std::streamoff{30}, std::streamoff{60}, size - 1);
    flip_byte(path, place);
    const Tablebase tables{files.path()};
    CHECK(tables.classes().size() == 3);
    for (int time = 0; time < 2; ++time) {
        CHECK_THAT(dtm_error(tables, quiet_kings), StartsWith(path));
        CHECK(wdl_error(tables, quiet_kings).empty());
        CHECK(dtm_error(tables, parse_position("W:Wa7:Ba4")).empty());
        // A forced capture that ends in the damaged table.
        CHECK_THAT(dtm_error(tables, parse_position("W:WKa1:BKa3,Kc2")), StartsWith(path));
        CHECK_THROWS_AS(tables.ranked_moves(quiet_kings), format::TablebaseError);
        CHECK_THROWS_AS(tables.best_line(quiet_kings), format::TablebaseError);
    }
}

TEST_CASE("a damaged block is told for its positions, and for no others", "[probe]") {
    const SampleTables files;
    const std::string path = (files / "KvM.dtm").string();
    constexpr std::streamoff first_checked_byte = 64 + 9;  // behind the zstd frame's header, in the first block
    flip_byte(path, first_checked_byte);
    const std::size_t cache_bytes = GENERATE(std::size_t{0}, std::size_t{1} << 20);
    const Tablebase tables{files.path(), {.cache_bytes = cache_bytes}};
    const index::ClassIndex index{material("KvM")};
    int damaged = 0;
    for (std::uint64_t number = 0; number < 300; ++number) {
        const Position position = index.unrank(number, rules::Colour::White);
        CAPTURE(rules::to_fen(position));
        const std::string error = dtm_error(tables, position);
        if (number < 100 && !rules::must_capture(position)) {
            CHECK_THAT(error, StartsWith(path) && Contains("block 0 is damaged"));
            ++damaged;
        } else {
            CHECK(error.empty());
        }
    }
    CHECK(damaged > 50);
}

TEST_CASE("a block with another number of values than the rules ask for is an error, not a wrong answer", "[probe]") {
    const SampleTables files;
    const index::ClassIndex index{material("KvM")};
    format::Header header = header_of(index, format::Metric::Dtm);
    header.stored = format::Stored::Quiet;
    header.block_places = 1U << 20;
    // All places have a value, also those with a forced capture.
    const auto places = static_cast<std::uint32_t>(header.places());
    std::vector<std::byte> block(format::span_count_bytes * format::spans_in(places) + places);
    for (std::uint32_t first = 0; first < places; first += format::span_places) {
        format::set_span_count(block, first / format::span_places, std::min(format::span_places, places - first));
    }
    format::TableWriter writer{files / "KvM.dtm", header};
    writer.append(format::BlockEncoder{1}.encode(0, block));
    writer.finish();
    const Tablebase tables{files.path(), {.cache_bytes = GENERATE(std::size_t{0}, std::size_t{1} << 20)}};
    for (int time = 0; time < 2; ++time) {
        CHECK_THAT(dtm_error(tables, parse_position("W:WKa1:Bc4")), Contains("another number of values"));
    }
}

TEST_CASE("a constant block answers from the block index", "[probe]") {
    const SampleTables files;
    const index::ClassIndex index{material("KvK")};
    format::Header header = header_of(index, format::Metric::Wdl);
    header.stored = GENERATE(format::Stored::All, format::Stored::Quiet);
    header.block_places = 100;
    format::TableWriter writer{files / "KvK.wdl", header};
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        writer.append(format::EncodedBlock::constant(2));
    }
    writer.finish();
    const Tablebase tables{files.path()};
    CHECK(tables.probe_wdl(quiet_kings) == probe::Answer<rules::Wdl>{rules::Wdl::Win});
    const std::array classes{material("KvK")};
    CHECK(std::holds_alternative<probe::Preloaded>(tables.preload(classes, probe::Preload::Wdl)));
    CHECK(tables.probe_wdl(quiet_kings) == probe::Answer<rules::Wdl>{rules::Wdl::Win});
}

TEST_CASE("a file that is another table than its name says is refused", "[probe]") {
    const SampleTables files;
    const std::string path = (files / "KvK.dtm").string();
    const auto refused = [&](const std::string& field) {
        const Tablebase tables{files.path()};
        CHECK(dtm_error(tables, quiet_kings) == path + ": the header's " + field + " is not that of such a file");
    };
    const auto replace_by = [&path](const std::filesystem::path& other) {
        std::filesystem::copy_file(other, path, std::filesystem::copy_options::overwrite_existing);
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
        format::Header header = header_of(index::ClassIndex{material("KvK")}, format::Metric::Dtm);
        header.block_places = 1U << 20;
        change(header);
        format::TableWriter writer{path, header};
        writer.append(format::BlockEncoder{1}.encode(0, std::vector<std::byte>(header.places())));
        writer.finish();
    };
    SECTION("another class with as many values") {
        replace_by_header([](format::Header& header) { header.material = {0, 1, 0, 1}; });
        refused("material");
    }
    SECTION("one side to move too many") {
        replace_by_header([](format::Header& header) { header.sides = 2; });
        refused("number of sides to move");
    }
    SECTION("a class's index of another size") {
        const int more = GENERATE(-1, 1);
        replace_by_header([&](format::Header& header) { header.places_per_side += static_cast<std::uint64_t>(more); });
        refused("number of places");
    }
    SECTION("the same header is accepted") {
        replace_by_header([](format::Header&) {});
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
    write_table(files.path(), material("KvK"), format::Metric::Dtm, dtm_code);
    CHECK(dtm_error(tables, quiet_kings).empty());
}

TEST_CASE("a value that no table can hold is an error", "[probe]") {
    const SampleTables files;
    const auto constant = [](unsigned value) { return [value](const Position&) { return value; }; };
    SECTION("WDL") {
        const unsigned value = GENERATE(3U, 99U, 255U);
        write_table(files.path(), material("KvK"), format::Metric::Wdl, constant(value));
        CHECK(wdl_error(Tablebase{files.path()}, quiet_kings) ==
              (files / "KvK.wdl").string() + ": holds the impossible value " + std::to_string(value));
    }
    SECTION("WDL of quiet places alone") {
        const unsigned value = GENERATE(3U, 255U);
        write_table(files.path(), material("KvM"), format::Metric::Wdl, constant(value),
                    {.stored = format::Stored::Quiet});
        CHECK(wdl_error(Tablebase{files.path()}, rules::parse_position("W:WKa1:Bf6")) ==
              (files / "KvM.wdl").string() + ": holds the impossible value " + std::to_string(value));
    }
    SECTION("DTM in two bytes") {
        const unsigned value = GENERATE(32001U, 65535U);
        write_table(files.path(), material("KvK"), format::Metric::Dtm, constant(value), {.value_bytes = 2});
        CHECK(dtm_error(Tablebase{files.path()}, quiet_kings) ==
              (files / "KvK.dtm").string() + ": holds the impossible value " + std::to_string(value));
    }
    SECTION("the largest distances") {
        const auto [bytes, code, value] =
            GENERATE(std::tuple{1, 255U, Value::loss_in(254)}, std::tuple{1, 254U, Value::win_in(253)},
                     std::tuple{2, 32000U, Value::win_in(31999)});
        write_table(files.path(), material("KvK"), format::Metric::Dtm, constant(code),
                    {.value_bytes = static_cast<std::uint8_t>(bytes)});
        CHECK(Tablebase{files.path()}.probe_dtm(quiet_kings) == probe::Answer<Value>{value});
    }
}

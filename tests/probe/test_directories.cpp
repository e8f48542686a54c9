// Tests several directories of tables, of which the first that has a file provides it, and the cap on pieces.
#include <fstream>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using probe::Answer;
using probe::NoTable;
using probe::Tablebase;
using rules::parse_position;
using table::DuplicateTable;
using table::Metric;

namespace {

unsigned drawn_code(const Position& /*position*/) {
    return table::dtm_code_of(Value::draw());
}

/// Returns the first difference between the tables' answers and `expected`, over all quiet positions of the class.
template <class Expected>
std::string difference(const Tablebase& tables, const char* class_name, const Expected& expected) {
    int compared = 0;
    for (const Position& position : two_piece_values().positions()) {
        if (index::Material::of(position).canonical() != material(class_name) || rules::must_capture(position)) {
            continue;
        }
        ++compared;
        const Value value = expected(position);
        if (tables.probe_dtm(position) != Answer<Value>{value} ||
            tables.probe_wdl(position) != Answer<Wdl>{value.wdl()}) {
            return rules::to_fen(position);
        }
    }
    return compared > 0 ? "" : "nothing was compared";
}

Value true_value(const Position& position) {
    return two_piece_values().of(position);
}

Value draw(const Position& /*position*/) {
    return Value::draw();
}

void move_file(const std::string& name, const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::rename(from / name, to / name);
}

/// Writes a file that is no table.
void write_garbage(const std::filesystem::path& path) {
    std::ofstream{path} << "no table";
}

}  // namespace

TEST_CASE("the first directory that has a file provides it", "[probe]") {
    const TemporaryDirectory first;
    const TemporaryDirectory second;
    write_tables(first.path(), material("KvM"));
    write_tables(second.path(), material("KvM"), drawn_code);
    write_tables(second.path(), material("MvM"));

    const Tablebase tables{{first.path(), second.path()}};
    CHECK(difference(tables, "KvM", true_value).empty());
    CHECK(difference(tables, "MvM", true_value).empty());
    CHECK(tables.classes() == std::vector{material("KvM"), material("MvM")});
    REQUIRE(tables.files().size() == 4);
    for (const probe::TableFile& file : tables.files()) {
        CHECK(file.defect.empty());
    }
    CHECK(tables.duplicates() ==
          std::vector<DuplicateTable>{{{material("KvM"), Metric::Wdl}, 0, 1}, {{material("KvM"), Metric::Dtm}, 0, 1}});

    const Tablebase reversed{std::vector{second.path(), first.path()}};
    CHECK(difference(reversed, "KvM", draw).empty());
    CHECK(!difference(reversed, "KvM", true_value).empty());
    CHECK(Tablebase{second.path()}.duplicates().empty());
    // The same directory once more has all its files in vain.
    CHECK(Tablebase{{second.path(), first.path(), second.path()}}.duplicates().size() == 6);
}

TEST_CASE("a class's .wdl may be in another directory than its .dtm", "[probe]") {
    const SampleTables with_wdl;
    const TemporaryDirectory with_dtm;
    move_file("MvM.dtm", with_wdl.path(), with_dtm.path());
    REQUIRE(Tablebase{with_wdl.path()}.probe_dtm(parse_position("W:Wa2:Ba8")) ==
            Answer<Value>{NoTable{material("MvM")}});
    for (const table::TableDirectories& directories : {table::TableDirectories{with_wdl.path(), with_dtm.path()},
                                                       table::TableDirectories{with_dtm.path(), with_wdl.path()}}) {
        const Tablebase tables{directories};
        CHECK(difference(tables, "MvM", true_value).empty());
        CHECK(difference(tables, "KvM", true_value).empty());
        CHECK(tables.duplicates().empty());
        CHECK(std::holds_alternative<probe::Preloaded>(tables.preload(tables.classes())));
    }
}

TEST_CASE("relative names stay those of the directories that were opened when the process goes elsewhere", "[probe]") {
    const TemporaryDirectory directory;
    for (const char* name : {"first", "second", "elsewhere"}) {
        std::filesystem::create_directory(directory / name);
    }
    write_tables(directory / "first", material("KvM"));
    write_tables(directory / "second", material("MvM"));
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(directory.path());
    const Tablebase tables{{"first", "second/"}};
    std::filesystem::current_path(directory / "elsewhere");
    CHECK(difference(tables, "KvM", true_value).empty());
    CHECK(difference(tables, "MvM", true_value).empty());
    for (const probe::TableFile& file : tables.files()) {
        CHECK(file.defect.empty());
    }
    std::filesystem::current_path(before);
}

TEST_CASE("files of two directories that do not belong to each other are an error that names both", "[probe]") {
    const SampleTables first;
    const SampleTables second;
    // A .wdl whose values have another digest than the .dtm of the second directory says.
    TableParts other = table_parts(material("MvM"), Metric::Wdl, wdl_code);
    other.header.values.bytes[0] = std::byte{1};
    write_parts(first / "MvM.wdl", other);
    std::filesystem::remove(first / "MvM.dtm");
    const Tablebase tables{{first.path(), second.path()}};
    const Position position = parse_position("W:Wa2:Ba8");
    CHECK(tables.probe_wdl(position) == Answer<Wdl>{Wdl::Win});
    try {
        static_cast<void>(tables.probe_dtm(position));
        FAIL("no error");
    } catch (const table::TablebaseError& error) {
        CHECK(error.path() == second / "MvM.dtm");
        CHECK(error.reason() == "belongs to another .wdl than " + (first / "MvM.wdl").string());
    }
    // The directory alone is sound.
    CHECK(Tablebase{second.path()}.probe_dtm(position) == Answer<Value>{Value::win_in(15)});
}

TEST_CASE("a directory of a list that cannot be read is an error that names it", "[probe]") {
    const SampleTables good;
    const std::filesystem::path none = good / "none";
    for (const auto& [first, second] : {std::pair{none, good.path()}, std::pair{good.path(), none},
                                        std::pair{good.path(), std::filesystem::path{}}}) {
        try {
            const Tablebase tables{{first, second}};
            FAIL("no error");
        } catch (const table::TablebaseError& error) {
            CHECK(error.path() == (first == good.path() ? second : first));
            CHECK_THAT(error.what(), Contains(": cannot read the directory: "));
        }
    }
}

TEST_CASE("tables of more pieces than the cap count as not there", "[probe]") {
    const SampleTables files;
    const TemporaryDirectory more;
    for (const char* const name : {"KKvK.wdl", "KKvK.dtm", "KKvM.wdl", "KvM.wdl"}) {
        write_garbage(files / name);
        write_garbage(more / name);
    }
    write_tables(files.path(), material("KvM"));
    const Position quiet = parse_position("W:WKa7,Kh8:BKa1");
    REQUIRE(!rules::must_capture(quiet));
    const Tablebase all{files.path()};
    CHECK_THROWS_AS(all.probe_wdl(quiet), table::TablebaseError);
    CHECK(all.classes().size() == 5);

    const table::TableDirectories directories{files.path(), more.path()};
    const Tablebase two{directories, {.most_pieces = 2}};
    CHECK(two.classes() == std::vector{material("KvK"), material("KvM"), material("MvM")});
    CHECK(two.files().size() == 6);
    CHECK(two.duplicates() == std::vector<DuplicateTable>{{{material("KvM"), Metric::Wdl}, 0, 1}});
    CHECK(two.probe_wdl(quiet) == Answer<Wdl>{NoTable{material("KKvK")}});
    CHECK(two.probe_dtm(quiet) == Answer<Value>{NoTable{material("KKvK")}});
    CHECK(two.preload(std::vector{material("KKvK")}) == probe::PreloadAnswer{NoTable{material("KKvK")}});
    CHECK(difference(two, "KvM", true_value).empty());

    const Tablebase one{files.path(), {.most_pieces = 1}};
    CHECK(one.classes().empty());

    // Forced captures are followed all the same: into classes below the cap there is an answer, into others none.
    int answered = 0;
    int unanswered = 0;
    for (const Position& position : two_piece_values().positions()) {
        for (const Square square : all_squares - position.occupied()) {
            Position three = position;
            three[opponent(position.side_to_move)].kings |= square;
            if (!rules::must_capture(three) || square.index() % 5 != 0) {
                continue;
            }
            Value best = Value::loss_in(0);
            for (const Position& next : rules::successors(three)) {
                best = std::max(best, two_piece_values().of(next).before_move());
            }
            REQUIRE(two.probe_dtm(three) == Answer<Value>{best});
            ++answered;
            const std::vector<Position> reached = rules::successors(three);
            const Position& next = reached.front();
            if (reached.size() == 1 && next.occupied().count() == 2 && !next.own().all().empty() &&
                !rules::must_capture(next) && !rules::legal_moves(next).empty()) {
                REQUIRE(one.probe_dtm(three) == Answer<Value>{NoTable{index::Material::of(next).canonical()}});
                ++unanswered;
            }
        }
    }
    CHECK(answered > 1000);
    CHECK(unanswered > 1000);
}

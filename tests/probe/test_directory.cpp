// Tests what a directory holds and what it lacks: names, missing tables, and which file answers.
#include <fstream>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::StartsWith;
using probe::NoTable;
using probe::Tablebase;
using rules::parse_position;

namespace {

template <class T>
std::string missing(const probe::Answer<T>& answer) {
    const auto* none = std::get_if<NoTable>(&answer);
    return none == nullptr ? "" : none->material.name();
}

void touch(const std::filesystem::path& path) {
    std::ofstream{path};
}

}  // namespace

TEST_CASE("classes are those with a file, in build order", "[probe]") {
    const TemporaryDirectory directory;
    CHECK(Tablebase{directory.path()}.classes().empty());
    for (const char* name : {"MMvM.dtm", "KvM.wdl", "KvK.dtm", "KvK.wdl", "KKvK.wdl", "KKKvKKK.dtm"}) {
        touch(directory / name);
    }
    const std::vector<index::Material> expected{material("KvK"), material("KvM"), material("KKvK"), material("MMvM"),
                                                material("KKKvKKK")};
    CHECK(Tablebase{directory.path()}.classes() == expected);
}

TEST_CASE("other names are ignored", "[probe]") {
    const TemporaryDirectory directory;
    for (const char* name :
         {"KvKK.dtm", "MvK.wdl", "kvk.dtm", "KvK", "KvK.dtx", "KvK.dtm.bak", "KvK.DTM", "MKvK.dtm",
          ".KvK.dtm.123.partial", ".dtm", "Kv.dtm", "notes.txt", "KKKKKKKvK.dtm", "KKKKKvKKKK.dtm"}) {
        touch(directory / name);
    }
    const Tablebase tables{directory.path()};
    CHECK(tables.classes().empty());
    CHECK(missing(tables.probe_dtm(parse_position("W:WKa1:BKc2"))) == "KvK");
    // Tables have seven pieces at most, whatever files there are.
    CHECK(missing(tables.probe_dtm(parse_position("W:WKa1,Kb1,Kc1,Kd1,Ke1:BKf8,Kg8,Kh8,Kh7"))) == "KKKKKvKKKK");
    CHECK(missing(tables.probe_wdl(parse_position("W:WKa1,Kb1,Kc1,Kd1,Ke1,Kf1,Kg1:BKh8"))) == "KKKKKKKvK");
}

TEST_CASE("a directory that cannot be read is an error that names it", "[probe]") {
    const TemporaryDirectory directory;
    touch(directory / "file");
    for (const std::filesystem::path& path : {directory / "none", directory / "file"}) {
        try {
            const Tablebase tables{path};
            FAIL("no error");
        } catch (const table::TablebaseError& error) {
            CHECK(error.path() == path.string());
            CHECK_THAT(error.what(), StartsWith(path.string() + ": cannot read the directory: "));
        }
    }
}

TEST_CASE("a missing table is named by its canonical class", "[probe]") {
    const TemporaryDirectory directory;
    write_tables(directory.path(), material("KvM"));
    const Tablebase tables{directory.path()};
    CHECK(missing(tables.probe_wdl(parse_position("W:WKa1:BKc2"))) == "KvK");
    CHECK(missing(tables.probe_dtm(parse_position("W:WKa1:BKc2"))) == "KvK");
    CHECK(missing(tables.probe_dtm(parse_position("B:Wa1:BKc2,Kd8"))) == "KKvM");
    CHECK(missing(tables.probe_wdl(initial_position())) == "MMMMMMMMMMMMMMMMMMvMMMMMMMMMMMMMMMMMM");
    CHECK(missing(tables.probe_dtm(parse_position("W:WKa1:Bc3"))).empty());

    // White must capture one of two kings, so the class after the capture is needed.
    CHECK(missing(tables.probe_dtm(parse_position("W:WKa1:BKa3,Kc2"))) == "KvK");
    CHECK(missing(tables.probe_wdl(parse_position("W:WKa1:BKa3,Kc2"))) == "KvK");
    CHECK(missing(tables.probe_dtm(parse_position("W:WKa1:BKa3,f8"))).empty());
    // The man is one step from promotion. Some of the quiet moves lead to a king.
    CHECK(missing(tables.ranked_moves(parse_position("W:Wa7:BKc2"))) == "KvK");
    CHECK(missing(tables.ranked_moves(parse_position("W:Wa5:BKh8"))).empty());
}

TEST_CASE("a forced capture that wins is enough, whatever another one would need", "[probe]") {
    const TemporaryDirectory directory;
    write_tables(directory.path(), material("KvM"));
    const Tablebase tables{directory.path()};
    const index::Material without_table = material("KvK");
    int won = 0;
    int unknown = 0;
    for (const Position& two : two_piece_values().positions()) {
        // White's king can capture a man or a king, but only one of them.
        for (const Square square : all_squares - two.occupied()) {
            Position position = two;
            position[Colour::Black].kings |= square;
            if (two.side_to_move != Colour::White || index::Material::of(position) != material("KvKM") ||
                !rules::must_capture(position)) {
                continue;
            }
            bool needs_missing = false;
            bool wins = false;
            for (const Position& next : rules::successors(position)) {
                const bool is_missing = index::Material::of(next) == without_table && !rules::must_capture(next);
                needs_missing |= is_missing;
                wins |= !is_missing && two_piece_values().of(next).wdl() == Wdl::Loss;
            }
            if (needs_missing) {
                const auto answer = tables.probe_wdl(position);
                if (answer != (wins ? probe::Answer<Wdl>{Wdl::Win} : probe::Answer<Wdl>{NoTable{without_table}})) {
                    FAIL_CHECK(rules::to_fen(position));
                }
                ++(wins ? won : unknown);
            }
        }
    }
    CHECK(won > 0);
    CHECK(unknown > 0);
}

TEST_CASE("a line that needs a missing table says which", "[probe]") {
    const TemporaryDirectory directory;
    write_tables(directory.path(), material("MvM"));
    const Tablebase tables{directory.path()};
    int complete = 0;
    int incomplete = 0;
    for (const Position& position : two_piece_values().positions()) {
        if (index::Material::of(position) == material("MvM") && position.white().men.lowest().rank() >= 5 &&
            two_piece_values().of(position).wdl() != Wdl::Draw) {
            const auto line = tables.best_line({{position}});
            const std::string none = missing(line);
            REQUIRE((none.empty() || none == "KvM"));
            ++(none.empty() ? complete : incomplete);
        }
    }
    CHECK(complete > 0);
    CHECK(incomplete > 0);
}

TEST_CASE("the .wdl is enough for results, and needed for distances", "[probe]") {
    const SampleTables files;
    const Position position = parse_position("W:Wa2:Ba8");
    REQUIRE(two_piece_values().of(position) == Value::win_in(15));
    SECTION("without .wdl there is nothing") {
        std::filesystem::remove(files / "MvM.wdl");
        const Tablebase tables{files.path()};
        CHECK(missing(tables.probe_wdl(position)) == "MvM");
        CHECK(missing(tables.probe_dtm(position)) == "MvM");
        CHECK(tables.probe({{position}}) == probe::Known{.missing = material("MvM")});
        CHECK(tables.classes().size() == 3);
        CHECK(tables.files().size() == 5);
    }
    SECTION("without .dtm there is no distance") {
        std::filesystem::remove(files / "MvM.dtm");
        const Tablebase tables{files.path()};
        CHECK(tables.probe_wdl(position) == probe::Answer<Wdl>{Wdl::Win});
        CHECK(tables.probe({{position}}) == probe::Known{.outcome = probe::Outcome::of(Wdl::Win)});
        CHECK(missing(tables.probe_dtm(position)) == "MvM");
        CHECK(missing(tables.ranked_moves(position)) == "MvM");
        CHECK(missing(tables.best_line({{position}})) == "MvM");
        CHECK(tables.classes().size() == 3);
    }
    SECTION("with both, the .wdl file gives the result") {
        write_table(files.path(), material("MvM"), table::Metric::Wdl, [](const Position&) { return 0U; });
        const Tablebase tables{files.path()};
        CHECK(tables.probe_wdl(position) == probe::Answer<Wdl>{Wdl::Loss});
        CHECK(tables.probe_dtm(position) == probe::Answer<Value>{Value::win_in(15)});
    }
}

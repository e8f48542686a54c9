// Tables of one side to move: what gen and compress write, and that nobody who reads them notices.
#include <filesystem>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;

namespace {

/// The smallest class that the command stores one side of. Tests of the libraries store one side of small ones.
const std::vector<std::string> classes{"--class", "KKKKvK"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

struct TablesOfOneSide : GeneratedTables {
    TablesOfOneSide() : GeneratedTables{with(classes, {"--sides", "one"})} {}

    [[nodiscard]] table::Header header(const char* name) const {
        return table::open_table(path, {index::Material::parse(name).value(), table::Metric::Dtm}).header();
    }
};

}  // namespace

TEST_CASE("gen --sides one stores one side of a .dtm, and every command reads it as both", "[tools]") {
    const TablesOfOneSide one;
    const GeneratedTables two{classes};
    CHECK(one.made.status == 0);
    CHECK_FALSE(one.header("KKKKvK").stores_all_sides());
    CHECK(one.header("KKKvK").stores_all_sides());
    CHECK(read_file(one.file("KKKKvK.wdl")) == read_file(two.file("KKKKvK.wdl")));
    CHECK(std::filesystem::file_size(one.file("KKKKvK.dtm")) * 3 <
          std::filesystem::file_size(two.file("KKKKvK.dtm")) * 2);

    // The manifest is of the values, so it takes all that are not stored.
    const std::string values = two.ask("manifest").out;
    CHECK(one.ask("manifest").out == values);
    CHECK(one.ask("check", {"--values"}).status == 0);
    CHECK(one.ask("verify").status == 0);
    CAPTURE(sample_seed);
    Random random{sample_seed};
    std::string positions;
    for (int i = 0; i < 300; ++i) {
        positions += rules::to_fen(random_position(random, index::Material::parse("KKKKvK").value())) + "\n";
    }
    const std::string answers = two.ask("probe", {}, {.input = positions}).out;
    CHECK(lines_of(answers).size() == 300);
    CHECK(one.ask("probe", {}, {.input = positions}).out == answers);
    for (const auto& [command, arguments] : std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"stats", {"KKKKvK"}},
             {"find", {"KKKKvK", "--longest"}},
             {"find", {"KKKKvK", "--stm", "b", "--plies", "4", "--limit", "20"}},
             {"probe", {"--json", "W:WKa1,Kb2,Kc5,Kh1:BKg7"}},
             {"probe", {"--json", "B:WKa1,Kb2,Kc5,Kh1:BKg7"}},
             {"line", {"B:WKa1,Kb2,Kc5,Kh1:BKg7"}}}) {
        CAPTURE(command, arguments.back());
        const CommandResult of_one = one.ask(command, arguments);
        const CommandResult of_two = two.ask(command, arguments);
        CHECK(of_one.status == 0);
        CHECK(of_one.out == of_two.out);
        CHECK_FALSE(of_one.out.empty());
    }
}

TEST_CASE("compress --sides changes what is stored, there and back", "[tools]") {
    const TablesOfOneSide one;
    const GeneratedTables two{classes};
    const auto bytes_of_one = contents(one.path);
    const auto bytes_of_two = contents(two.path);
    CHECK(two.ask("compress", {"--sides", "one"}).status == 0);
    CHECK(contents(two.path) == bytes_of_one);
    // Without --sides, and with the same, files stay as they are.
    CHECK(two.ask("compress").status == 0);
    CHECK(two.ask("compress", {"--sides", "one"}).status == 0);
    CHECK(contents(two.path) == bytes_of_one);
    CHECK(two.ask("compress", {"--sides", "two", "--threads", "2"}).status == 0);
    CHECK(contents(two.path) == bytes_of_two);
}

TEST_CASE("the tables of a site store the sides that were asked for", "[tools]") {
    if (!DAMEOTB_HAS_PACKAGE) {
        return;
    }
    const TablesOfOneSide one;
    const GeneratedTables two{classes};
    const auto tables_of_site = [](const GeneratedTables& from, const std::string& sides) {
        const std::string out = from.directory / ("site-" + sides);
        REQUIRE(from.ask("site", {"--out", out, "--sides", sides}).status == 0);
        auto found = contents(out + "/tables");
        for (const char* list : {"tables.json", "tables.xxh128"}) {
            CHECK(found.erase(list) == 1);
        }
        return found;
    };
    CHECK(tables_of_site(two, "one") == contents(one.path));
    CHECK(tables_of_site(one, "one") == contents(one.path));
    CHECK(tables_of_site(one, "two") == contents(two.path));
}

TEST_CASE("a side is not given up without the tables that its values follow from", "[tools]") {
    const GeneratedTables two{classes};
    const std::string before = read_file(two.file("KKKKvK.dtm"));
    std::filesystem::remove(two.file("KKKvK.dtm"));
    const CommandResult result = two.ask("compress", {"--sides", "one", "KKKKvK"});
    CHECK(result.status == 1);
    CHECK_THAT(result.err, Contains("KKKvK.dtm"));
    CHECK(read_file(two.file("KKKKvK.dtm")) == before);
}

// dameotb stats --keep: its files, and what other subcommands make of them.
#include <filesystem>
#include <map>
#include <regex>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

std::vector<std::string> kept_in(const fs::path& directory) {
    std::vector<std::string> names = names_in(directory);
    std::erase_if(names, [](const std::string& name) { return !name.ends_with(".stats"); });
    return names;
}

std::map<std::string, std::string> files_in(const fs::path& directory) {
    std::map<std::string, std::string> files;
    for (const std::string& name : names_in(directory)) {
        files[name] = read_file(directory / name);
    }
    return files;
}

}  // namespace

TEST_CASE("stats --keep says what stats says, and keeps it", "[tools]") {
    const GeneratedTables tables;
    const CommandResult plain = tables.ask("stats");
    REQUIRE(plain.status == 0);
    CHECK(kept_in(tables.path).empty());
    const CommandResult first = tables.ask("stats", {"--keep"});
    CHECK(first.status == 0);
    CHECK(first.out == plain.out);
    CHECK(first.err.empty());
    CHECK(kept_in(tables.path).size() == 9);
    const auto files = files_in(tables.path);
    CHECK(tables.ask("stats", {"--keep"}).out == plain.out);
    CHECK(tables.ask("stats", {"--keep", "--json"}).out == tables.ask("stats", {"--json"}).out);
    CHECK(files_in(tables.path) == files);

    // A damaged file, and one of other tables, are made again; others are not touched.
    write_file(tables.file("KKvK.stats"), files.at("KKvK.stats") + "damaged");
    write_file(tables.file("KvM.stats"), files.at("MvM.stats"));
    const auto before = fs::last_write_time(tables.file("MvM.stats"));
    CHECK(tables.ask("stats", {"--keep"}).out == plain.out);
    CHECK(files_in(tables.path) == files);
    CHECK(fs::last_write_time(tables.file("MvM.stats")) == before);
}

TEST_CASE("stats --keep does not count what was kept", "[tools]") {
    const GeneratedTables tables;
    const std::string counted = tables.ask("stats", {"--keep", "MMvM"}).out;
    // No other class reads this table. It cannot be counted any more, and its header still says of which values it is.
    std::string damaged = read_file(tables.file("MMvM.dtm"));
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    write_file(tables.file("MMvM.dtm"), damaged);
    CHECK(tables.ask("stats", {"MMvM"}).status == 1);
    CHECK(tables.ask("stats", {"--keep", "MMvM"}).out == counted);
}

TEST_CASE("stats --keep --stats-dir keeps counts elsewhere", "[tools]") {
    const GeneratedTables tables{{"--pieces", "2"}};
    const fs::path elsewhere = tables.directory / "elsewhere";
    fs::create_directory(elsewhere);
    CHECK(tables.ask("stats", {"--keep", "--stats-dir", elsewhere.string()}).status == 0);
    CHECK(kept_in(tables.path).empty());
    CHECK(kept_in(elsewhere).size() == 3);
    const CommandResult nowhere = tables.ask("stats", {"--keep", "--stats-dir", "/nowhere/at/all"});
    CHECK(nowhere.status == 1);
    CHECK_THAT(nowhere.err, Contains("/nowhere/at/all/") && Contains("No such file or directory"));
    CHECK(tables.ask("stats", {"--stats-dir", elsewhere.string()}).status == 2);
    const CommandResult with_rule = tables.ask("stats", {"--keep", "--rule", "50"});
    CHECK(with_rule.status == 2);
    CHECK_THAT(with_rule.err, Contains("leave out --keep or --rule"));
}

TEST_CASE("kept counts are no strangers among tables", "[tools]") {
    const GeneratedTables tables{{"--pieces", "2"}};
    REQUIRE(tables.ask("stats", {"--keep"}).status == 0);
    const CommandResult checked = tables.ask("check");
    CHECK(checked.status == 0);
    CHECK_THAT(checked.out, Contains("checked 6 files: all are good"));
    CHECK(checked.err.empty());
    write_file(tables.file(".KvK.stats.0123456789abcdef.partial"), "of a killed run");
    write_file(tables.file(".mine.stats.0123456789abcdef.partial"), "mine");
    REQUIRE(tables.ask("gen", {"--pieces", "3"}).status == 0);
    CHECK(!fs::exists(tables.file(".KvK.stats.0123456789abcdef.partial")));
    CHECK(fs::exists(tables.file(".mine.stats.0123456789abcdef.partial")));
    CHECK(kept_in(tables.path).size() == 3);
}

TEST_CASE("a report of kept counts is that of counted ones", "[tools]") {
    const GeneratedTables tables;
    const std::string counted = tables.directory / "counted";
    const std::string kept = tables.directory / "kept";
    REQUIRE(tables.ask("report", {"--out", counted}).status == 0);
    CHECK(kept_in(tables.path).empty());  // a report writes nothing beside the tables
    REQUIRE(tables.ask("stats", {"--keep", "KKvK", "MMvM"}).status == 0);
    REQUIRE(tables.ask("report", {"--out", kept}).status == 0);
    CHECK(files_in(kept) == files_in(counted));
    CHECK(kept_in(tables.path) == std::vector<std::string>{"KKvK.stats", "MMvM.stats"});
}

TEST_CASE("a report of senseless counts with a good seal is that of counted ones", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const std::string counted = tables.directory / "counted";
    REQUIRE(tables.ask("report", {"--out", counted}).status == 0);
    REQUIRE(tables.ask("stats", {"--keep", "KKvK"}).status == 0);
    const std::string file = read_file(tables.file("KKvK.stats"));
    const std::string line = file.substr(0, file.find('\n'));
    for (const auto& [pattern, other] : std::vector<std::pair<std::string, std::string>>{
             {"\"(wins|draws|losses)\":[0-9]+", "\"$1\":0"},
             {"\"by_plies\":\\[[^\\]]*", "\"by_plies\":["},
             {"\"by_plies\":\\[0", "\"by_plies\":[18446744073709551615"},
             {"\"longest_loss\":null", "\"longest_loss\":\"W:WKa1:BKh8\""}}) {
        CAPTURE(pattern);
        const std::string wrong = std::regex_replace(line, std::regex{pattern}, other);
        REQUIRE(wrong != line);
        write_file(tables.file("KKvK.stats"),
                   fmt::format("{}\n{:016x}\n", wrong, XXH3_64bits(wrong.data(), wrong.size())));
        const std::string out = tables.directory / "out";
        CHECK(tables.ask("report", {"--out", out}).status == 0);
        CHECK(files_in(out) == files_in(counted));
        fs::remove_all(out);
    }
}

// dameotb site: its files, what they say against what the other subcommands say, and what it replaces.
#include <filesystem>
#include <map>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

/// A build without the npm package has no sites.
constexpr bool has_package = DAMEOTB_HAS_PACKAGE;

struct Site : GeneratedTables {
    [[nodiscard]] CommandResult make(std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"--out", out});
        return ask("site", std::move(more));
    }
    [[nodiscard]] bool has(const std::string& name) const { return fs::exists(fs::path{out} / name); }
    [[nodiscard]] std::string text(const std::string& name) const { return read_file(fs::path{out} / name); }
    [[nodiscard]] json answer(const std::string& name) const { return json::parse(text("answers/" + name + ".json")); }

    std::string out = directory / "site";
};

}  // namespace

TEST_CASE("without the npm package there is no site", "[tools]") {
    if (!has_package) {
        const Site site;
        const CommandResult refused = site.make();
        CHECK(refused.status == 1);
        CHECK_THAT(refused.err, Contains("built without") && Contains("-DDAMEOTB_WASM=ON"));
        CHECK(!fs::exists(site.out));
    }
}

TEST_CASE("a site has pages, tables, and answers that are those of other subcommands", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    const CommandResult made = site.make();
    CAPTURE(made.err);
    REQUIRE(made.status == 0);
    CHECK_THAT(made.err, Contains("dameotb: copying the tables of 9 classes\n") &&
                             Contains("dameotb: counting KKvK (4 of 9)\n") &&
                             Contains("dameotb: counting MMvM (9 of 9)\n") &&
                             Contains("dameotb: looking up positions to play of 9 classes\n"));
    CHECK_THAT(made.out, Contains("9 classes in ") && Contains(" bytes: ") && Contains("is ready for a web server"));
    for (const char* name :
         {"index.html", "explorer.html", "rules.html", "main.js", "files.js", "offline.js", "texts/nl.js",
          "dameotb/dameotb.js", "dameotb/dameotb.wasm", "dameotb/LICENSE", "report/index.html", "report/KKvK.html"}) {
        CAPTURE(name);
        CHECK(site.has(name));
    }
    for (const char* name : {"server.js", "api.html", "api", "report/claims.html"}) {
        CAPTURE(name);
        CHECK(!site.has(name));
    }
    CHECK_THAT(site.text("answers.js"), Contains("./files.js") && !Contains("./server.js"));
    CHECK_THAT(site.text("offline.js"), Contains("\"dameotb/dameotb.wasm\"") && Contains("const version = "));

    const json list = json::parse(site.text("tables/tables.json"));
    CHECK(list["files"].size() == 18);
    for (const json& file : list["files"]) {
        const std::string name = file["name"];
        CAPTURE(name);
        CHECK(read_file(site.file(name)) == site.text("tables/" + name));
        CHECK(file["bytes"] == fs::file_size(site.file(name)));
        CHECK(file["head"].get<std::string>().starts_with("REFNRU9UQho"));  // the magic of a table
        CHECK(file["head"].get<std::string>().size() == 172);               // 128 bytes
    }

    const json classes = site.answer("classes")["classes"];
    REQUIRE(classes.size() == 9);
    for (const json& one : classes) {
        const std::string name = one["class"];
        CAPTURE(name);
        const std::vector<std::string> lines = lines_of(site.ask("stats", {"--json", name}).out);
        const json statistics = site.answer("stats/" + name);
        for (std::size_t side = 0; side < lines.size(); ++side) {
            const json expected = json::parse(lines[side]);
            const json& found = statistics["sides"][side];
            CHECK(one["positions"] >= expected["stored"]);
            CHECK(found["placements"] == expected["all"]);
            CHECK(found["wins"] == expected["win"]);
            CHECK(found["losses"] == expected["loss"]);
        }
    }
}

TEST_CASE("the positions of a site to play have the results and lengths under which they stand", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    REQUIRE(site.make({"KKvM", "MMvM"}).status == 0);
    std::map<std::string, int> kinds;
    for (const char* name : {"KKvK", "KKvM", "MMvM", "MvM"}) {
        std::string fens;
        std::vector<std::pair<std::string, std::string>> stands;
        const json samples = site.answer(std::string{"random/"} + name);
        for (const auto& [result, by_plies] : samples.items()) {
            for (const auto& [plies, all] : by_plies.items()) {
                for (const std::string fen : all) {
                    fens += fen + "\n";
                    stands.emplace_back(result, plies);
                }
                CHECK(all.size() <= 12);
            }
            kinds[result] += 1;
        }
        const std::vector<std::string> lines = lines_of(site.ask("probe", {}, {.input = fens}).out);
        REQUIRE(lines.size() == stands.size());
        REQUIRE(lines.size() > 50);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string expected = "\t" + stands[i].first + "\t" + stands[i].second;
            CHECK_THAT(lines[i], Catch::EndsWith(expected));
        }
    }
    CHECK(kinds == std::map<std::string, int>{{"draw", 4}, {"loss", 4}, {"win", 4}});
}

TEST_CASE("a site has the classes that were asked for and those that they lead to", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    const CommandResult two = site.make({"--pieces", "2"});
    REQUIRE(two.status == 0);
    CHECK_THAT(two.out, Contains("left out for --pieces or --size: 6 of 9 classes, KKvK the first of them"));
    CHECK(site.has("tables/MvM.dtm"));
    CHECK(!site.has("tables/KKvK.dtm"));
    REQUIRE(site.make({"KKvM"}).status == 0);
    CHECK(site.has("tables/KKvK.dtm"));
    CHECK(!site.has("tables/MMvM.dtm"));
    CHECK(!site.has("report/MMvM.html"));
    REQUIRE(site.make({"--size", "10K"}).status == 0);
    std::uintmax_t bytes = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator{fs::path{site.out} / "tables"}) {
        bytes += entry.path().extension() == ".json" ? 0 : entry.file_size();
    }
    CHECK(bytes > 4000);
    CHECK(bytes <= 10 * 1024);
    CHECK(site.answer("classes")["classes"].size() == names_in(fs::path{site.out} / "answers/random").size());

    const CommandResult none = site.make({"--size", "10"});
    CHECK(none.status == 1);
    CHECK_THAT(none.err, Contains("no class fits --pieces or --size"));
    CHECK(site.has("tables/KvK.dtm"));  // what was there is still there
}

TEST_CASE("the tables of a site can lie elsewhere", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    REQUIRE(site.make({"--tables", "https://example.org/some/tables/"}).status == 0);
    CHECK(!site.has("tables"));
    CHECK_THAT(site.text("explorer.html"),
               Contains("<meta name=\"tables\" content=\"https://example.org/some/tables/\">") &&
                   Contains("connect-src 'self' https://example.org;"));
    const CommandResult refused = site.make({"--tables", "https://example.org/'>/"});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("write the address of a folder"));
}

TEST_CASE("a site replaces a former one and nothing else, and leaves nothing behind", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    REQUIRE(site.make().status == 0);
    REQUIRE(site.make({"KvK"}).status == 0);
    CHECK(!site.has("report/KKvK.html"));
    write_file(fs::path{site.out} / "answers" / "notes", "mine");
    const CommandResult refused = site.make();
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("answers/notes is not of it"));
    CHECK(site.text("answers/notes") == "mine");
    fs::remove(fs::path{site.out} / "answers" / "notes");
    fs::create_directory(fs::path{site.out} / "mine");
    CHECK(site.make().status == 1);
    CHECK(site.has("mine"));
    fs::remove(fs::path{site.out} / "mine");
    REQUIRE(site.make().status == 0);
    // A disk that is full leaves the former site, and nothing of the new one.
    CHECK(site.ask("site", {"--out", site.out}, {.most_file_bytes = full_disk_bytes}).status != 0);
    CHECK(site.has("report/KKvK.html"));
    CHECK(names_in(site.directory.path()) == std::vector<std::string>{"site", "tables"});
}

TEST_CASE("a site takes the counts that were kept, and is the same", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    REQUIRE(site.make().status == 0);
    const auto statistics = [&] {
        std::map<std::string, std::string> all;
        for (const std::string& name : names_in(fs::path{site.out} / "answers/stats")) {
            all[name] = site.text("answers/stats/" + name);
        }
        return all;
    };
    const auto counted = statistics();
    const std::string page = site.text("report/KKvM.html");
    REQUIRE(site.ask("stats", {"--keep"}).status == 0);
    const CommandResult again = site.make();
    REQUIRE(again.status == 0);
    CHECK_THAT(again.err, !Contains("counting"));
    CHECK(statistics() == counted);
    CHECK(site.text("report/KKvM.html") == page);
    CHECK(!site.has("tables/KKvM.stats"));
}

// dameotb site: its files, what they say against what the other subcommands say, and what it replaces.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>
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
    /// Returns the contents of the folder of tables, by name.
    [[nodiscard]] std::map<std::string, std::string> tables() const {
        std::map<std::string, std::string> found;
        for (const std::string& name : names_in(fs::path{out} / "tables")) {
            found.emplace(name, text("tables/" + name));
        }
        return found;
    }
    [[nodiscard]] json answer(const std::string& name) const { return json::parse(text("answers/" + name + ".json")); }

    std::string out = directory / "site";
};

/// Returns what the folder of tables has after `--part-bytes`, made from what it has without that: each next
/// `part_bytes` bytes of a larger table are its next part, the list has their size, and a list has all checksums.
std::map<std::string, std::string> in_parts(const std::map<std::string, std::string>& whole, std::size_t part_bytes) {
    std::map<std::string, std::string> files;
    json list = json::parse(whole.at("tables.json"));
    for (json& entry : list["files"]) {
        const std::string name = entry["name"];
        const std::string& bytes = whole.at(name);
        if (bytes.size() <= part_bytes) {
            files.emplace(name, bytes);
            continue;
        }
        entry["part_bytes"] = part_bytes;
        for (std::size_t i = 0; i * part_bytes < bytes.size(); ++i) {
            files.emplace(fmt::format("{}.{:03}", name, i), bytes.substr(i * part_bytes, part_bytes));
        }
    }
    files.emplace("tables.json", list.dump());
    return files;
}

/// Returns the list of the files' checksums that `xxhsum -H2` makes.
std::string checksums_of(const std::map<std::string, std::string>& files) {
    std::string checksums;
    for (const auto& [name, bytes] : files) {
        const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
        checksums += name == "tables.xxh128" ? "" : fmt::format("{:016x}{:016x}  {}\n", hash.high64, hash.low64, name);
    }
    return checksums;
}

/// Returns the files with the list of tables in one form, and without the list of checksums.
std::map<std::string, std::string> without_checksums(std::map<std::string, std::string> files) {
    files.erase("tables.xxh128");
    files["tables.json"] = json::parse(files["tables.json"]).dump();
    return files;
}

}  // namespace

TEST_CASE("without the npm package there is no site", "[tools]") {
    if (!has_package) {
        const Site site;
        const CommandResult refused = site.make();
        CHECK(refused.status == 1);
        CHECK_THAT(refused.err, Contains("built without") && Contains("-DDAMEOTB_WASM=ON") &&
                                    Contains("scripts/install-packages.sh --wasm"));
        CHECK(lines_of(refused.err).size() == 1);
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
            CHECK(found["quiet"] == json{{"placements", expected["quiet"]},
                                         {"wins", expected["quietwin"]},
                                         {"draws", expected["quietdraw"]},
                                         {"losses", expected["quietloss"]}});
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
        bytes += entry.path().stem() == "tables" ? 0 : entry.file_size();  // the lists
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

TEST_CASE("tables of a site can be in parts, each of them with a checksum", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    REQUIRE(site.make().status == 0);
    const auto whole = site.tables();
    CHECK(whole.at("tables.xxh128") == checksums_of(whole));
    std::set<std::string> answers;
    for (const auto& [size, part_bytes] : {std::pair{"1K", 1024}, {"4k", 4096}, {"30000", 30000}, {"1G", 1 << 30}}) {
        CAPTURE(size);
        const CommandResult made = site.make({"--part-bytes", size});
        REQUIRE(made.status == 0);
        const auto files = site.tables();
        CHECK(without_checksums(files) == in_parts(whole, static_cast<std::size_t>(part_bytes)));
        const auto count = [&](const char* ending) {
            return std::ranges::count_if(files, [&](const auto& file) {
                const std::string& name = file.first;
                return name.size() > 4 && name[name.size() - 4] == '.' && name.ends_with(ending) && name.back() <= '9';
            });
        };
        const std::string told = fmt::format(", {} in {} parts: ", count(".000"), count(""));
        CHECK((made.out.find(told) != std::string::npos) == (count("") > 0));
        CHECK(files.at("tables.xxh128") == checksums_of(files));
        answers.insert(site.text("answers/classes.json") + site.text("answers/random/KKvK.json") +
                       site.text("report/KKvK.html"));
    }
    CHECK(answers.size() == 1);  // they come from whole tables
    // A site that fails leaves the former one; the next one leaves no part of that.
    CHECK(site.ask("site", {"--out", site.out, "--part-bytes", "1K"}, {.most_file_bytes = full_disk_bytes}).status !=
          0);
    CHECK(site.has("tables/KKvK.dtm"));
    REQUIRE(site.make({"--part-bytes", "4K"}).status == 0);
    REQUIRE(site.make().status == 0);
    CHECK(site.tables() == whole);
    CHECK(names_in(site.directory.path()) == std::vector<std::string>{"site", "tables"});
}

TEST_CASE("a site killed while it cuts tables leaves the former one whole", "[tools]") {
    if (!has_package) {
        return;
    }
    const Site site;
    REQUIRE(site.make({"KKvK"}).status == 0);
    const auto former = site.tables();
    bool had_pages = false;
    bool was_cutting = false;
    bool is_new = false;
    // Tables are cut after the last page is written, and a table of four parts is removed after these.
    for (int step = 1; !is_new; step += had_pages ? 1 : 4) {
        CAPTURE(step);
        REQUIRE(step < 100);
        const CommandResult result =
            site.ask("site", {"--out", site.out, "--part-bytes", "1K", "KKvK"},
                     {.environment = {"LD_PRELOAD=" DAMEOTB_STEP_SHIM, "ASAN_OPTIONS=verify_asan_link_order=0",
                                      "DAMEOTB_SHIM_STEP=" + std::to_string(step)}});
        is_new = !site.has("tables/KKvK.dtm");
        CHECK((is_new ? without_checksums(site.tables()) == in_parts(former, 1024) : site.tables() == former));
        CHECK((result.status != 0 || is_new));
        for (const fs::directory_entry& entry : fs::directory_iterator{site.directory.path()}) {
            const fs::path tables = entry.path() / "tables";
            const bool is_unfinished = entry.path() != site.out && fs::exists(tables);
            had_pages |= is_unfinished && fs::exists(entry.path() / "offline.js");
            was_cutting |= is_unfinished && fs::exists(tables / "KKvK.dtm") && fs::exists(tables / "KKvK.dtm.003");
        }
    }
    CHECK(was_cutting);
}

TEST_CASE("parts have a size, and are of the site's own tables", "[tools]") {
    const Site site;
    for (const char* size : {"0", "90", "1023", "-1", "many", "1KB", ""}) {
        CAPTURE(size);
        const CommandResult refused = site.make({"--part-bytes", size});
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, Contains("--part-bytes: write a number of bytes, 1K or more, as in 90M, not '"));
    }
    const CommandResult both = site.make({"--part-bytes", "90M", "--tables", "https://example.org/tables/"});
    CHECK(both.status == 2);
    CHECK_THAT(both.err, Contains("--part-bytes does not go with --tables: leave one of them out"));
    CHECK(!fs::exists(site.out));
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

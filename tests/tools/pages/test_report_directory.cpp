// dameotb report --out: what is replaced and what is refused. Whatever happens meanwhile, and at whatever step the run
// is killed, there must be a complete report, and nothing of anybody else may be lost.
#include <filesystem>
#include <map>
#include <set>

#include <sys/stat.h>

#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"
#include "sampling.hpp"

using namespace dameotb::tests;
using Catch::Contains;

namespace fs = std::filesystem;

namespace {

/// The files of a directory and what they hold.
using Contents = std::map<std::string, std::string>;

struct TwoReports : GeneratedTables {
    TwoReports() : GeneratedTables{{"--class", "KvK", "MvM"}} {
        REQUIRE(make(first, "KvK").status == 0);
        REQUIRE(make(second, "MvM").status == 0);
        first_pages = contents(first);
        second_pages = contents(second);
        REQUIRE(first_pages != second_pages);
    }

    [[nodiscard]] CommandResult make(const fs::path& to, const std::string& what, CommandOptions options = {}) const {
        return ask("report", {"--out", to, what}, std::move(options));
    }

    std::string first = directory / "first";
    std::string second = directory / "second";
    Contents first_pages;
    Contents second_pages;
};

const TwoReports& reports() {
    static const TwoReports made;
    return made;
}

/// A directory with a report `site` of the first class, and things of the user with similar names.
struct Place : TemporaryDirectory {
    Place() {
        for (const fs::path& others : {site_old, site_part}) {
            fs::create_directory(others);
            write_file(others / "keep", "mine");
        }
        fs::copy(reports().first, site);
    }

    void require_others_kept() const {
        REQUIRE(contents(site_old) == Contents{{"keep", "mine"}});
        REQUIRE(contents(site_part) == Contents{{"keep", "mine"}});
    }

    fs::path site = *this / "site";
    fs::path site_old = *this / "site.old";
    fs::path site_part = *this / "site.part";
};

constexpr int every = sampled ? 3 : 1;  // step

std::vector<std::string> shim(int step, bool can_exchange) {
    std::vector<std::string> environment{"LD_PRELOAD=" DAMEOTB_STEP_SHIM, "ASAN_OPTIONS=verify_asan_link_order=0",
                                         "DAMEOTB_SHIM_STEP=" + std::to_string(step)};
    if (!can_exchange) {
        environment.emplace_back("DAMEOTB_SHIM_NO_EXCHANGE=1");
    }
    return environment;
}

}  // namespace

TEST_CASE("a report leaves directories whose names are near alone", "[tools]") {
    const Place place;
    CHECK(reports().make(place.site, "MvM").status == 0);
    CHECK(contents(place.site) == reports().second_pages);
    place.require_others_kept();
    CHECK(names_in(place.path()) == std::vector<std::string>{"site", "site.old", "site.part"});
}

TEST_CASE("a report killed at any step leaves the former one or the new one, and all else", "[tools]") {
    const bool can_exchange = GENERATE(true, false);
    bool done = false;
    int without_report = 0;
    for (int step = 1; !done; step += every) {
        CAPTURE(step, can_exchange);
        const Place place;
        const CommandResult result = reports().make(place.site, "MvM", {.environment = shim(step, can_exchange)});
        done = result.status == 0;
        REQUIRE((done || result.status == -SIGKILL));
        place.require_others_kept();
        REQUIRE(step < 100);
        if (fs::exists(place.site)) {
            const Contents there = contents(place.site);
            CHECK((there == reports().second_pages || (!done && there == reports().first_pages)));
            continue;
        }
        // Between the two renames, both reports are beside the target under hidden names.
        ++without_report;
        std::set<Contents> beside;
        for (const std::string& name : names_in(place.path())) {
            beside.insert(contents(place / name));
        }
        CHECK(beside.contains(reports().first_pages));
        CHECK(beside.contains(reports().second_pages));
    }
    CHECK((sampled || without_report == (can_exchange ? 0 : 1)));
}

TEST_CASE("a file that somebody adds to a report's directory at any step is not lost", "[tools]") {
    const bool can_exchange = GENERATE(true, false);
    std::size_t refused = 0;
    bool done = false;
    for (int step = 1; !done; step += every) {
        CAPTURE(step, can_exchange);
        const Place place;
        auto environment = shim(step, can_exchange);
        environment.push_back("DAMEOTB_SHIM_CREATE=" + (place.site / "mine").string());
        const CommandResult result = reports().make(place.site, "MvM", {.environment = environment});
        place.require_others_kept();
        REQUIRE(step < 100);
        done = !fs::exists(place.site / "mine");  // there are fewer steps than this
        CHECK((result.status == 0 || result.status == 1));
        refused += result.status == 1 ? 1 : 0;
        CHECK((result.status == 1) == !result.err.empty());
        Contents there = contents(place.site);
        there.erase("mine");
        if (result.status == 0) {
            CHECK(there == reports().second_pages);
        } else if (there != reports().first_pages) {
            // Somebody made the directory again between the two renames. The error says where the former report is.
            CHECK_FALSE(can_exchange);
            CHECK(there.empty());
            CHECK_THAT(result.err, Contains("the former report is in"));
        }
    }
    CHECK(refused > (sampled ? 1 : 5));
}

TEST_CASE("a report follows a link, keeps permissions, and refuses what is no directory", "[tools]") {
    const Place place;
    fs::permissions(place.site, fs::perms{0750});
    fs::create_directory_symlink("site", place / "link");
    CHECK(reports().make(place / "link", "MvM").status == 0);
    CHECK(fs::is_symlink(place / "link"));
    CHECK(contents(place.site) == reports().second_pages);
    CHECK(fs::status(place.site).permissions() == fs::perms{0750});

    fs::create_directory_symlink("new", place / "to-new");
    CHECK(reports().make(place / "to-new", "KvK").status == 0);
    CHECK(fs::is_symlink(place / "to-new"));
    CHECK(contents(place / "new") == reports().first_pages);

    fs::create_directory(place / "private");
    fs::permissions(place / "private", fs::perms{0700});
    CHECK(reports().make(place / "private", "KvK").status == 0);
    CHECK(fs::status(place / "private").permissions() == fs::perms{0700});

    REQUIRE(mkfifo((place / "fifo").c_str(), 0600) == 0);
    write_file(place / "file", "mine");
    for (const std::string name : {"fifo", "file"}) {
        const CommandResult refused = reports().make(place / name, "KvK");
        CHECK(refused.status == 1);
        CHECK_THAT(refused.err, Contains("is no directory"));
    }
    CHECK(read_file(place / "file") == "mine");
    CHECK(fs::is_fifo(place / "fifo"));
    CHECK(reports().make("", "KvK").status == 2);
}

TEST_CASE("a list of a report leads to nothing outside its directory, and links are no files of it", "[tools]") {
    const Place place;
    write_file(place / "outside", "mine");
    write_file(place.site / "dameotb-report.txt",
               read_file(place.site / "dameotb-report.txt") + "../outside\n../site.old/keep\n..\n.\n\n/\n");
    CHECK(reports().make(place.site, "MvM").status == 0);
    CHECK(read_file(place / "outside") == "mine");
    place.require_others_kept();

    fs::remove(place.site / "index.html");
    fs::create_symlink("../outside", place.site / "index.html");
    const CommandResult refused = reports().make(place.site, "KvK");
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("index.html is not of it"));
    CHECK(fs::is_symlink(place.site / "index.html"));
    CHECK(read_file(place / "outside") == "mine");
}

// dameotb check: undamaged files are good. Each damaged file is named, and the others are still read.
#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

struct CheckedTables : GeneratedTables {
    [[nodiscard]] CommandResult check() const { return ask("check", {"--threads", "2"}); }
};

}  // namespace

TEST_CASE("check: a line for each class and a summary", "[tools]") {
    const CheckedTables tables;
    const CommandResult good = tables.check();
    CHECK(good.status == 0);
    CHECK(good.err.empty());
    const auto lines = lines_of(good.out);
    REQUIRE(lines.size() == 10);
    CHECK_THAT(lines[0], StartsWith("KvK ") && Contains(" bytes ") && Contains("wdl good  dtm good"));
    CHECK(lines[9] == "checked 18 files: all are good");
}

TEST_CASE("check names every bad file and goes on", "[tools]") {
    const CheckedTables tables;
    flip_byte(tables.file("KMvK.dtm"), 1000);
    flip_byte(tables.file("KvM.wdl"), 40);
    std::filesystem::resize_file(tables.file("MMvM.wdl"), 100);
    write_file(tables.file("KvKK.dtm"), "");
    write_file(tables.file("MvM.wdl.txt"), "no table, and not named like one");
    std::filesystem::copy_file(tables.file("KKvM.dtm"), tables.file("KKvM.wdl"),
                               std::filesystem::copy_options::overwrite_existing);
    const CommandResult result = tables.check();
    CHECK(result.status == 1);
    const auto errors = lines_of(result.err);
    REQUIRE(errors.size() == 8);
    CHECK_THAT(errors[0], StartsWith("dameotb: " + tables.file("KvM.wdl") + " (byte 120): the header is damaged"));
    const auto without_wdl = [&tables](const char* name) {
        return "dameotb: " + tables.file(name) + ": cannot be read without a good .wdl beside it";
    };
    CHECK(errors[1] == without_wdl("KvM.dtm"));
    CHECK_THAT(errors[2], StartsWith("dameotb: " + tables.file("KKvM.wdl") + ": ") && Contains("metric"));
    CHECK(errors[3] == without_wdl("KKvM.dtm"));
    CHECK(errors[4] ==
          "dameotb: " + tables.file("KMvK.dtm") + " (byte 160): block group 0 is damaged: its checksum does not match");
    CHECK_THAT(errors[5], StartsWith("dameotb: " + tables.file("MMvM.wdl") + " (byte 100): too short"));
    CHECK(errors[6] == without_wdl("MMvM.dtm"));
    CHECK(errors[7] == "dameotb: " + tables.file("KvKK.dtm") + ": its name is not that of a table");
    CHECK_THAT(result.out, Contains("  wdl good  dtm BAD\n") && Contains("  wdl BAD  dtm not read\n"));
    CHECK(lines_of(result.out).back() == "checked 19 files: 5 BAD, 3 could not be read");
}

TEST_CASE("check tells a file that cannot be opened from a damaged one", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    // Descriptors for standard input, output and error, and for one of the two files.
    const CommandResult short_of_files = tables.ask("check", {}, {.most_open_files = 4});
    CHECK(short_of_files.status == 1);
    CHECK_THAT(short_of_files.out, Contains("wdl good  dtm not read"));
    CHECK_THAT(short_of_files.out, EndsWith("checked 2 files: 0 BAD, 1 could not be read\n"));
    CHECK(short_of_files.err == "dameotb: " + tables.file("KvK.dtm") + ": Too many open files\n");
    CHECK(tables.ask("check").status == 0);
}

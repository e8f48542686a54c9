// dameotb manifest: the list, the list that comes with the program, and what --compare finds.
#include <algorithm>

#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// Returns the first line and the tables of up to 3 pieces from the list that comes with the program.
std::vector<std::string> known_up_to_3_pieces() {
    std::vector<std::string> lines = lines_of(read_file(DAMEOTB_MANIFESTS "/le5.txt"));
    REQUIRE(lines.size() == 91);
    lines.erase(std::remove_if(lines.begin() + 1, lines.end(),
                               [](const std::string& line) { return line.find(' ') > std::string{"KKvK"}.size(); }),
                lines.end());
    return lines;
}

std::string text_of(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

struct ListedTables : GeneratedTables {
    ListedTables() : GeneratedTables{{"--pieces", "3"}} {}

    [[nodiscard]] CommandResult manifest(std::vector<std::string> more = {}) const {
        return ask("manifest", std::move(more));
    }
    [[nodiscard]] CommandResult compare(const std::string& list, std::vector<std::string> classes = {}) const {
        write_file(directory / "list.txt", list);
        classes.insert(classes.end(), {"--compare", directory / "list.txt"});
        return manifest(std::move(classes));
    }
};

}  // namespace

TEST_CASE("manifest: tables made here hold the values of the list that comes with the program", "[tools]") {
    const std::vector<std::string> known = known_up_to_3_pieces();
    REQUIRE(known.size() == 19);
    const ListedTables tables;
    for (const char* threads : {"1", "3"}) {
        CAPTURE(threads);
        const CommandResult result = tables.manifest({"--threads", threads});
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        CHECK(lines_of(result.out) == known);
    }
    const CommandResult compared = tables.compare(text_of(known));
    CHECK(compared.status == 0);
    CHECK(compared.err.empty());
    CHECK_THAT(compared.out, StartsWith("18 tables are as ") && !Contains("NOT"));
}

TEST_CASE("manifest --compare names what differs, is missing, is not listed, is damaged", "[tools]") {
    const ListedTables tables;
    std::vector<std::string> list = lines_of(tables.manifest().out);
    REQUIRE(list.size() == 19);
    CHECK_THAT(list[1], StartsWith("KKvK dtm 31444 "));
    list[1].back() = list[1].back() == '0' ? '1' : '0';
    CHECK_THAT(list[4], StartsWith("KKvM wdl "));
    list.erase(list.begin() + 4);
    list.push_back("MMMMvM dtm 5 00");
    std::filesystem::remove(tables.file("MvM.wdl"));
    flip_byte(tables.file("KMvK.dtm"), 1000, 1);

    const CommandResult result = tables.compare(text_of(list));
    CHECK(result.status == 1);
    auto errors = lines_of(result.err);
    REQUIRE(errors.size() == 5);
    const std::string name = tables.directory / "list.txt";
    CHECK(errors[0] == "dameotb: KKvK.dtm: holds other values than " + name + " says");
    CHECK(errors[1] == "dameotb: KKvM.wdl: is not listed in " + name);
    CHECK(errors[2] ==
          "dameotb: " + tables.file("KMvK.dtm") + " (byte 160): block group 0 is damaged: its checksum does not match");
    CHECK(errors[3] == "dameotb: " + tables.file("MvM.dtm") + ": cannot be read without a good .wdl beside it");
    CHECK(errors[4] == "dameotb: MMMMvM.dtm: is listed in " + name + " and not in " + tables.path);
    // 18 files, without KKvK.dtm, KKvM.wdl, and the two files of KMvK and MvM.
    CHECK(result.out == "12 tables are as " + name + " says, 5 are NOT\n");

    const CommandResult damaged = tables.manifest();
    CHECK(damaged.status == 1);
    CHECK_THAT(damaged.err, StartsWith("dameotb: " + tables.file("KMvK.dtm")));
}

TEST_CASE("manifest --compare with a file that is no such list", "[tools]") {
    const ListedTables tables;
    const std::string first = lines_of(tables.manifest().out).front() + "\n";
    for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
             {"", "line 1: expected 'dameotb manifest 1"},
             {"something else\n", "line 1: expected 'dameotb manifest 1"},
             {first + "KvK dtm\n", "line 2: expected CLASS METRIC VALUES XXH3"},
             {first + "KvK dtm 518 00\nKvK dtm 518 00\n", "line 3: expected CLASS METRIC VALUES XXH3"}}) {
        CAPTURE(text);
        const CommandResult result = tables.compare(text);
        CHECK(result.status == 1);
        CHECK(result.out.empty());
        CHECK(lines_of(result.err).size() == 1);
        CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains("list.txt: " + why));
    }
    CHECK_THAT(tables.manifest({"--compare", tables.path + "/none"}).err,
               Contains("/none: cannot be opened: No such file"));
    CHECK_THAT(tables.manifest({"--compare", tables.path}).err, Contains(tables.path + ": cannot be read: Is a dir"));
}

TEST_CASE("manifest of some classes", "[tools]") {
    const ListedTables tables;
    const std::vector<std::string> list = lines_of(tables.manifest().out);
    const std::vector<std::string> some = lines_of(tables.manifest({"KKvK", "MvM"}).out);
    REQUIRE(some.size() == 5);
    CHECK(some.front() == list.front());
    for (std::size_t i = 1; i < some.size(); ++i) {
        CHECK(std::ranges::count(list, some[i]) == 1);
        CHECK_THAT(some[i], StartsWith(i < 3 ? "KKvK " : "MvM "));
    }
    CHECK_THAT(tables.compare(text_of(list), {"KKvK"}).out, StartsWith("2 tables are as "));
    CHECK(tables.compare(text_of(some), {"MvM", "KKvK"}).status == 0);
    // What is asked for and not listed, or listed and not there, is still said.
    const CommandResult unlisted = tables.compare(text_of(some), {"KvK"});
    CHECK(unlisted.status == 1);
    CHECK_THAT(unlisted.err, Contains("KvK.dtm: is not listed") && Contains("KvK.wdl: is not listed"));
    std::filesystem::remove(tables.file("KKvK.dtm"));
    CHECK_THAT(tables.compare(text_of(list), {"KKvK"}).err, Contains("KKvK.dtm: is listed in "));
    const CommandResult missing = tables.manifest({"KKvKK"});
    CHECK(missing.status == 1);
    CHECK(missing.out.empty());
    CHECK_THAT(missing.err, Contains("KKvKK"));
}

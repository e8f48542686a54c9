// Tests --dir with several directories, DAMEOTB_DIR, and --most-pieces.
#include <filesystem>

#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

constexpr auto win_in_five = "W:WKa7,Kh8:BKa1";
/// Without a table of KKvK, the moves prove nothing.
constexpr auto unknown_without = "B:WKa7,Kh8:BKd3";

/// Tables of up to 3 pieces, parts of which can be put into further directories.
struct SeveralDirectories : GeneratedTables {
    /// Returns the path of a further directory, made now, with these files out of the first.
    [[nodiscard]] std::string with(const std::string& name, const std::vector<std::string>& files, bool moved) const {
        const std::filesystem::path further = directory / name;
        std::filesystem::create_directory(further);
        for (const std::string& one : files) {
            if (moved) {
                std::filesystem::rename(file(one), further / one);
            } else {
                std::filesystem::copy_file(file(one), further / one);
            }
        }
        return further.string();
    }
    [[nodiscard]] std::string with_moved(const std::string& name, const std::vector<std::string>& files) const {
        return with(name, files, true);
    }
    [[nodiscard]] std::string with_copied(const std::string& name, const std::vector<std::string>& files) const {
        return with(name, files, false);
    }
};

/// Returns what the subcommands print that read whole classes or answer positions, which must not depend on where the
/// files are.
std::vector<std::string> answers_from(const std::string& directories) {
    std::vector<std::string> answers;
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"probe", "--json", win_in_five},
                                               {"line", win_in_five},
                                               {"stats", "--json", "KKvK", "KMvK"},
                                               {"find", "--longest"},
                                               {"manifest"}}) {
        std::vector<std::string> words = arguments;
        words.insert(words.begin() + 1, {"--dir", directories});
        const CommandResult result = run(words);
        CAPTURE(words, result.err);
        CHECK(result.status == 0);
        CHECK(!result.out.empty());
        answers.push_back(result.out);
    }
    return answers;
}

}  // namespace

TEST_CASE("what commands print does not depend on which directory has a file", "[tools]") {
    const SeveralDirectories tables;
    const std::vector<std::string> expected = answers_from(tables.path);
    const std::string more = tables.with_moved("more", {"KKvK.wdl", "KvK.dtm", "KMvK.wdl", "KMvK.dtm"});
    CHECK(run({"probe", "--dir", tables.path, unknown_without}).status == 1);
    CHECK(answers_from(tables.path + ":" + more) == expected);
    CHECK(answers_from(more + ":" + tables.path) == expected);
    const CommandResult verified = run({"verify", "--dir", more + ":" + tables.path, "--threads", "2"});
    CHECK(verified.status == 0);
    CHECK_THAT(verified.out, Contains("KMvK ") && EndsWith(" in 9 classes\n"));
    const CommandResult checked = run({"check", "--dir", tables.path + ":" + more, "--threads", "2"});
    CHECK(checked.status == 0);
    CHECK_THAT(checked.out, EndsWith("checked 18 files: all are good\n") && !Contains("is not used"));
}

TEST_CASE("the first directory that has a file provides it, and check names the others", "[tools]") {
    const SeveralDirectories tables;
    const std::string more = tables.with_copied("more", {"KKvK.wdl", "KMvK.dtm"});
    flip_byte(more + "/KMvK.dtm", 1000);
    write_file(more + "/KKvK.wdl", "no table");
    const CommandResult good = run({"check", "--dir", tables.path + ":" + more});
    CHECK(good.status == 0);
    CHECK(good.err.empty());
    const auto named = [](const std::string& file, const std::string& used, const std::string& hidden) {
        return hidden + "/" + file + " is not used and was not checked: " + used + "/" + file + " comes first\n";
    };
    CHECK_THAT(good.out, EndsWith(named("KKvK.wdl", tables.path, more) + named("KMvK.dtm", tables.path, more) +
                                  "checked 18 files: all are good\n"));
    CHECK(run({"probe", "--dir", tables.path + ":" + more, win_in_five}).status == 0);

    const CommandResult bad = run({"check", "--dir", more + ":" + tables.path});
    CHECK(bad.status == 1);
    CHECK_THAT(bad.out, Contains(named("KKvK.wdl", more, tables.path)));
    CHECK_THAT(bad.err, Contains(more + "/KKvK.wdl (byte 8): too short") &&
                            Contains(more + "/KMvK.dtm (byte 160): block group 0 is damaged"));
    const CommandResult probed = run({"probe", "--dir", more + ":" + tables.path, win_in_five});
    CHECK(probed.status == 1);
    CHECK_THAT(probed.err, Contains(more + "/KKvK.wdl"));
}

TEST_CASE("check looks at the names in all directories", "[tools]") {
    const SeveralDirectories tables;
    const std::string more = tables.with_copied("more", {});
    write_file(more + "/KvKK.dtm", "");
    write_file(more + "/.KKKvK.scratch", "12345");
    const CommandResult result = run({"check", "--dir", tables.path + ":" + more});
    CHECK(result.status == 1);
    CHECK_THAT(result.err, Contains(more + "/KvKK.dtm: its name is not that of a table"));
    CHECK_THAT(result.out, Contains("5 bytes in " + more + "/.KKKvK.scratch, of an unfinished run"));
}

TEST_CASE("a directory of a list that cannot be read is named, whatever is asked", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    const std::string none = tables.directory / "none";
    for (const std::string& list : {tables.path + ":" + none, none + ":" + tables.path}) {
        for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
                 {"probe", "W:WKa1:BKc2"}, {"find", "KvK"}, {"stats", "KvK"}, {"verify"}, {"check"}, {"manifest"}}) {
            std::vector<std::string> words = arguments;
            words.insert(words.end(), {"--dir", list});
            const CommandResult result = run(words);
            CAPTURE(words);
            CHECK(result.status == 1);
            CHECK(result.err == "dameotb: " + none + ": cannot read the directory: No such file or directory\n");
            CHECK(result.out.empty());
        }
    }
    for (const char* const list : {":", "a:", ":a", "a::b"}) {
        const CommandResult result = run({"probe", "--dir", list, "W:WKa1:BKc2"});
        CHECK(result.status == 2);
        CHECK_THAT(result.err, StartsWith("dameotb: --dir: write names of directories with one : between them, not '" +
                                          std::string{list} + "'\n"));
    }
}

TEST_CASE("a missing table is made in the first directory", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    const std::string more = tables.directory / "more";
    std::filesystem::create_directory(more);
    const CommandResult result = run({"probe", "--dir", more + ":" + tables.path, unknown_without});
    CHECK(result.status == 1);
    CHECK(result.err == "dameotb: no table KKvK in " + more + ":" + tables.path +
                            " (two kings against a king; make it with: dameotb gen --dir " + more + " --class KKvK)\n");
}

TEST_CASE("commands that write tables take one directory", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    const std::string list = tables.path + ":" + (tables.directory / "more").string();
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"gen", "--class", "KvM"}, {"compress"}}) {
        std::vector<std::string> words = arguments;
        words.insert(words.end(), {"--dir", list});
        const CommandResult result = run(words);
        CAPTURE(words);
        CHECK(result.status == 2);
        CHECK_THAT(result.err, StartsWith("dameotb: --dir: '" + list + "' names several directories, and " +
                                          arguments.front() + " takes one; "));
    }
    CHECK(names_in(tables.directory.path()) == std::vector<std::string>{"tables"});
}

TEST_CASE("a directory whose name has a colon is taken as one", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    const std::string with_colon = tables.directory / "with:colon";
    std::filesystem::rename(tables.path, with_colon);
    CHECK(run({"probe", "--dir", with_colon, "W:WKa1:BKc2"}).status == 0);
    CHECK(run({"gen", "--dir", with_colon, "--class", "KvM"}).status == 0);
    CHECK(run({"compress", "--dir", with_colon}).status == 0);
}

TEST_CASE("DAMEOTB_DIR stands for --dir where that is not given", "[tools]") {
    const SeveralDirectories tables;
    const std::string more = tables.with_moved("more", {"KKvK.wdl"});
    const auto run_with = [](const std::string& value, std::vector<std::string> arguments) {
        return run(std::move(arguments), {.environment = {"DAMEOTB_DIR=" + value}});
    };
    const std::string answer = std::string{win_in_five} + "\twin\t5\n";
    CHECK(run_with(tables.path + ":" + more, {"probe", win_in_five}).out == answer);
    CHECK(run_with("nowhere", {"probe", win_in_five, "--dir", tables.path + ":" + more}).out == answer);
    CHECK_THAT(run_with("nowhere", {"probe", win_in_five}).err, StartsWith("dameotb: nowhere: cannot read"));
    CHECK_THAT(run_with("", {"probe", win_in_five}).err, StartsWith("dameotb: --dir DIR is missing"));
    CHECK_THAT(run_with("a::b", {"probe", win_in_five}).err,
               StartsWith("dameotb: --dir: write names of directories with one : between them, not 'a::b' "
                          "(DAMEOTB_DIR)\n"));
    CHECK(run_with("a::b", {"probe", win_in_five, "--dir", tables.path + ":" + more}).out == answer);
    // Subcommands that need no tables, and those that were not chosen, do not look at it.
    CHECK(run_with("a::b", {"moves", "--text", "start"}).status == 0);
    CHECK(run_with("a::b", {"--version"}).status == 0);
    // Tables are written only where one directory is named.
    const std::string made = tables.directory / "made";
    CHECK(run_with(made, {"gen", "--class", "KvK"}).status == 0);
    CHECK(std::filesystem::exists(made + "/KvK.dtm"));
    const CommandResult refused = run_with(made + ":" + more, {"gen", "--class", "KvM"});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, StartsWith("dameotb: --dir: '" + made + ":" + more + "' names several directories") &&
                                Contains("(DAMEOTB_DIR)"));
    CHECK_THAT(run({"probe", "--help"}).out, Contains("DAMEOTB_DIR"));
}

TEST_CASE("probe --most-pieces leaves larger tables out", "[tools]") {
    const SeveralDirectories tables;
    const std::string capture = "B:WKa3,Kc2:BKa1";  // leads to two kings
    const std::string all = run({"probe", "--dir", tables.path, capture}).out;
    write_file(tables.file("KKvK.wdl"), "no table");  // would be an error
    CHECK(run({"probe", "--dir", tables.path, unknown_without}).status == 1);
    const std::vector<std::string> two{"--most-pieces", "2", "--dir", tables.path};
    const auto run_capped = [&two](std::vector<std::string> arguments, CommandOptions options = {}) {
        arguments.insert(arguments.begin() + 1, two.begin(), two.end());
        return run(arguments, std::move(options));
    };
    CHECK(run_capped({"probe", capture}).out == all);
    CHECK(run_capped({"line", capture}).status == 0);
    const std::string why = "KKvK has 3 pieces, and tables of more than 2 are not used (--most-pieces)";
    for (const char* const subcommand : {"probe", "line"}) {
        const CommandResult left_out = run_capped({subcommand, unknown_without});
        CHECK(left_out.status == 1);
        CHECK(left_out.err == "dameotb: " + why + "\n");
    }
    CHECK(run_capped({"probe"}, {.input = std::string{unknown_without} + "\n"}).out ==
          std::string{unknown_without} + "\terror\t" + why + "\n");
    const std::string game = "[FEN \"W:WKa7,Kh8:BKa1\"]\n\n1. a7-g7 a1-b1 2. g7-b7 b1xb8 *\n";
    const CommandResult annotated = run_capped({"annotate"}, {.input = game});
    CHECK(annotated.status == 0);
    // After a move, the king may have to capture, which leads to two kings.
    CHECK_THAT(annotated.err, StartsWith("games: 1; moves: 4, known to the tables: 2"));
    for (const char* const wrong : {"1", "8", "x"}) {
        CHECK_THAT(run({"probe", "--dir", tables.path, "--most-pieces", wrong, win_in_five}).err,
                   Contains("write a whole number from 2 to 7, not '" + std::string{wrong} + "'"));
    }
}

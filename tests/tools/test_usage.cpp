// Tests what all subcommands share: help, wrong usage, output that cannot be written.
#include <algorithm>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// Returns the subcommands that --help lists, each at the beginning of a line.
std::vector<std::string> subcommands() {
    std::vector<std::string> names;
    for (const std::string& line : lines_of(run({"--help"}).out)) {
        if (line.size() > 2 && line.starts_with("  ") && line[2] >= 'a' && line[2] <= 'z') {
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
        }
    }
    REQUIRE(std::ranges::count(names, "gen") == 1);
    return names;
}

}  // namespace

TEST_CASE("every subcommand has help, with examples and exit statuses", "[tools]") {
    for (const std::string& subcommand : subcommands()) {
        CAPTURE(subcommand);
        const CommandResult help = run({subcommand, "--help"});
        CHECK(help.status == 0);
        CHECK(help.err.empty());
        CHECK_THAT(help.out, Contains("Examples:\n  dameotb " + subcommand) && Contains("Exit status: "));
    }
}

TEST_CASE("help says in plain words which option needs which", "[tools]") {
    CHECK_THAT(run({"verify", "--help"}).out, Contains("--sample N needs: --plain"));
    CHECK_THAT(run({"site", "--help"}).out, Contains("--part-bytes SIZE not with: --tables"));
}

TEST_CASE("help is a word, too", "[tools]") {
    CHECK(run({"help"}).out == run({"--help"}).out);
    for (const std::string& subcommand : subcommands()) {
        CAPTURE(subcommand);
        const CommandResult help = run({"help", subcommand});
        CHECK(help.status == 0);
        CHECK(help.out == run({subcommand, "--help"}).out);
        CHECK(run({"help", subcommand, "--json"}).out == help.out);
    }
}

TEST_CASE("the version names the program", "[tools]") {
    const CommandResult result = run({"--version"});
    CHECK(result.status == 0);
    CHECK_THAT(result.out, StartsWith("dameotb ") && !Contains("xxHash"));
    // Which of them there are says tests/packaging/test_notices.py.
    CHECK_THAT(run({"--version", "--verbose"}).out, StartsWith(result.out) && Contains("xxHash"));
}

TEST_CASE("wrong usage is said in words that tell what to write", "[tools]") {
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
        {std::vector<std::string>{}, "write a subcommand, such as gen, probe or serve"},
        {{"prbe"}, "'prbe' is no subcommand; did you mean probe?"},
        {{"gne", "--dir", "x"}, "'gne' is no subcommand; did you mean gen?"},
        {{"comp"}, "'comp' is no subcommand; did you mean compress?"},
        {{"help", "prbe"}, "'prbe' is no subcommand; did you mean probe?"},
        {{"hlp"}, "'hlp' is no subcommand; did you mean --help?"},
        {{"--versoin"}, "'--versoin' is no subcommand; did you mean --version?"},
        {{"nonsense"}, "'nonsense' is no subcommand"},
        {{"x"}, "'x' is no subcommand"},
        {{""}, "'' is no subcommand"},
        {{"--dir", "x", "probe", "W:Wa1:Bh8"}, "write --dir after the subcommand: dameotb probe --dir"},
        {{"x", "probe", "--dir", "x"}, "'x' is one word too many before probe"},
        // Options and arguments that are none.
        {{"moves", "--txt"}, "moves has no option --txt; did you mean --text?"},
        {{"find", "--dir", "x", "--wining-moves", "1"},
         "find has no option --wining-moves; did you mean --winning-moves?"},
        {{"gen", "--dir", "x", "--peices=3"}, "gen has no option --peices; did you mean --pieces?"},
        {{"gen", "-dir", "x"}, "gen has no option -dir; did you mean --dir?"},
        {{"gen", "--dir", "x", "--pieces", "3", "--level", "12"}, "gen has no option --level"},
        {{"perft", "start", "2", "3"}, "'3' is one word too many: perft takes FEN DEPTH"},
        {{"moves", "--", "start", "x"}, "'x' is one word too many: moves takes FEN"},
        {{"check", "--dir", "x", "KvK"}, "'KvK' is one word too many: check takes options alone"},
        // Options and arguments that are missing.
        {{"probe", "W:Wa1:Bh8"}, "--dir DIR is missing: directory of the table files"},
        {{"gen", "--pieces", "3"}, "--dir DIR is missing: directory of the table files"},
        {{"perft", "start"}, "DEPTH is missing: the greatest depth in plies, at least 1"},
        {{"gen", "--dir", "x"}, "say which tables, with --pieces N or --class CLASS, for example --pieces 3"},
        {{"verify", "--dir", "x", "--sample", "9"},
         "--sample works only with --plain: add that, or leave --sample out"},
        {{"verify", "--dir", "x", "--plain", "--seed", "9"},
         "--seed works only with --sample N: add that, or leave --seed out"},
        {{"find", "--dir", "x", "--sort", "longest"},
         "--sort shortest and --sort longest need --limit N, for example --limit 10"},
        // Values.
        {{"probe", "--dir"}, "--dir needs a value: --dir DIR"},
        {{"compress", "--dir", "x", "--sides"}, "--sides needs a value: --sides one|two"},
        {{"find", "--dir", "x", "--limit", "5", "--limit", "6"}, "--limit is given 2 times: give it once"},
        {{"moves", "--text=no", "start"}, "--text takes no value: write --text alone"},
        {{"check", "--dir", ""}, "--dir: write a name, not ''"},
        {{"manifest", "--dir", "x", "--compare", ""}, "--compare: write a name, not ''"},
        {{"find", "--dir", "x", "--out", ""}, "--out: write a name, not ''"},
        {{"gen", "--dir", "x", "--pieces", "3", "--scratch", "/nowhere/at/all"},
         "--scratch: there is no directory '/nowhere/at/all'"},
        {{"gen", "--dir", "x", "--pieces", "8"}, "--pieces: write a whole number from 2 to 7, not '8'"},
        {{"gen", "--dir", "x", "--pieces", "9"}, "--pieces: write a whole number from 2 to 7, not '9'"},
        {{"gen", "--pieces", "9", "--estimate"}, "--pieces: write a whole number from 2 to 8, not '9'"},
        {{"gen", "--estimate", "--pieces", "9"}, "--pieces: write a whole number from 2 to 8, not '9'"},
        {{"gen", "--dir", "x", "--pieces", "3", "--threads", "0"},
         "--threads: write a whole number from 1 to 1024, not '0'"},
        {{"gen", "--dir", "x", "--pieces", "3", "--threads", "0x2"},
         "--threads: write a whole number from 1 to 1024, not '0x2'"},
        {{"perft", "start", "1.5"}, "DEPTH: write a whole number from 1 to 100, not '1.5'"},
        {{"serve", "--dir", "x", "--frame-ancestors", "https://a.example/"},
         "--frame-ancestors: write an origin such as https://club.example (without a path or a / at its end), self or "
         "*, "
         "not 'https://a.example/'"},
        {{"serve", "--dir", "x", "--allow-origin", "https://*.a.example"},
         "--allow-origin: write an origin as browsers send it, such as https://club.example (in small letters, without "
         "a path, a / at its end or the usual port), not 'https://*.a.example'"},
        {{"serve", "--dir", "x", "--server-name", "tables.example:443"},
         "--server-name: write a name or an address, as in tables.example, without scheme, port or path, not "
         "'tables.example:443'"},
        {{"serve", "--dir", "x", "--port", "http"}, "--port: write a whole number from 0 to 65535, not 'http'"},
        {{"verify", "--dir", "x", "--plain", "--sample", "0"}, "--sample: write a whole number, 1 or more, not '0'"},
        {{"verify", "--dir", "x", "--plain", "--sample", "1", "--seed", "-1"},
         "--seed: write a whole number, 0 or more, not '-1'"},
        {{"find", "--dir", "x", "--limit", "99999999999999999999"},
         "--limit: write a whole number from 1 to 1000000000, not '99999999999999999999'"},
        {{"gen", "--dir", "x", "--pieces", "3", "--memory", "lots"},
         "--memory: write a number of bytes, as in 8G or 500M, not 'lots'"},
        {{"prove", "--dir", "x", "--time", "soon", "start"},
         "--time: write a time, as in 10, 0.5 or 200ms, not 'soon'"},
        {{"probe", "--dir", "x", "--prove", "0", "start"}, "--prove: write a time, as in 10, 0.5 or 200ms, not '0'"},
        {{"claims", "--dir", "x", "--prove", "1e9", "x"}, "--prove: write a time, as in 10, 0.5 or 200ms, not '1e9'"},
        {{"annotate", "--dir", "x", "--prove", "5x", "x"}, "--prove: write a time, as in 10, 0.5 or 200ms, not '5x'"},
        {{"gen", "--dir", "x", "--pieces", "2", "--sides", "three"}, "--sides: write one or two, not 'three'"},
        {{"find", "--dir", "x", "--result", "lost"}, "--result: write draw, loss or win, not 'lost'"},
        {{"find", "--dir", "x", "--plies", "many"},
         "--plies: write a number or a range, as in 5, 5-9, 5- or -9, not 'many'"},
        {{"find", "--dir", "x", "--plies", "9-5"},
         "--plies: write a range whose first number is not greater than the second, as in 5-9, not '9-5'"},
        {{"find", "--dir", "x", "--stm", "grey"}, "--stm: write b or w, not 'grey'"},
        {{"find", "--dir", "x", "--white-men", "i9"},
         "--white-men: write squares from a1 to h8, as in c3,d4, not 'i9'"},
        {{"find", "--dir", "x", "--result", "draw", "--plies", "3"},
         "--result draw: leave out --plies, --longest and --unique-solution, which are for wins and losses"},
        {{"find", "--dir", "x", "--plies", "8", "--result", "win"},
         "--plies: no win takes that many plies: wins take an odd number, losses an even one, at most 250"},
        {{"find", "--dir", "x", "--result", "loss", "--plies", "7-7"},
         "--plies: no loss takes that many plies: wins take an odd number, losses an even one, at most 250"},
        {{"find", "--dir", "x", "--plies", "251-"},
         "--plies: no win and no loss takes that many plies: wins take an odd number, losses an even one, at most 250"},
    };
    for (const auto& [arguments, words] : wrong) {
        CAPTURE(arguments);
        const CommandResult result = run(arguments);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        REQUIRE(lines_of(result.err).size() == 2);
        CHECK(lines_of(result.err)[0] == "dameotb: " + words);
    }
}

TEST_CASE("a subcommand without what it needs names it", "[tools]") {
    for (const std::string& subcommand : subcommands()) {
        if (subcommand == "moves") {
            continue;  // reads standard input
        }
        CAPTURE(subcommand);
        const CommandResult result = run({subcommand});
        CHECK(result.status == 2);
        CHECK_THAT(result.err, StartsWith(subcommand == "perft" ? "dameotb: FEN is missing: the position, as in "
                                                                : "dameotb: --dir DIR is missing: "));
    }
    CHECK_THAT(run({"claims", "--dir", "x"}).err, StartsWith("dameotb: FILE is missing: "));
    CHECK_THAT(run({"report", "--dir", "x"}).err, StartsWith("dameotb: --out DIR is missing: "));
}

TEST_CASE("the line after wrong usage names the help that helps", "[tools]") {
    CHECK(lines_of(run({"prbe"}).err)[1] == "Try: dameotb --help");
    CHECK(lines_of(run({"probe"}).err)[1] == "Try: dameotb probe --help");
}

TEST_CASE("numbers are decimal", "[tools]") {
    CHECK(lines_of(run({"perft", "W:Wa1:Bh8", "010"}).out).size() == 10);
}

TEST_CASE("output that cannot be written is an error", "[tools]") {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"moves", "W:Wa1:Bh8"}, {"moves"}, {"perft", "start", "2"}, {"--help"}}) {
        CAPTURE(arguments);
        const CommandResult result = run(arguments, {.input = "W:Wa1:Bh8\n", .output_file = "/dev/full"});
        CHECK(result.status == 1);
        CHECK(result.err == "dameotb: standard output: cannot be written\n");
    }
}

TEST_CASE("a directory that is not there is named", "[tools]") {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"probe", "--dir", "/nowhere/at/all", "W:Wa1:Bh8"},
                                               {"line", "--dir", "/nowhere/at/all", "W:Wa1:Bh8"},
                                               {"find", "--dir", "/nowhere/at/all"},
                                               {"stats", "--dir", "/nowhere/at/all"},
                                               {"verify", "--dir", "/nowhere/at/all", "KvK"},
                                               {"check", "--dir", "/nowhere/at/all"},
                                               {"manifest", "--dir", "/nowhere/at/all"},
                                               {"serve", "--dir", "/nowhere/at/all"}}) {
        CAPTURE(arguments);
        const CommandResult result = run(arguments);
        CHECK(result.status == 1);
        CHECK(result.out.empty());
        CHECK(lines_of(result.err).size() == 1);
        CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains("/nowhere/at/all"));
    }
}

TEST_CASE("classes that are none, that have no table, and that are too large", "[tools]") {
    const TemporaryDirectory directory;
    for (const char* name : {"KKK", "MKvK", "vK", "", "KvX", "kvk"}) {
        CAPTURE(name);
        const CommandResult result = run({"gen", "--dir", directory.path().string(), "--class", name});
        CHECK(result.status == 1);
        CHECK_THAT(result.err, StartsWith("dameotb: '" + std::string{name} + "' is no class"));
    }
    const std::vector<std::pair<std::string, std::string>> meant{
        {"kkvk", "KKvK"}, {"KKVK", "KKvK"},     {"KKv K", "KKvK"},   {"MKvK", "KMvK"},
        {"kvkm", "KMvK"}, {"KKvK.dtm", "KKvK"}, {"kkvk.wdl", "KKvK"}};
    for (const auto& [text, name] : meant) {
        CHECK(run({"gen", "--dir", directory.path().string(), "--class", text}).err ==
              "dameotb: '" + text + "' is no class; did you mean " + name + "?\n");
    }
    CHECK(run({"gen", "--dir", directory.path().string(), "--class", "KKK"}).err ==
          "dameotb: 'KKK' is no class: write the kings K and the men M of White, then v, then Black's, as in KKMvKM\n");
    CHECK(run({"gen", "--estimate", "--class", "W:WKa7:BKa1"}).err ==
          "dameotb: 'W:WKa7:BKa1' is a position, not a class; its class is KvK\n");
    for (const char* subcommand : {"find", "stats", "verify", "check", "manifest"}) {
        CAPTURE(subcommand);
        const CommandResult empty = run({subcommand, "--dir", directory.path().string()});
        CHECK(empty.status == 1);
        CHECK_THAT(empty.err, Contains("no tables"));
    }
    for (const char* subcommand : {"find", "stats", "verify"}) {
        CAPTURE(subcommand);
        const CommandResult missing = run({subcommand, "--dir", directory.path().string(), "KvK"});
        CHECK(missing.status == 1);
        CHECK_THAT(missing.err, Contains("KvK.dtm") && Contains("--class KvK") && Contains(directory.path().string()));
    }
    const CommandResult large = run({"gen", "--dir", directory.path().string(), "--pieces", "8"});
    CHECK(large.status == 2);
    CHECK_THAT(large.err, Contains("from 2 to 7, not '8'"));
    CHECK(run({"gen", "--dir", directory.path().string(), "--class", "KKKKvKKKM"}).status == 1);
    // No command is named that would be refused.
    const CommandResult eight =
        run({"probe", "--dir", directory.path().string(), "W:WKa1,Ka2,Ka3,Kb5:BKc7,Kd8,Kh6,Kh7"});
    CHECK(eight.status == 1);
    CHECK_THAT(eight.err,
               Contains("tables of 8 pieces are not supported yet; 7 is the most") && !Contains("dameotb gen"));
    CHECK(std::filesystem::is_empty(directory.path()));
}

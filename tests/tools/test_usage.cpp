// Tests what all subcommands share: help, wrong usage, output that cannot be written.
#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {
const std::vector<std::string> subcommands{"moves", "perft",  "gen",   "probe",    "line",     "find",  "claims",
                                           "stats", "verify", "check", "manifest", "compress", "serve", "report"};
}

TEST_CASE("help describes every subcommand, with examples and exit statuses", "[tools]") {
    const CommandResult all = run({"--help"});
    CHECK(all.status == 0);
    for (const std::string& subcommand : subcommands) {
        CAPTURE(subcommand);
        CHECK_THAT(all.out, Contains("\n  " + subcommand + " "));
        const CommandResult help = run({subcommand, "--help"});
        CHECK(help.status == 0);
        CHECK(help.err.empty());
        CHECK_THAT(help.out, Contains("Examples:\n  dameotb " + subcommand) && Contains("Exit status: "));
    }
}

TEST_CASE("the version names the program", "[tools]") {
    const CommandResult result = run({"--version"});
    CHECK(result.status == 0);
    CHECK_THAT(result.out, StartsWith("dameotb "));
}

TEST_CASE("wrong usage: status 2, one line why, one line where to read on", "[tools]") {
    const std::vector<std::vector<std::string>> wrong{
        {},
        {"nonsense"},
        {"--nonsense"},
        {"--write-manual"},
        {"--write-manual", ""},
        {"moves", "--nonsense"},
        {"moves", "W:Wa1:Bh8", "W:Wa1:Bh8"},
        {"perft"},
        {"perft", "start"},
        {"gen", "--pieces", "3"},
        {"gen", "--dir", "x"},
        {"gen", "--dir", "x", "--pieces", "1"},
        {"gen", "--dir", "x", "--pieces", "9"},
        {"gen", "--dir", "x", "--pieces", "3", "--threads", "0"},
        {"gen", "--dir", "x", "--pieces", "3", "--level", "12"},
        {"gen", "--dir", "x", "--pieces", "3", "--memory"},
        {"gen", "--dir", "x", "--pieces", "3", "--memory", "lots"},
        {"gen", "--estimate"},
        {"probe", "W:Wa1:Bh8"},
        {"find"},
        {"claims", "x.claims"},
        {"claims", "--dir", "x"},
        {"gen", "--dir", "x", "--pieces", "2", "--sides", "three"},
        {"compress", "--dir", "x", "--sides"},
        {"stats"},
        {"report"},
        {"report", "--dir", "x"},
        {"verify"},
        {"check"},
        {"check", "--dir", "x", "KvK"},
        {"manifest"},
        {"manifest", "--dir", "x", "--compare"},
        {"serve"},
        {"serve", "--dir", "x", "--port", "65536"},
    };
    for (const auto& arguments : wrong) {
        CAPTURE(arguments);
        const CommandResult result = run(arguments);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(lines_of(result.err).size() == 2);
        CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains("--help"));
    }
}

TEST_CASE("a subcommand that is none is named", "[tools]") {
    const CommandResult result = run({"prob", "--dir", "x", "W:Wa1:Bh8"});
    CHECK(result.status == 2);
    CHECK(result.err == "dameotb: 'prob' is no subcommand\nTry: dameotb --help\n");
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
    const CommandResult large = run({"gen", "--dir", directory.path().string(), "--pieces", "7"});
    CHECK(large.status == 2);
    CHECK_THAT(large.err, Contains("Value 7 not in range 2 to 6"));
    CHECK(run({"gen", "--dir", directory.path().string(), "--class", "KKKKvKKM"}).status == 1);
    // No command is named that would be refused.
    const CommandResult seven = run({"probe", "--dir", directory.path().string(), "W:WKa1,Ka2,Ka3,Kb5:BKc7,Kd8,Kh6"});
    CHECK(seven.status == 1);
    CHECK_THAT(seven.err, Contains("no table KKKKvKKK") && Contains("more than 6 pieces") && !Contains("dameotb gen"));
    CHECK(std::filesystem::is_empty(directory.path()));
}

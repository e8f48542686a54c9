// Colours: on a terminal that has some, and nowhere else.
#include <unistd.h>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

std::string green(const std::string& text) {
    return "\033[32m" + text + "\033[0m";
}

std::string amber(const std::string& text) {
    return "\033[33m" + text + "\033[0m";
}

std::string red(const std::string& text) {
    return "\033[31m" + text + "\033[0m";
}

/// Returns options with which standard output, or these streams, are a terminal with colours.
CommandOptions on_terminal(std::string input = "", std::vector<int> streams = {STDOUT_FILENO}) {
    CommandOptions options{.input = std::move(input)};
    options.environment = {"TERM=xterm", "NO_COLOR="};
    options.on_terminal = std::move(streams);
    return options;
}

const std::string asked_lines = "W:WKa7,Kh8:BKa1\nW:WKb1,Kd1:BKc1\nB:WKb2,Kh8:BKa1\nrubbish\n";

}  // namespace

TEST_CASE("probe, line and moves show results and errors in colours on a terminal", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const std::string probed = tables.ask("probe", {}, on_terminal(asked_lines)).out;
    CHECK_THAT(probed, StartsWith("W:WKa7,Kh8:BKa1\t" + green("win") + "\t5\nW:WKb1,Kd1:BKc1\t" + amber("draw") +
                                  "\t0\nB:WKb2,Kh8:BKa1\t" + red("loss") + "\t8\nrubbish\t" + red("error") +
                                  "\tno side to move"));
    CHECK_THAT(tables.ask("line", {}, on_terminal(asked_lines)).out,
               Contains("\t" + green("win") + "\t5\t1. ") && Contains("\t" + red("error") + "\t"));
    CHECK_THAT(tables.ask("line", {"W:WKa7,Kh8:BKa1"}, on_terminal()).out, StartsWith(green("win in 5") + "\n1. "));
    CHECK_THAT(run({"moves", "--text"}, on_terminal(asked_lines)).out, Contains("rubbish\t" + red("error") + "\t"));
}

TEST_CASE("claims shows verdicts and values in colours on a terminal", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const std::string file = tables.directory / "x.claims";
    write_file(file,
               "source \"S\"\n"
               "claim \"Right\"\n  position W:WKa7,Kh8:BKa1: win in 5\n"
               "claim \"Wrong\"\n  position W:WKa7,Kh8:BKa1: draw\n"
               "refuted \"Refuted\"\n  position B:WKb2,Kh8:BKa1: draw\n"
               "claim \"Skipped\"\n  position W:WKa7:Ba5,b5,c5: draw\n");
    const CommandResult result = tables.ask("claims", {"--available", file}, on_terminal());
    CHECK(result.status == 1);
    for (const std::string& expected :
         {green("confirmed") + " Right (", "    " + green("true ") + "  ", red("REFUTED  ") + " Wrong (",
          "    " + red("false") + "  ", "  " + green("win in 5") + "\n", green("refuted  ") + " Refuted (",
          "  " + red("loss in 8") + "\n", amber("skipped  ") + " Skipped ("}) {
        CHECK_THAT(result.out, Contains(expected));
    }
}

TEST_CASE("the name before an error is red if standard error is a terminal, whatever standard output is", "[tools]") {
    const auto prefix = red("dameotb:") + " ";
    CHECK_THAT(run({"probe"}, on_terminal("", {STDERR_FILENO})).out, StartsWith(prefix + "--dir DIR is missing"));
    CHECK_THAT(run({"moves", "rubbish"}, on_terminal("", {STDERR_FILENO})).out, StartsWith(prefix + "position"));
    CHECK_THAT(run({"moves", "rubbish"}, on_terminal("", {STDOUT_FILENO})).err, StartsWith("dameotb: position"));
}

TEST_CASE("no colours in JSON, in a file, with NO_COLOR or on a terminal that has none", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    CommandOptions options = on_terminal(asked_lines);
    CHECK_THAT(tables.ask("probe", {"--json"}, options).out, !Contains("\033"));
    CHECK_THAT(tables.ask("probe", {}, options).out, Contains("\033"));
    const std::string expected = tables.ask("probe", {}, {.input = asked_lines}).out;
    CHECK_THAT(expected, !Contains("\033"));
    for (const std::vector<std::string>& environment :
         std::vector<std::vector<std::string>>{{"TERM=xterm", "NO_COLOR=1"},
                                               {"TERM=xterm", "NO_COLOR=0"},
                                               {"TERM=dumb", "NO_COLOR="},
                                               {"TERM=", "NO_COLOR="}}) {
        CAPTURE(environment);
        options.environment = environment;
        CHECK(tables.ask("probe", {}, options).out == expected);
    }
}

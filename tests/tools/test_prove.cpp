// dameotb prove: what it prints of a proof, and what ends one.
#include <csignal>
#include <filesystem>
#include <regex>
#include <string>

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "known_results.hpp"
#include "sampling.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;
using nlohmann::json;

namespace {

const std::string stroke = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7";
const std::string stroke_line = "1. c1-e3 a5xc5 2. e1-c3 c5xc1xh1xh3xd3 3. d2xd4xd6xb6xb8";

}  // namespace

TEST_CASE("prove shows the result, the winner's moves and the work", "[tools]") {
    const GeneratedTables tables;
    const auto lines = lines_of(tables.ask("prove", {stroke}).out);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == "win in at most 5");
    CHECK(lines[1] == stroke_line);
    CHECK_THAT(lines[2], Contains(" nodes, ") && Contains(" probes, "));
    // What the tables have needs no search.
    CHECK_THAT(tables.ask("prove", {"W:WKa7,Kh8:BKa1"}).out, StartsWith("win in 5\n1. ") && Contains("\n0 nodes, "));
    CHECK_THAT(tables.ask("prove", {"--rule", "50", stroke}).out, StartsWith("win\n1. c1-e3 "));
    CHECK_THAT(tables.ask("prove", {"--rule", "2", stroke}).out, StartsWith("at least a draw\n1. c1-e3\n"));
    CHECK_THAT(tables.ask("prove", {"--nodes", "1", stroke}).out, StartsWith("unknown\n1 nodes, "));
}

TEST_CASE("prove knows the positions with known results", "[tools]") {
    const GeneratedTables tables;
    const std::vector<KnownResult> known = known_results();
    REQUIRE(known.size() == 8);
    std::string input;
    for (const KnownResult& one : known) {
        input += one.fen + "\n";
    }
    const auto answers = lines_of(tables.ask("prove", {"--json"}, {.input = input}).out);
    REQUIRE(answers.size() == known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
        const json answer = json::parse(answers[i]);
        INFO(answers[i]);
        CHECK(answer["result"] == known[i].result);
        if (known[i].plies) {
            CHECK(answer["plies"] == *known[i].plies);
        }
    }
}

TEST_CASE("prove answers each line of standard input", "[tools]") {
    const GeneratedTables tables;
    const std::string input = stroke + "\nrubbish\nW:WKb1,Kd1:BKc1\n";
    const auto lines = lines_of(tables.ask("prove", {}, {.input = input}).out);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == stroke + "\twin in at most 5\t" + stroke_line);
    CHECK_THAT(lines[1], StartsWith("rubbish\terror\t"));
    CHECK(lines[2] == "W:WKb1,Kd1:BKc1\tdraw\t");
    const auto objects = lines_of(tables.ask("prove", {"--json"}, {.input = input}).out);
    REQUIRE(objects.size() == 3);
    const json win = json::parse(objects[0]);
    CHECK(win["fen"] == stroke);
    CHECK(win["result"] == "win");
    CHECK(win["plies"].is_null());
    CHECK(win["at_least"] == json{{"result", "win"}, {"plies", 5}});
    CHECK(win["at_most"].is_null());
    CHECK(win["line"].size() == 5);
    CHECK(win["line"][0]["move"] == "c1-e3");
    CHECK(win["nodes"] > 0);
    CHECK(win.contains("probes"));
    CHECK(win.contains("milliseconds"));
    CHECK(json::parse(objects[2])["at_most"] == json{{"result", "draw"}, {"plies", 0}});
}

TEST_CASE("prove in threads answers as without, in the order of the lines", "[tools]") {
    const GeneratedTables tables;
    std::string input;
    for (int i = 0; i < 20; ++i) {
        input += i % 5 == 3 ? "rubbish\n" : i % 5 == 4 ? "\n" : stroke + "\nW:WKb1,Kd1:BKc1\n";
    }
    for (const char* form : {"--json", "--time=1"}) {  // the second changes nothing
        const auto answers = [&](const char* threads) {
            const CommandResult result = tables.ask("prove", {form, "--threads", threads}, {.input = input});
            CHECK(result.status == 1);
            return std::regex_replace(result.out, std::regex{R"re("(nodes|probes|milliseconds)": ?\d+)re"}, "");
        };
        const std::string expected = answers("1");
        CHECK(lines_of(expected).size() == 32);
        CHECK(answers("3") == expected);
    }
    CHECK(tables.ask("prove", {"--threads", "0"}, {.input = input}).status == 2);
}

TEST_CASE("prove writes down what it has proven, and checks it", "[tools]") {
    const GeneratedTables tables;
    const TemporaryDirectory directory;
    const std::string file = (directory.path() / "stroke.proof").string();
    CHECK_THAT(tables.ask("prove", {"--certificate", file, stroke}).out, StartsWith("win in at most 5\n"));
    CHECK(tables.ask("prove", {"--check", file}).out ==
          stroke + "\nwin in at most 5\nchecked, positions: 4, probes: 29\n");
    const json checked = json::parse(tables.ask("prove", {"--json", "--check", file}).out);
    CHECK(checked["fen"] == stroke);
    CHECK(checked["at_least"] == json{{"result", "win"}, {"plies", 5}});
    CHECK(checked["positions"] == 4);
    // Nothing is proven, and then there is no file.
    const std::string none = (directory.path() / "none.proof").string();
    const CommandResult unknown = tables.ask("prove", {"--nodes", "1", "--certificate", none, stroke});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.out, StartsWith("unknown\n"));
    CHECK_THAT(unknown.err, Contains("no certificate: nothing is proven"));
    CHECK_FALSE(std::filesystem::exists(none));
    // A file that is none, and a proof that the tables do not confirm.
    std::ofstream{none} << "win";
    CHECK_THAT(tables.ask("prove", {"--check", none}).err, Contains(none + ": not a certificate"));
    const std::string by_table = (directory.path() / "table.proof").string();
    CHECK(tables.ask("prove", {"--certificate", by_table, "W:WKa7,Kh8:BKa1"}).status == 0);
    const CommandResult lacks = run({"prove", "--dir", directory.path().string(), "--check", by_table});
    CHECK(lacks.status == 1);
    CHECK_THAT(lacks.err, Contains("it does not follow that") && Contains("there is no table KKvK"));
}

TEST_CASE("probe proves where the tables say nothing, if it shall", "[tools]") {
    const GeneratedTables tables;
    CHECK(tables.ask("probe", {"--prove", "500ms", stroke}).out == stroke + "\twin\tat most 5\n");
    const json answer = json::parse(tables.ask("probe", {"--prove", "1", "--json", stroke}).out);
    CHECK(answer["at_least"] == json{{"result", "win"}, {"plies", 5}});
    CHECK(answer["proved"] == true);
    CHECK(answer["moves"].size() == 16);
    CHECK(answer["moves"][0]["move"] == "c1-e3");
    CHECK(answer["moves"][0]["result"] == "win");
    // What the tables have needs no proof, and what is not proven is no error.
    const std::string known = "W:WKa7,Kh8:BKa1";
    CHECK(tables.ask("probe", {"--prove", "1", "--json", known}).out == tables.ask("probe", {"--json", known}).out);
    CHECK_THAT(tables.ask("probe", {"--prove", "1", "start"}).out, EndsWith("\tunknown\t-\n"));
    CHECK(tables.ask("probe", {stroke}).status == 1);
}

TEST_CASE("probe proves under a draw rule what holds under it", "[tools]") {
    const GeneratedTables tables;
    // The win takes 5 plies, the first of them a man's move, which resets the counter.
    const std::string in_time = stroke + ":H49";
    const auto ask = [&](const std::string& fen, const std::string& rule) {
        return tables.ask("probe", {"--prove", "1", "--rule", rule, fen}).out;
    };
    CHECK(ask(in_time, "50") == in_time + "\twin\t-\n");
    CHECK(ask(stroke, "2") == stroke + "\tat least a draw\t-\n");
    CHECK(ask(in_time, "abstractplay") == in_time + "\twin\t-\n");
    CHECK(ask(in_time, "freeling") == in_time + "\twin\tat most 5\n");
    const json answer =
        json::parse(tables.ask("probe", {"--prove", "1", "--rule", "playstrategy", "--json", in_time}).out);
    CHECK(answer["proved"] == true);
    CHECK(answer["at_least"] == json{{"result", "win"}, {"plies", 5}});
    CHECK(answer["rule"]["result"] == "win");
    CHECK(answer["rule"]["at_least"] == json{{"result", "win"}, {"z", nullptr}});
    CHECK(answer["moves"][0]["move"] == "c1-e3");
    CHECK(answer["moves"][0]["rule"]["result"] == "win");
    const json late = json::parse(tables.ask("probe", {"--prove", "1", "--rule", "2", "--json", stroke}).out);
    CHECK(late["result"] == "win");
    CHECK(late["rule"]["result"].is_null());
    CHECK(late["rule"]["at_least"] == json{{"result", "draw"}, {"z", 0}});
    // Who wins without the rule has at least a draw. What is not proven is no error, and what is known needs no proof.
    CHECK(ask("W:WKa7,Kh8:BKa1:H48", "50") == "W:WKa7,Kh8:BKa1:H48\tat least a draw\t-\n");
    CHECK_THAT(ask("start", "50"), EndsWith("\tunknown\t-\n"));
    const std::string known = "W:WKa7,Kh8:BKa1:H40";
    CHECK(ask(known, "50") == tables.ask("probe", {"--rule", "50", known}).out);
}

TEST_CASE("annotate says what is proven of moves, and what was thrown away", "[tools]") {
    const GeneratedTables tables;
    const std::string game = "[FEN \"" + stroke + "\"]\n\n1. c1-e3 a5xc5 *";
    const CommandResult annotated = tables.ask("annotate", {"--prove", "1"}, {.input = game});
    CHECK_THAT(annotated.out, Contains("1. c1-e3 {White wins} 1... a5xc5 {White wins} *"));
    CHECK_THAT(annotated.err, Contains("known to the tables: 0, proven by search: 2,"));
    // Under a rule, what holds with the counter; the first move sets it to 0.
    const auto by_rule = [&](const std::string& counter) {
        const std::string text = "[FEN \"" + stroke + ":H" + counter + "\"]\n\n1. c1-e3 a5xc5 *";
        return tables.ask("annotate", {"--prove", "1", "--rule", "50"}, {.input = text}).out;
    };
    for (const char* counter : {"45", "49"}) {
        CHECK_THAT(by_rule(counter), Contains("1. c1-e3 {White wins} 1... a5xc5 {White wins} *"));
    }
    // A blunder that loses by force.
    const std::string blunder = "[FEN \"W:Wd1,e1,d2,h2,e3:BKc5,d5,c6,b7\"]\n\n1. h2-h3 *";
    const std::string out = tables.ask("annotate", {"--prove", "2"}, {.input = blunder}).out;
    CHECK_THAT(out, Contains("1. h2-h3? {") && Contains("e1-c3: White wins"));
}

TEST_CASE("annotate says half answers, too, and what gave one away", "[tools]") {
    const GeneratedTables tables;
    const auto annotated = [&](const std::string& moves, const std::vector<std::string>& arguments) {
        const std::string game = "[FEN \"W:Wg2,g3,h3,Kh8:Bh6,Kh7\"]\n\n" + moves + " *";
        const std::string out = tables.ask("annotate", arguments, {.input = game}).out;
        return std::regex_replace(out.substr(out.find("1. ")), std::regex{"\n"}, " ");
    };
    const std::vector<std::string> searching{"--prove", sampled ? "5" : "0.5"};  // with sanitizers, all takes longer
    // More time may decide what is a half answer in this.
    const std::string kept = annotated("1. g2-f3", searching);
    CHECK_THAT(kept, StartsWith("1. g2-f3 {at least a draw for White} *") || StartsWith("1. g2-f3 {White wins"));
    const std::string lost = annotated("1. h8-g7", searching);
    CHECK_THAT(lost, StartsWith("1. h8-g7? {Black wins; ") &&
                         (Contains(": at least a draw for White} *") || Contains(": White wins} *")));
    // An earlier run's is replaced, and stays where nothing is known.
    const std::string earlier = "1. g2-f3 {at least a draw for Black; mine} *";
    CHECK_THAT(annotated(earlier, {}), StartsWith(earlier));
    const std::string again = annotated(earlier, searching);
    CHECK_THAT(again, !Contains("Black") && (Contains("draw") || Contains("White wins")) && Contains("; mine} *"));
}

TEST_CASE("prove ends with a signal and prints what is known", "[tools]") {
    const GeneratedTables tables;
    Command command{{"prove", "--dir", tables.path, "--time", "1000", "start"}};
    command.send_signal_when_handled(SIGINT);
    const CommandResult result = command.wait();
    CHECK(result.status == 0);
    CHECK_THAT(result.out, StartsWith("unknown\n"));
}

TEST_CASE("prove handles signals before it makes the file for a certificate", "[tools]") {
    const GeneratedTables tables;
    const TemporaryDirectory directory;
    const std::string fifo = directory / "fifo";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    Command waiting{{"prove", "--dir", tables.path, "--certificate", fifo, stroke}};
    waiting.send_signal_when_handled(SIGINT);
    CHECK(waiting.wait().status == 128 + SIGINT);
    Command searching{{"prove", "--dir", tables.path, "--time", "1000", "--certificate", directory / "file", "start"}};
    searching.send_signal_when_handled(SIGINT);
    CHECK_THAT(searching.wait().err, Contains("no certificate: nothing is proven"));
    CHECK(std::distance(std::filesystem::directory_iterator{directory.path()}, {}) == 1);
}

TEST_CASE("prove takes no more memory for its hash table than it may", "[tools]") {
    const GeneratedTables tables;
    const CommandResult small = tables.ask("prove", {"--hash", "1M", "--time", "1", "start"});
    const CommandResult large = tables.ask("prove", {"--hash", "256M", "--time", "1", "start"});
    // The address sanitizer keeps memory that was freed.
    CHECK((sanitized || small.most_resident_bytes + (std::uint64_t{150} << 20) < large.most_resident_bytes));
}

// Positions on the command line and on standard input, as every subcommand takes them.
#include <set>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

namespace {

/// A subcommand that answers each line of standard input with a line.
struct Asked {
    std::vector<std::string> arguments;
    bool is_json;
};

std::vector<Asked> all_asked(const std::string& tables) {
    return {{{"moves"}, true},
            {{"moves", "--text"}, false},
            {{"probe", "--dir", tables, "--json"}, true},
            {{"probe", "--dir", tables}, false},
            {{"line", "--dir", tables, "--json"}, true},
            {{"line", "--dir", tables}, false},
            {{"prove", "--dir", tables, "--json"}, true},
            {{"prove", "--dir", tables}, false}};
}

const std::string start_fen =
    "W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2,f2,g2,c3,d3,e3,f3:Bc6,d6,e6,f6,b7,c7,d7,e7,f7,g7,a8,b8,c8,d8,e8,f8,g8,h8";

}  // namespace

TEST_CASE("every line gets one answer: a bad one its error, and the others go on", "[tools]") {
    const GeneratedTables tables{{"--class", "MvM"}};
    const std::string input = "W:Wa1:Bh8\r\nrubbish\n\n  \nW:Wa8:Bh8\nW:Wa1:Bh\x01\tz\nb\xFFy\nW:Wa2:Bh8";
    for (const auto& [arguments, is_json] : all_asked(tables.path)) {
        CAPTURE(arguments);
        const CommandResult result = run(arguments, {.input = input});
        CHECK(result.status == 1);
        CHECK(result.err == "dameotb: 4 of 8 lines could not be answered\n");
        const auto lines = lines_of(result.out);
        REQUIRE(lines.size() == 8);
        CHECK_THAT(lines[0], Contains("W:Wa1:Bh8") && !Contains("error"));
        CHECK_THAT(lines[7], Contains("W:Wa2:Bh8") && !Contains("error"));
        if (is_json) {
            const json rubbish = json::parse(lines[1]);
            CHECK(rubbish["input"] == "rubbish");
            CHECK_THAT(rubbish["error"].get<std::string>(), Contains("expected W or B at character 1"));
            CHECK(rubbish.size() == 2);
            for (const std::size_t empty : {2, 3}) {
                CHECK(lines[empty] == R"({"input":"","error":"the line is empty"})");
            }
            CHECK_THAT(json::parse(lines[4])["error"].get<std::string>(), Contains("a8"));
            CHECK(json::parse(lines[5])["input"] == "W:Wa1:Bh\x01\tz");
            CHECK(json::parse(lines[6])["input"] == "b\xEF\xBF\xBDy");
        } else {
            CHECK_THAT(lines[1], StartsWith("rubbish\terror\tno side to move: expected W or B at character 1"));
            CHECK(lines[2].empty());
            CHECK(lines[3].empty());
            CHECK_THAT(lines[4], StartsWith("W:Wa8:Bh8\terror\t") && Contains("a8"));
            CHECK_THAT(lines[5], StartsWith("W:Wa1:Bh??z\terror\t"));
            CHECK_THAT(lines[6], StartsWith("b\xFFy\terror\t"));
        }
    }
}

TEST_CASE("empty lines keep their place and are no failure, no lines, no output", "[tools]") {
    const GeneratedTables tables{{"--class", "MvM"}};
    for (const auto& [arguments, is_json] : all_asked(tables.path)) {
        CAPTURE(arguments);
        const CommandResult empty = run(arguments, {.input = "\n \n"});
        CHECK(empty.status == 0);
        CHECK(empty.err.empty());
        const std::string answer = is_json ? R"({"input":"","error":"the line is empty"})" : "";
        CHECK(lines_of(empty.out) == std::vector<std::string>{answer, answer});
        const CommandResult nothing = run(arguments);
        CHECK(nothing.status == 0);
        CHECK(nothing.out.empty());
    }
}

TEST_CASE("of a very long line the beginning is repeated in JSON", "[tools]") {
    const CommandResult result = run({"moves"}, {.input = std::string(70000, 'x') + "\nW:Wa1:Bh8\n"});
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() == 2);
    CHECK(json::parse(lines[0]) ==
          json{{"input", std::string(1000, 'x') + "..."}, {"error", "the line is longer than 65536 bytes"}});
}

TEST_CASE("start is the starting position wherever a position is given", "[tools]") {
    CHECK(json::parse(run({"moves", "start"}).out)["fen"] == start_fen);
    CHECK(run({"moves", "--text", "start"}).out == run({"moves", "--text", start_fen}).out);
    CHECK(run({"moves"}, {.input = " start \n"}).out == run({"moves", start_fen}).out);
    CHECK(run({"perft", "start", "2"}).out == run({"perft", start_fen, "2"}).out);
    const GeneratedTables tables{{"--class", "KvK"}};
    for (const char* subcommand : {"probe", "line"}) {
        CAPTURE(subcommand);
        // No table has 36 pieces. But that this is what is wrong says that the position was read.
        CHECK_THAT(tables.ask(subcommand, {"start"}).err, Contains("tables of 36 pieces are not supported yet"));
        CHECK_THAT(tables.ask(subcommand, {}, {.input = "start\n"}).out, StartsWith("start\terror\ttables of 36 "));
    }
    for (const char* wrong : {"Start", "start:H3"}) {
        CHECK(run({"moves", wrong}).status == 1);
    }
}

TEST_CASE("a position on the command line may be an address that has it; lines of input stay strict", "[tools]") {
    const std::string analysis = "https://playstrategy.org/analysis/dameo/W%3AWKa1%3ABKa5%3AH4";
    const GeneratedTables tables{{"--class", "KvK"}};
    CHECK(tables.ask("probe", {analysis}).out == "W:WKa1:BKa5:H4\twin\t1\n");
    CHECK_THAT(tables.ask("probe", {}, {.input = analysis + "\n"}).out, Contains("\terror\t"));
    for (const char* subcommand : {"probe", "line"}) {
        CAPTURE(subcommand);
        const CommandResult refused = tables.ask(subcommand, {"https://playstrategy.org/abcd1234"});
        CHECK(refused.status == 1);
        CHECK_THAT(refused.err, Contains("copy the position (FEN) or the game (PDN, PGN) from that page instead"));
    }
}

TEST_CASE("line: many positions, as lines between tabs and as JSON", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const std::string input = "W:WKa8,Kb7:BKh1:H3:F9\nW:WKb1,Kd1:BKc1\nB:WKh6,Kh8:BKh1\n";
    const CommandResult rows = tables.ask("line", {}, {.input = input});
    CHECK(rows.status == 0);
    const auto lines = lines_of(rows.out);
    REQUIRE(lines.size() == 3);
    CHECK_THAT(lines[0], StartsWith("W:WKb7,Ka8:BKh1:H3:F9\twin\t7\t9. ") && Contains(" 12. ") && !Contains(" 13. "));
    CHECK(lines[1] == "W:WKb1,Kd1:BKc1\tdraw\t0\t");
    CHECK_THAT(lines[2], StartsWith("B:WKh6,Kh8:BKh1\tloss\t2\t1... h1"));

    const auto objects = lines_of(tables.ask("line", {"--json"}, {.input = input}).out);
    REQUIRE(objects.size() == 3);
    const json win = json::parse(objects[0]);
    CHECK_THAT(objects[0], StartsWith(R"({"fen":"W:WKb7,Ka8:BKh1:H3:F9","result":"win","plies":7,"line":[{"move":")"));
    REQUIRE(win["line"].size() == 7);
    // Each position of the line is won or lost in one ply less than the one before.
    int plies = 7;
    for (const json& move : win["line"]) {
        CHECK(json::parse(tables.ask("probe", {"--json", move["fen"].get<std::string>()}).out)["plies"] == --plies);
    }
    CHECK(json::parse(objects[1]) ==
          json{{"fen", "W:WKb1,Kd1:BKc1"}, {"result", "draw"}, {"plies", 0}, {"line", json::array()}});
    CHECK(tables.ask("line", {"--json", "W:WKb1,Kd1:BKc1"}).out == objects[1] + "\n");
}

TEST_CASE("line: a missing .dtm is an error in its place", "[tools]") {
    const GeneratedTables tables{{"--class", "KvM"}};
    std::filesystem::remove(tables.file("KvM.dtm"));
    const std::string input = "W:WKc2:Ba3\nW:WKa1:BKa2\n";
    const CommandResult result = tables.ask("line", {"--json"}, {.input = input});
    CHECK(result.status == 1);
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() == 2);
    CHECK_THAT(json::parse(lines[0])["error"].get<std::string>(), Contains("KvM.dtm"));
    CHECK(json::parse(lines[1])["result"] == "win");
}

TEST_CASE("probe --rule: a number of plies, or a site", "[tools]") {
    const GeneratedTables tables{{"--pieces", "2"}};
    // Freeling's rules are no draw rule: the answers are those without the option.
    const std::string late = "W:WKa1:BKa5:H50";
    CHECK(tables.ask("probe", {"--rule", "freeling", late}).out == tables.ask("probe", {late}).out);
    CHECK(tables.ask("probe", {"--rule", "freeling", "--json", late}).out == tables.ask("probe", {"--json", late}).out);
    for (const std::string bad : {"0", "121", "lidraughts", "50 plies", "Freeling", ""}) {
        const CommandResult refused = tables.ask("probe", {"--rule", bad, late});
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, Contains("--rule: write a whole number from 1 to 120, freeling, playstrategy or "
                                         "abstractplay, not '" +
                                         bad + "'"));
    }
}

TEST_CASE("a class in place of a position", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const std::string words =
        "' is a class, not a position: `dameotb stats KKvK` counts its positions, `dameotb find KKvK` lists them";
    for (const std::string text : {"KKvK", "kkvk", "KKvK.dtm"}) {
        for (const char* subcommand : {"probe", "line"}) {
            const CommandResult refused = tables.ask(subcommand, {text});
            CHECK(refused.status == 1);
            CHECK(refused.err == "dameotb: '" + text + words + "\n");
        }
        CHECK(run({"moves", text}).err == "dameotb: '" + text + words + "\n");
        CHECK(run({"perft", text, "1"}).err == "dameotb: '" + text + words + "\n");
        CHECK(tables.ask("probe", {}, {.input = text + "\n"}).out == text + "\terror\t'" + text + words + "\n");
    }
}

TEST_CASE("probe --rule says why plies are unknown", "[tools]") {
    const std::string fen = "W:WKa7,Kh8:BKa1";  // a win in 5
    const GeneratedTables without{{"--class", "KKvK"}};
    const CommandResult none = without.ask("probe", {"--rule", "60", fen});
    CHECK(none.status == 0);
    CHECK(none.out == fen + "\twin\t-\n");
    CHECK(none.err ==
          "dameotb: -: how many plies of the rule a result needs is in .dtz files for 60 plies (make them "
          "with: dameotb gen --dir " +
              without.path + " --class KKvK --metrics wdl,dtm,dtz --plies 60)\n");
    const CommandResult lines = without.ask("probe", {"--rule", "4"}, {.input = fen + "\n" + fen + "\n"});
    CHECK(lines.out == fen + "\tunknown\t-\n" + fen + "\tunknown\t-\n");
    CHECK(lines_of(lines.err).size() == 1);
    CHECK(without.ask("probe", {"--rule", "60", "--json", fen}).err.empty());
    CHECK(without.ask("probe", {"--rule", "60", "W:WKa1:BKc2"}).err.empty());  // a draw needs none
    const GeneratedTables other{{"--class", "KKvK", "--metrics", "wdl,dtm,dtz", "--plies", "50"}};
    CHECK(other.ask("probe", {"--rule", "50", fen}).err.empty());
    CHECK(other.ask("probe", {"--rule", "60", fen}).err ==
          "dameotb: -: how many plies of the rule a result needs is in .dtz files for 60 plies (those in " +
              other.path + " are for 50 plies)\n");
}

TEST_CASE("probe --rule --json and line --rule: results, moves and lines under a draw rule", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK", "--metrics", "wdl,dtm,dtz", "--plies", "6"}};
    const std::string fen = "W:WKa7,Kh8:BKa1";  // a win in 5, of which 4 count
    const auto moved = [&](const std::string& with_counter, const char* key) {
        return json::parse(tables.ask("probe", {"--rule", "6", "--json", with_counter}).out)["moves"][0][key];
    };
    const json answer = json::parse(tables.ask("probe", {"--rule", "6", "--json", fen + ":H2"}).out);
    CHECK(answer["fen"] == fen + ":H2");
    CHECK(answer["result"] == "win");
    CHECK(answer["plies"] == 5);
    CHECK(answer["rule"] == json{{"plies", 6}, {"counter", 2}, {"result", "win"}, {"z", 4}, {"missing_dtz", nullptr}});
    CHECK(moved(fen + ":H2", "rule") == json{{"result", "win"}, {"z", 4}});
    CHECK(moved(fen + ":H2", "zeroing") == false);
    CHECK(moved(fen + ":H2", "fen").get<std::string>().ends_with(":H3"));
    CHECK(moved(fen + ":H3", "rule") == json{{"result", "draw"}, {"z", 0}});
    CHECK(moved("W:WKa1,Kh8:BKa5", "fen").get<std::string>().ends_with(":H0"));

    const CommandResult line = tables.ask("line", {"--rule", "6", fen + ":H2"});
    CHECK(line.status == 0);
    const auto lines = lines_of(line.out);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "win with a counter of up to 2");
    CHECK_THAT(lines[1], StartsWith("1. "));
    CHECK(tables.ask("line", {"--rule", "6", fen + ":H3"}).out == "draw\n");
    CHECK(tables.ask("line", {"--rule", "6"}, {.input = fen + ":H2\n"}).out == fen + ":H2\twin\t4\t" + lines[1] + "\n");
    const json steps = json::parse(tables.ask("line", {"--rule", "6", "--json", fen + ":H2"}).out)["line"];
    REQUIRE_FALSE(steps.empty());
    CHECK(steps[0]["fen"].get<std::string>().ends_with(":H3"));

    // Another rule: what the .dtm says, and an error where it does not say enough.
    CHECK_THAT(tables.ask("line", {"--rule", "5", fen}).out, StartsWith("win\n1. "));
    const CommandResult unknown = tables.ask("line", {"--rule", "4", fen});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Contains("hold under a rule of 6 plies") && Contains("under one of 4"));
    std::filesystem::remove(tables.file("KKvK.dtz"));
    CHECK_THAT(tables.ask("line", {"--rule", "6", fen + ":H2"}).err,
               Contains("without KKvK.dtz who wins (make it with: dameotb gen --dir " + tables.path +
                        " --class KKvK --metrics wdl,dtm,dtz --plies 6)"));
}

namespace {

int rank_of(const json& answer) {
    return answer["result"] == "win" ? 1 : answer["result"] == "loss" ? -1 : 0;
}

}  // namespace

TEST_CASE("probe answers a capture under way by its best end, and nothing else reads such a FEN", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const std::string fen = "B:Wd3,Kg1,Gf5:BBf3";  // to c3, b3 or a3
    const auto probed = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments{"probe", "--dir", tables.path};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CommandResult result = run(arguments);
        CHECK(result.err.empty());
        CHECK(result.status == 0);
        return result.out;
    };
    const json answer = json::parse(probed({"--json", "B:Wd3,g1.k,f5.g:Bf3.b"}));
    CHECK(answer["fen"] == "B:WKg1,d3,Gf5:BBf3");
    std::set<std::string> moves;
    for (const json& move : answer["moves"]) {
        moves.insert(move["move"]);
        CHECK(move["captured"] == 2);
        // Each end leads to a position that is answered by itself.
        const json there = json::parse(probed({"--json", move["fen"].get<std::string>()}));
        const std::string result = there["result"];
        CHECK(move["result"] == (result == "win" ? "loss" : result == "loss" ? "win" : "draw"));
        CHECK(rank_of(answer) >= rank_of(move));
    }
    CHECK(moves == std::set<std::string>{"f3xa3", "f3xb3", "f3xc3"});
    CHECK(rank_of(answer) == rank_of(answer["moves"][0]));
    CHECK(probed({fen}) == "B:WKg1,d3,Gf5:BBf3\t" + answer["result"].get<std::string>() + "\t" +
                               std::to_string(answer["plies"].get<int>()) + "\n");
    CHECK(probed({"--rule", "playstrategy", fen})
              .starts_with("B:WKg1,d3,Gf5:BBf3\t" + answer["result"].get<std::string>()));
    CHECK(json::parse(probed({"--rule", "playstrategy", "--json", fen}))["moves"].size() == 3);
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"line", "--dir", tables.path, fen}, {"moves", fen}, {"perft", fen, "1"}}) {
        CHECK_THAT(run(arguments).err, Contains("capture under way"));
    }
    CHECK_THAT(run({"probe", "--dir", tables.path, "B:Wd3,Kg1:BBf3"}).err, Contains("has taken enemy pieces"));
    for (const std::vector<std::string>& rule : {std::vector<std::string>{}, {"--rule", "playstrategy"}}) {
        std::vector<std::string> arguments{"probe", "--dir", tables.path, "W:WBd4:BGd3,b4,Kc8,Kh7,Kg2"};
        arguments.insert(arguments.end(), rule.begin(), rule.end());
        CHECK_THAT(run(arguments).err, Contains("no table KKKvK"));
    }
}

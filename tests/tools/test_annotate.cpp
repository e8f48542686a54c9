// Tests dameotb annotate: what it writes into games, and that all else in them stays.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "sampling.hpp"

using namespace dameotb::tests;
using Catch::Contains;

namespace {

const std::string head = "[FEN \"W:WKa7,Kh8:BKa1\"]\n[Result \"*\"]\n[Variant \"Dameo\"]\n\n";

CommandResult annotate(const GeneratedTables& tables, const std::string& pdn,
                       const std::vector<std::string>& arguments = {}) {
    CommandOptions options;
    options.input = pdn;
    return tables.ask("annotate", arguments, options);
}

std::string on_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

}  // namespace

TEST_CASE("annotate tells results, mistakes and slower wins", "[tools]") {
    const GeneratedTables tables;
    SECTION("the best moves to the end") {
        const auto line = tables.ask("line", {"W:WKa7,Kh8:BKa1"});
        const std::string moves = lines_of(line.out).at(1);
        const auto result = annotate(tables, head + moves + " *\n");
        CHECK(result.status == 0);
        CHECK_THAT(result.out, Contains("{White wins in 4}") && Contains("{White wins in 3}") &&
                                   Contains("{White wins in 1}") && Contains("{White has won}"));
        CHECK_THAT(result.out, !Contains("?"));
        CHECK(result.err == "games: 1; moves: 5, known to the tables: 5, that threw away a win or a draw: 0\n");
        // The same again adds nothing.
        CHECK(annotate(tables, result.out).out == result.out);
    }
    SECTION("a move that throws the win away") {
        const auto result = annotate(tables, head + "1. h8-g8 {mine} a1-b1 *");
        CHECK(result.status == 1);
        CHECK_THAT(on_one_line(result.out),
                   Contains("1. h8-g8? {mine; Black wins in 1; a7-g7: White wins in 4; the rest could not be"));
        CHECK_THAT(result.err, Contains("dameotb: standard input: line 5: move 'a1-b1': "));
        CHECK_THAT(result.err, Contains("that threw away a win or a draw: 1\n"));
    }
    SECTION("a mark of the author stays alone") {
        for (const std::string mark :
             {"??", "?", "!", "!!", "!?", "?!", "(!)", " $1", " $4", " $14", " ±", " +-", "*"}) {
            CAPTURE(mark);
            const auto result = annotate(tables, head + "1. h8-g8" + mark + " *");
            CHECK_THAT(on_one_line(result.out),
                       Contains("1. h8-g8" + mark + " {Black wins in 1; better a7-g7: White wins in 4} *"));
            CHECK_THAT(result.err, Contains("that threw away a win or a draw: 1\n"));
            CHECK(annotate(tables, result.out).out == result.out);
        }
    }
}

TEST_CASE("annotate adds the moves that are just as good if asked", "[tools]") {
    const GeneratedTables tables;
    const std::string fen = "W:WKa8,Kb7:BKh1";
    const auto moves = nlohmann::json::parse(tables.ask("probe", {"--json", fen}).out)["moves"];
    const std::string best = moves.at(0)["move"];
    const std::string game = "[FEN \"" + fen + "\"]\n\n1. " + best + " *";
    CHECK_THAT(annotate(tables, game).out, !Contains("("));
    const auto equals = annotate(tables, game, {"--equals"});
    INFO(equals.out);
    int as_good = 0;
    for (const auto& move : moves) {
        const bool is_as_good = move["move"] != best && move["plies"] == moves.at(0)["plies"];
        as_good += is_as_good ? 1 : 0;
        const std::string variation = "(1. " + move["move"].get<std::string>() + ")";
        const bool stands = on_one_line(equals.out).find(variation) != std::string::npos;
        CHECK(stands == is_as_good);
    }
    CHECK(as_good > 0);
    CHECK(annotate(tables, equals.out, {"--equals"}).out == equals.out);
}

TEST_CASE("annotate reads a file of several games, and knows only what tables know", "[tools]") {
    const GeneratedTables tables;
    const TemporaryDirectory directory;
    write_file(directory / "games.pdn", "[White \"A\"]\n1. c3-c4 c6-c5 1-0\n\n" + head + "1. a7-g7 *\n");
    const auto result = tables.ask("annotate", {directory / "games.pdn"});
    CHECK(result.status == 0);
    CHECK(result.out == "[White \"A\"]\n[Result \"1-0\"]\n[Variant \"Dameo\"]\n\n1. c3-c4 c6-c5 1-0\n\n" + head +
                            "1. a7-g7 {White wins in 4} *\n");
    CHECK(result.err == "games: 2; moves: 3, known to the tables: 1, that threw away a win or a draw: 0\n");
    const auto missing = tables.ask("annotate", {directory / "none.pdn"});
    CHECK(missing.status == 1);
    CHECK_THAT(missing.err, Contains("none.pdn: cannot be opened: No such file or directory\n"));
    const std::string no_file = directory.path().string();
    const auto refused = tables.ask("annotate", {no_file});
    CHECK(refused.status == 1);
    CHECK(refused.err == "dameotb: " + no_file + ": cannot be read: Is a directory\n");
}

TEST_CASE("annotate --rule says who wins under a draw rule, and what it changes", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK", "--metrics", "wdl,dtm,dtz", "--plies", "6"}};
    const auto moves = lines_of(tables.ask("line", {"W:WKa7,Kh8:BKa1"}).out).at(1);
    const auto game = [&](int counter) {
        return "[FEN \"W:WKa7,Kh8:BKa1:H" + std::to_string(counter) + "\"]\n\n" + moves + " *";
    };
    // The win in 5 needs 4 plies of the counter.
    const auto won = annotate(tables, game(2), {"--rule", "6"});
    CHECK_THAT(on_one_line(won.out), Contains("1. a7-g7 {White wins}") && Contains("{White has won}"));
    CHECK(won.err == "games: 1; moves: 5, known to the tables: 5, that threw away a win or a draw: 0\n");
    CHECK(annotate(tables, won.out, {"--rule", "6"}).out == won.out);
    CHECK_THAT(on_one_line(annotate(tables, game(3), {"--rule", "6"}).out),
               Contains("1. a7-g7 {draw, White wins in 4 without the rule}"));
    // With a counter that leaves just the plies needed, a move that only loses time gives the win away.
    const std::string slow = "[FEN \"W:WKa7,Kh8:BKa1:H2\"]\n\n1. a7-b7 *";
    CHECK_THAT(on_one_line(annotate(tables, slow, {"--rule", "6"}).out),
               Contains("1. a7-b7? {draw, ") && Contains("without the rule; a7-g7: White wins}"));
    CHECK_THAT(annotate(tables, slow).out, !Contains("?"));
    // Without .dtz files for the rule, some moves are unknown, and get no comment.
    CHECK_THAT(annotate(tables, game(0), {"--rule", "4"}).out, !Contains("1. a7-g7 {"));
}

TEST_CASE("annotate --rule says what ends a game where no table has its value", "[tools]") {
    const TemporaryDirectory empty;
    const auto annotated = [&](const std::string& fen, const std::string& moves, const std::string& rule) {
        CommandOptions options;
        options.input = "[FEN \"" + fen + "\"]\n\n" + moves + " *";
        const auto result = run({"annotate", "--dir", empty.path(), "--rule", rule}, options);
        CHECK(result.status == 0);
        return on_one_line(result.out);
    };
    CHECK_THAT(annotated("W:WKa1,Kb1:BKh7,Kh8:H48", "1. a1-a2 h7-h6 2. a2-a3", "50"),
               Contains("1. a1-a2 h7-h6 {draw by the rule} 2. a2-a3 {draw by the rule} *"));
    // King against king, from the fourth ply on.
    CHECK_THAT(annotated("W:WKa1:BKh7:H2", "1. a1-a2 h7-h6", "playstrategy"), Contains("1. a1-a2 h7-h6 {draw} *"));
    CHECK_THAT(annotated("W:WKa1:BKh7:H2", "1. a1-a2 h7-h6", "abstractplay"), Contains("1. a1-a2 h7-h6 *"));
}

TEST_CASE("annotate by a site's rules marks the move that lets a position occur for the third time", "[tools]") {
    const GeneratedTables tables;
    const std::string round = "a7-g7 a1-b1 g7-a7 b1-a1 ";
    const auto annotated = [&](const std::string& moves, const std::vector<std::string>& arguments) {
        return on_one_line(annotate(tables, "[FEN \"W:WKa7,Kh8:BKa1\"]\n\n" + moves + "*", arguments).out);
    };
    for (const std::string site : {"playstrategy", "freeling"}) {
        CAPTURE(site);
        const std::string once = annotated(round, {"--rule", site});
        CHECK_THAT(once, !Contains("?") && !Contains("repe"));
        const std::string thrice = annotated(round + round + "a7-g7 a1-b1 ", {"--rule", site});
        INFO(thrice);
        // White, who could have won, may let no position come back that Black can make the third.
        CHECK_THAT(thrice, Contains("4. g7-a7? {draw, Black can repeat the position; "));
        CHECK_THAT(thrice, Contains("4... b1-a1 {draw by repetition} 5. a7-g7 a1-b1 *"));
        const std::string before = thrice.substr(0, thrice.find("4. g7-a7"));
        CHECK_THAT(before, !Contains("?") && !Contains("repe"));
        CHECK_THAT(thrice.substr(thrice.find("g7-a7? {")), Contains(": White wins"));
    }
    for (const std::vector<std::string>& other :
         {std::vector<std::string>{}, {"--rule", "abstractplay"}, {"--rule", "50"}}) {
        CHECK_THAT(annotated(round + round + "a7-g7 a1-b1 ", other), !Contains("?") && !Contains("repe"));
    }
}

TEST_CASE("annotate replaces what another run has written, and only that", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK", "--metrics", "wdl,dtm,dtz", "--plies", "6"}};
    std::vector<std::vector<std::string>> runs{{}, {"--rule", "6"}, {"--rule", "freeling"}, {"--rule", "playstrategy"}};
    runs.resize(sampled ? 2 : 4);
    const auto moves = lines_of(tables.ask("line", {"W:WKa7,Kh8:BKa1"}).out).at(1);
    std::vector<std::string> games;
    for (const std::string fen : {"W:WKa7,Kh8:BKa1:H2", "W:WKa7,Kh8:BKa1:H3"}) {
        for (const std::string& line :
             {moves, std::string{"1. a7-b7 {mine; with a semicolon} a1-c1"},
              std::string{"1. a7-b7! {[%clk 1:00]} a1-c1"},
              std::string{"1. h8-g8 $4 {first} {second} (1. a7-g7 {White wins})"}, std::string{"1. h8-g8? a1xa8xh8"}}) {
            games.push_back("[FEN \"" + fen + "\"]\n\n" + line + " *");
        }
    }
    int changed = 0;
    for (const std::string& game : games) {
        for (const auto& first : runs) {
            const std::string once = annotate(tables, game, first).out;
            for (const auto& second : runs) {
                const std::string expected = annotate(tables, game, second).out;
                INFO(once);
                CHECK(annotate(tables, once, second).out == expected);
                changed += once == expected ? 0 : 1;
            }
        }
    }
    CHECK(changed > (sampled ? 5 : 40));
    // An author's words stay, also where they contradict the tables or say less.
    const auto after = [&](const std::string& comment) {
        return on_one_line(annotate(tables, head + "1. h8-g8 {" + comment + "} *").out);
    };
    const std::string ours = "Black wins in 1; a7-g7: White wins in 4";
    for (const std::string comment :
         {"draw", "White wins", "White wins, I think", "draw; a7-g7 was better", "a7-g7: draw", "White has won",
          "Black wins in time", "draw, White resigned", "Black"}) {
        CHECK_THAT(after(comment), Contains("{" + comment + "; " + ours + "}"));
    }
    CHECK_THAT(after("mine; White wins in 3; yours"), Contains("{mine; " + ours + "; yours}"));
    CHECK_THAT(after("White wins in 3, 1 ply later than with a7-g7"), Contains("{" + ours + "}"));
    CHECK_THAT(after("Black wins"), Contains("{" + ours + "}"));
}

TEST_CASE("annotate reads what people paste, and numbers moves as the FEN does", "[tools]") {
    const GeneratedTables tables;
    const auto result = annotate(tables,
                                 "[White \"\xD6\"]\n[GameType \"20\"]\n[fen \"W:WKA7,Kh8:BKa1:H0:F103\"]\n\n1.\xA0"
                                 "A7\x96G7\xB1 a1-b1(?) \xBD-\xBD");
    CHECK(result.status == 0);
    CHECK(result.out ==
          "[White \"\u00D6\"]\n[Variant \"Dameo\"]\n[FEN \"W:WKA7,Kh8:BKa1:H0:F103\"]\n[Result \"1/2-1/2\"]\n\n"
          "103. a7-g7 \u00B1 {White wins in 4} 103... a1-b1(?) {White wins in 3} 1/2-1/2\n");
    const auto refused = annotate(tables, {"\xFF\xFE[\0A\0 \0", 8});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("line 1: the text is UTF-16: save it as UTF-8\n"));
}

// Tests dameotb annotate: what it writes into games, and that all else in them stays.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"

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
        CHECK_THAT(annotate(tables, head + "1. h8-g8?? *").out, Contains("1. h8-g8?? {Black"));
        CHECK_THAT(annotate(tables, head + "1. h8-g8! *").out, Contains("1. h8-g8!? {Black"));
        CHECK_THAT(annotate(tables, head + "1. h8-g8 $4 *").out, Contains("1. h8-g8? $4 {Black"));
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

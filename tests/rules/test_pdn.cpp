// Tests game records in and out: every part of PDN, what is written reads back to the same game, and bad text is named
// by its line while the other games are read.
#include <random>

#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

#include "catch.hpp"

using namespace dameotb;
using rules::GameRecord;
using rules::read_pdn;
using rules::RecordedLine;
using rules::to_pdn;

namespace {

const std::string coup_turc = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7";

GameRecord only_game(std::string_view text) {
    const auto games = read_pdn(text);
    REQUIRE(games.size() == 1);
    return games.front();
}

std::vector<std::string> texts_of(Position position, const RecordedLine& line) {
    std::vector<std::string> texts;
    for (const auto& recorded : line) {
        texts.push_back(rules::to_text(position, recorded.move));
        position = rules::after(position, recorded.move);
    }
    return texts;
}

std::vector<std::string> moves_of(const GameRecord& game) {
    return texts_of(game.start, game.moves);
}

/// Returns all that a line tells, as one text.
std::string described(Position position, const RecordedLine& line) {
    std::string text;
    for (const auto& recorded : line) {
        text += rules::to_text(position, recorded.move) + "|" + recorded.marks + "|" + recorded.comment + "\n";
        for (const RecordedLine& variation : recorded.variations) {
            text += "<" + described(position, variation) + ">";
        }
        position = rules::after(position, recorded.move);
    }
    return text;
}

/// Returns a line of random moves with random marks, comments and variations.
RecordedLine random_line(std::mt19937& random, Position position, int depth) {
    RecordedLine line;
    for (auto count = 1 + random() % 6; count > 0; --count) {
        const auto moves = rules::legal_moves(position);
        if (moves.empty()) {
            break;
        }
        rules::RecordedMove& recorded = line.emplace_back();
        recorded.move = moves[random() % moves.size()];
        recorded.marks = std::array{"", "", "!", "?!", "$4", "! $14"}[random() % 6];
        recorded.comment = std::array{"", "", "a word",
                                      "many words; more than a line of seventy-nine characters can "
                                      "take, (with) [brackets] and 1-0 in them"}[random() % 4];
        while (depth > 0 && random() % 4 == 0) {
            if (auto variation = random_line(random, position, depth - 1); !variation.empty()) {
                recorded.variations.push_back(std::move(variation));
            }
        }
        position = rules::after(position, recorded.move);
    }
    return line;
}

}  // namespace

TEST_CASE("a game with tags, numbers, marks, comments and a result is read", "[pdn]") {
    const GameRecord game = only_game(
        "\xEF\xBB\xBF[Event \"A \\\"match\\\" on C:\\\\\"]\r\n"
        "[SetUp \"1\"]\n"
        "% a line for another program (\n"
        "[Variant \"Dameo\"] [FEN \"" +
        coup_turc +
        "\"]\n\n"
        "{Before all.} 1. c1-e3! a5xc5 $4 {forced,\n   since}; and more\n"
        "2.e1-c3 c5xc1xh1xh3xd3 3. d2xd4xd6xb6xb8 1-0\n");
    CHECK(game.error.empty());
    CHECK(game.tag("Event") == "A \"match\" on C:\\");
    CHECK(game.tag("Annotator").empty());
    CHECK(rules::to_fen(game.start) == coup_turc);
    CHECK(game.comment == "Before all.");
    CHECK(moves_of(game) == std::vector<std::string>{"c1-e3", "a5xc5", "e1-c3", "c5xc1xh1xh3xd3", "d2xd4xd6xb6xb8"});
    CHECK(game.moves[0].marks == "!");
    CHECK(game.moves[1].marks == "$4");
    CHECK(game.moves[1].comment == "forced, since and more");
    CHECK(game.result == "1-0");
}

// Written by hand after lila's PgnDump (modules/game and modules/study, commit 1283402): a turn is its leaps, from
// square and to square, with commas; K where a man becomes a king; the clock is in a comment; players are P1 and P2.
TEST_CASE("a game that PlayStrategy exports is read", "[pdn]") {
    const GameRecord game = only_game(
        "[Event \"Casual Dameo game\"]\n[Site \"https://playstrategy.org/abcd1234\"]\n[Date \"2026.11.26\"]\n"
        "[P1 \"alice\"]\n[P2 \"bob\"]\n[Result \"1-0\"]\n[P1Elo \"1500\"]\n[Variant \"Dameo\"]\n"
        "[TimeControl \"300+3\"]\n[ECO \"?\"]\n[Termination \"Normal\"]\n[FEN \"" +
        coup_turc +
        ":H0:F1\"]\n[SetUp \"1\"]\n\n"
        "1. c1e3 { [%clk 0:05:00] } 1... a5c5 { [%clk 0:04:58] } 2. e1c3 { [%clk 0:04:51] } "
        "2... c5c1,c1h1,h1h3,h3d3 3. d2d4,d4d6,d6b6,b6b8K 1-0");
    CHECK(game.error.empty());
    CHECK(game.tag("P2") == "bob");
    CHECK(moves_of(game) == std::vector<std::string>{"c1-e3", "a5xc5", "e1-c3", "c5xc1xh1xh3xd3", "d2xd4xd6xb6xb8"});
    CHECK(game.moves[0].comment == "[%clk 0:05:00]");
    CHECK(game.result == "1-0");
    // A study that begins with Black; and moves alone, as the site's API has them.
    CHECK(moves_of(only_game("[Variant \"Dameo\"]\n[FEN \"B:Wa3:BKa5,h8:H3:F7\"]\n[SetUp \"1\"]\n\n7... a5a1?? *"))
              .size() == 1);
    CHECK(moves_of(only_game("c3c4 c6c5")) == std::vector<std::string>{"c3-c4", "c6-c5"});
    // Leaps that do not join are no move.
    const std::string one_capture = "[FEN \"W:WKd1:Bd3,b4\"]\n1. ";
    CHECK(only_game(one_capture + "d1d4,d4a4").error.empty());
    for (const char* turn :
         {"d1d4,a4", "d1d4,c4a4", "d1d4,", ",d4a4", "d1d4,d4", "d1d4,d4a4,", "d1d4,d4,a4", "d1d4,,d4a4"}) {
        CAPTURE(turn);
        CHECK_THAT(only_game(one_capture + turn).error, Catch::Contains("line 2: move '" + std::string{turn} + "'"));
    }
}

TEST_CASE("a game without a tag begins where games begin", "[pdn]") {
    const GameRecord game = only_game("1. c3-c4 c6-c5");
    CHECK(game.error.empty());
    CHECK(game.start == initial_position());
    CHECK(game.moves.size() == 2);
    CHECK(game.result == "*");
    CHECK(only_game("c3-c4").moves.size() == 1);
    CHECK(read_pdn("").empty());
    CHECK(read_pdn(" \n% nothing\n").empty());
}

TEST_CASE("results are read in the forms of all draughts programs", "[pdn]") {
    for (const std::string result : {"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"}) {
        CHECK(only_game("1. c3-c4 " + result).result == result);
        CHECK(only_game("[Result \"" + result + "\"]\n1. c3-c4").result == result);
    }
    CHECK(only_game("[Result \"unknown\"]\n1. c3-c4").result == "*");
    CHECK(only_game("1. c3-c4 c6-c5 2.1-0").result == "1-0");
    CHECK(only_game("1. c3-c4 1...*").moves.at(0).marks.empty());
}

TEST_CASE("variations are lines instead of the move before them", "[pdn]") {
    const GameRecord game =
        only_game("1. c3-c4 (1. d3-d4! {first} c6-c5 (1... d6-d5 *) 2. e3-e4) ({why} 1. e3-e4) c6-c5 *");
    REQUIRE(game.error.empty());
    CHECK(moves_of(game) == std::vector<std::string>{"c3-c4", "c6-c5"});
    const auto& variations = game.moves[0].variations;
    REQUIRE(variations.size() == 2);
    CHECK(texts_of(game.start, variations[0]) == std::vector<std::string>{"d3-d4", "c6-c5", "e3-e4"});
    CHECK(variations[0][0].marks == "!");
    CHECK(variations[0][0].comment == "first");
    REQUIRE(variations[0][1].variations.size() == 1);
    CHECK(variations[1][0].comment == "why");
    CHECK(game.moves[1].variations.empty());
}

TEST_CASE("several games follow each other, with results or without", "[pdn]") {
    const auto games = read_pdn(
        "[White \"one\"]\n1. c3-c4 1-0\n\n1. d3-d4 *\n[White \"three\"]\n1. e3-e4\n"
        "[White \"four\"]\n*\n");
    REQUIRE(games.size() == 4);
    CHECK(games[0].tag("White") == "one");
    CHECK(games[1].tags.empty());
    CHECK(games[2].tag("White") == "three");
    CHECK(games[3].moves.empty());
    for (const auto& game : games) {
        CHECK(game.error.empty());
    }
}

TEST_CASE("a bad game says where, keeps its moves, and the next game is read", "[pdn]") {
    const auto error_of = [](const std::string& text) {
        const auto games = read_pdn(text + "\n[White \"next\"]\n1. c3-c4 *\n");
        REQUIRE(games.size() == 2);
        CHECK(games[1].error.empty());
        CHECK(games[1].moves.size() == 1);
        return games[0].error;
    };
    CHECK(error_of("[White \"x\"]\n1. c3-c4 c3-c4") == "line 2: move 'c3-c4': no piece of the side to move on c3");
    CHECK(error_of("[White \"x\"]\n1. 32-28 19-23").starts_with("line 2: move '32-28': "));
    CHECK(error_of("[White x]\n[Black \"y\"]\n1. c3-c4").starts_with("line 1: expected a tag"));
    CHECK(error_of("[White \"x\n[Black \"y\"]\n1. c3-c4").starts_with("line 1: expected a tag"));
    CHECK(error_of("1. c3\x1b") ==
          "line 1: move 'c3?': expected the end of the move at character 3, found a "
          "character that is not printable");
    CHECK(error_of("[FEN \"W:Wz9:Ba1\"]\n[Black \"y\"]\n1. c3-c4").starts_with("line 1: FEN: expected a square"));
    CHECK(error_of("[Variant \"Frisian\"]\n1. c3-c4") == "line 1: the game is 'Frisian', not Dameo");
    CHECK(error_of("1. c3-c4 {for ever\nc6-c5") == "line 1: a comment has no closing }");
    CHECK(error_of("1. c3-c4\n(1. d3-d4") == "line 2: a variation has no closing )");
    CHECK(error_of("1. c3-c4 )") == "line 1: a ) without an open variation");
    CHECK(error_of("(1. c3-c4)") == "line 1: a variation before the first move");
    CHECK(error_of("1. c3-c4\n" + std::string(100000, '(')).find("variation") != std::string::npos);
    CHECK(error_of("1. c3-c4\n\n{two\nlines} c3-c5").starts_with("line 4: "));
    CHECK(error_of("1. " + std::string(100000, 'x')).size() < 200);
}

TEST_CASE("each position is checked before its move is read", "[pdn]") {
    std::vector<Position> seen;
    const auto remember = [&seen](const Position& position) { seen.push_back(position); };
    const auto games = read_pdn("1. c3-c4 (1. d3-d4) c6-c5", remember);
    REQUIRE(games.size() == 1);
    const auto start = initial_position();
    CHECK(seen == std::vector{start, start, rules::after(start, games[0].moves[0].move)});
    const auto refuse = [](const Position& position) {
        if (position.side_to_move == Colour::Black) {
            throw rules::NotationError{"too much"};
        }
    };
    const auto refused = read_pdn("1. c3-c4 c6-c5", refuse);
    CHECK(refused.at(0).moves.size() == 1);
    CHECK(refused.at(0).error == "line 1: move 'c6-c5': too much");
}

TEST_CASE("variations may nest 32 deep, not deeper", "[pdn]") {
    const auto nested = [](int depth) {
        std::string text = "1. c3-c4";
        for (int i = 0; i < depth; ++i) {
            text += i % 2 == 0 ? " (1. d3-d4" : " (1. c3-c4";
        }
        return only_game(text + std::string(static_cast<std::size_t>(depth), ')'));
    };
    CHECK(nested(32).error.empty());
    CHECK(nested(33).error.find("more than 32 deep") != std::string::npos);
}

TEST_CASE("a written game reads back the same", "[pdn]") {
    const auto game_seed = GENERATE(range(1U, 60U));
    std::mt19937 random{game_seed};
    GameRecord game;
    game.tags = {{"White", "a \\ \"b\""}, {"Result", "?"}};
    game.start = random() % 2 == 0 ? initial_position() : rules::parse_position(coup_turc);
    if (random() % 2 == 0) {
        game.start = game.start.flipped();
    }
    game.comment = random() % 2 == 0 ? "before" : "";
    game.moves = random_line(random, game.start, 3);
    game.result = "0-1";
    const std::string text = to_pdn(game);
    INFO("game_seed " << game_seed << "\n" << text);
    const GameRecord again = only_game(text);
    REQUIRE(again.error.empty());
    CHECK(again.tag("White") == "a \\ \"b\"");
    CHECK(again.tag("Result") == "0-1");
    CHECK(again.tag("Variant") == "Dameo");
    CHECK(again.start == game.start);
    CHECK(again.comment == game.comment);
    CHECK(again.result == "0-1");
    CHECK(described(again.start, again.moves) == described(game.start, game.moves));
    CHECK(to_pdn(again) == text);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        CHECK((end - begin <= 79 || text[begin] == '['));
        begin = end + 1;
    }
}

TEST_CASE("a written game looks as people write it", "[pdn]") {
    GameRecord game = only_game("[FEN \"B:WKa7,Kh8:BKc1\"]\n1... c1-d1 (1... c1-b1! {why}) 2. h8-g8 *");
    REQUIRE(game.error.empty());
    game.moves[0].comment = "a } brace";
    CHECK(to_pdn(game) ==
          "[FEN \"B:WKa7,Kh8:BKc1\"]\n[Result \"*\"]\n[Variant \"Dameo\"]\n\n"
          "1... c1-d1 {a ) brace} (1... c1-b1! {why}) 2. h8-g8 *\n");
}

TEST_CASE("the FEN tag of a game may end with a dot, as PDN has it") {
    const GameRecord game = only_game("[FEN \"W:WKa7,Kh8:BKa1:H12.\"]\n1. a7-g7 *");
    CHECK(to_fen(game.start) == "W:WKa7,Kh8:BKa1");
    CHECK(game.counter == 12);
    CHECK(game.moves.size() == 1);
    CHECK(game.error.empty());
}

TEST_CASE("the FEN tag numbers the moves", "[pdn]") {
    const auto written = [](const std::string& fen, const std::string& moves) {
        const GameRecord game = only_game("[FEN \"" + fen + "\"]\n" + moves);
        CHECK(game.error.empty());
        const std::string text = to_pdn(game);
        return text.substr(text.find("\n\n") + 2);
    };
    CHECK(written("W:WKa7,Kh8:BKa1:H12:F103", "1. a7-g7 a1-b1 (a1-c1 g7-f7) g7-b7") ==
          "103. a7-g7 a1-b1 (103... a1-c1 104. g7-f7) 104. g7-b7 *\n");
    CHECK(written("B:WKg7,Kh8:BKa1:F7", "a1-b1 g7-b7") == "7... a1-b1 8. g7-b7 *\n");
    CHECK(written("W:WKa7,Kh8:BKa1:F0", "a7-g7") == "1. a7-g7 *\n");
    CHECK(written("W:WKa7,Kh8:BKa1:F2147483647", "a7-g7 a1-b1 g7-b7") ==
          "2147483647. a7-g7 a1-b1 2147483648. g7-b7 *\n");
    const auto start = rules::parse_fen("B:WKg7,Kh8:BKa1:F7");
    CHECK(rules::numbered_moves(start, {rules::parse_move(start.position, "a1-b1")}) == "7... a1-b1");
}

TEST_CASE("a mark in parentheses and a comment alone in them belong to the move before", "[pdn]") {
    const GameRecord game = only_game("1. d3-d4(?) c6-c5! (!? $14) {a} ({b}) 2. e3-e4 () e6-e5 ({c} ?) *");
    REQUIRE(game.error.empty());
    CHECK(game.moves.at(0).marks == "(?)");
    CHECK(game.moves.at(1).marks == "! (!? $14)");
    CHECK(game.moves.at(1).comment == "a b");
    CHECK(game.moves.at(2).marks.empty());
    CHECK(game.moves.at(3).marks == "(?)");
    CHECK(game.moves.at(3).comment == "c");
    const std::string text = to_pdn(game);
    CHECK_THAT(text, Catch::EndsWith("1. d3-d4(?) c6-c5! (!? $14) {a b} 2. e3-e4 e6-e5(?) {c} *\n"));
    CHECK(to_pdn(only_game(text)) == text);
}

TEST_CASE("marks before the first move are kept in its comment", "[pdn]") {
    const GameRecord game = only_game("$14 1. c3-c4 {a} ($10 {b} 1. d3-d4) *");
    REQUIRE(game.error.empty());
    CHECK(game.moves.at(0).comment == "$14 a");
    CHECK(game.moves.at(0).variations.at(0).at(0).comment == "$10 b");
}

TEST_CASE("signs and symbols beside moves are marks", "[pdn]") {
    for (const std::string mark : {"+-", "-+", "=", "+=", "=+", "+/-", "-/+", "+/=", "!+-", "\u00B1", "\u2213",
                                   "\u221E", "\u25A1", "?!\u00B1", "*", "!*", "$14", "!$14"}) {
        CAPTURE(mark);
        const GameRecord game = only_game("1. c3-c4" + mark + " c6-c5 1-0");
        CHECK(game.error.empty());
        CHECK(moves_of(game) == std::vector<std::string>{"c3-c4", "c6-c5"});
        CHECK(game.moves.at(0).marks == mark);
        const std::string text = to_pdn(game);
        CHECK(to_pdn(only_game(text)) == text);
        if (!mark.ends_with('*')) {
            CHECK(only_game("1. c3-c4 " + mark + " c6-c5 1-0").moves.at(0).marks == mark);
            CHECK(only_game("1. c3-c4 (" + mark + ") c6-c5 1-0").moves.at(0).marks == "(" + mark + ")");
        }
    }
    // The + of a move is none, and a dash needs a square.
    CHECK(only_game("1. c3-c4+ c6-c5+!").moves.at(1).marks == "!");
    CHECK_FALSE(only_game("1. c3-c4-").error.empty());
    CHECK_FALSE(only_game("1. - -").error.empty());
}

TEST_CASE("pasted characters stand for those of PDN", "[pdn]") {
    const std::vector<std::string> moves{"c1-e3", "a5xc5", "e1-c3", "c5xc1xh1xh3xd3", "d2xd4xd6xb6xb8"};
    const auto check = [&](const std::string& text) {
        INFO(text);
        const GameRecord game = only_game(text);
        CHECK(game.error.empty());
        CHECK(game.tag("White") == "A");
        CHECK(game.tag("FEN") == coup_turc);
        CHECK(moves_of(game) == moves);
        CHECK(game.result == "1/2-1/2");
        CHECK(to_pdn(only_game(to_pdn(game))) == to_pdn(game));
    };
    const std::string tags = "[White \"A\"]\n[FEN \"" + coup_turc + "\"]\n";
    // En dashes, signs for times, half; no-break blanks; an ellipsis.
    check(tags +
          "1.\u00A0c1\u2013e3 1\u2026 a5\u00D7c5\u00A02.\u202Fe1\u2212c3\u00A0c5\u00D7c1\u00D7h1\u00D7h3\u00D7d3 "
          "3.\u3000d2xd4xd6xb6xb8 \u00BD-\u00BD");
    check(tags + "1. C1-E3 A5XC5 2. e1c3 C5xC1xH1XH3XD3\u203C 3. d2:d4:d6:b6:b8 \u00BD\u2013\u00BD");
    // Other kinds of quotes, and characters without width.
    for (const auto& [open, close] :
         {std::pair{"\u201C", "\u201D"}, {"\u201E", "\u201C"}, {"\u00AB", "\u00BB"}, {"\u2039", "\u203A"}}) {
        const auto quoted = [&](const std::string& value) { return " " + (open + value) + close + "]\n"; };
        check("\uFEFF[White" + quoted("A") + "[fen\u00A0" + quoted(coup_turc) +
              "\u2039 c1-e3\u200B a5xc5 \u203A e1\u00AD-c3 c5xc1xh1xh3xd3 d2xd4xd6xb6xb8 \u00BD-\u00BD");
    }
    // The same in Windows-1252; what is UTF-8 stays.
    check("[White \"A\"]\n[Black \"\xD6zg\xFCr \u0416\"]\n[fen \"" + coup_turc +
          "\"]\n1.\xA0"
          "c1\x96"
          "e3 a5\xD7"
          "c5 \x8B e1\x97"
          "c3 \x9B c5xc1xh1xh3xd3 d2xd4xd6xb6xb8\xB1 \xBD-\xBD");
    CHECK(only_game("[Black \"\xD6zg\xFCr \u0416\"]").tag("Black") == "\u00D6zg\u00FCr \u0416");
    CHECK(only_game("[White \u201Ca \"b\u201D]\n*").error.size() > 0);  // an ASCII quote ends it, too
    CHECK(only_game("[White \"a \u201Cb\u201D c\"]\n*").tag("White") == "a \u201Cb\u201D c");
}

TEST_CASE("tags are known by their names in any letters, results in any form", "[pdn]") {
    const GameRecord game = only_game(
        "[white \"A\"]\n[fen \"W:WKa7,\u00A0Kh8:BKa1:H3:F9\"]\n[RESULT \"\u00BD \u2013 \u00BD\"]\n[annotator \"N\"]\n");
    CHECK(game.tag("White") == "A");
    CHECK(rules::to_fen(game.start) == "W:WKa7,Kh8:BKa1");
    CHECK(game.counter == 3);
    CHECK(game.move_number == 9);
    CHECK(game.result == "1/2-1/2");
    CHECK(game.tag("annotator") == "N");
    CHECK_THAT(to_pdn(game), Catch::Contains("[Result \"1/2-1/2\"]\n") && Catch::Contains("\n[FEN \""));
    CHECK_FALSE(only_game("[variant \"Frisian\"]\n1. c3-c4").error.empty());
}

TEST_CASE("a number for another game gives way to the name of this one", "[pdn]") {
    CHECK(to_pdn(only_game("[White \"A\"]\n[GameType \"20\"]\n[Black \"B\"]\n1. c3-c4 *")) ==
          "[White \"A\"]\n[Variant \"Dameo\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. c3-c4 *\n");
    CHECK(to_pdn(only_game("[gametype \"20\"]\n[GameType \"21\"]\n*")) == "[Variant \"Dameo\"]\n[Result \"*\"]\n\n*\n");
    CHECK(to_pdn(only_game("[GameType \"20\"]\n[Variant \"dameo\"]\n*")) ==
          "[Variant \"dameo\"]\n[Result \"*\"]\n\n*\n");
}

TEST_CASE("UTF-16 is named", "[pdn]") {
    const std::string game = "[White \"A\"]\n1. c3-c4 *\n";
    std::string little;
    std::string big;
    for (const char c : game) {
        little += {c, '\0'};
        big += {'\0', c};
    }
    for (const std::string& text : {"\xFF\xFE" + little, "\xFE\xFF" + big, little, big, "\uFFFD\uFFFD" + little}) {
        CHECK(only_game(text).error == "line 1: the text is UTF-16: save it as UTF-8");
    }
    CHECK_THAT(only_game(std::string(4, '\0')).error, !Catch::Contains("UTF-16"));
}

TEST_CASE("an error does not quote a part of a character", "[pdn]") {
    for (const char* character : {"\u00E9", "\u4E2D", "\U0001F600"}) {
        for (const char* before : {"", "x", "xx", "xxx"}) {
            std::string word = before;
            while (word.size() < 100) {
                word += character;
            }
            const std::string error = only_game("1. " + word).error;
            CAPTURE(error);
            CHECK_THAT(error, Catch::Contains(std::string{character} + "...'"));
        }
    }
}

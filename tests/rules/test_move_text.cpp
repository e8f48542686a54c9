// Tests moves in and out: every legal move in every spelling, every path of a capture, and what is refused.
#include <algorithm>
#include <map>
#include <random>

#include <dameotb/rules/capture_search.hpp>

#include "catch.hpp"
#include "moves.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "vectors.hpp"

using namespace dameotb;
using rules::NotationError;
using rules::parse_move;

namespace {

std::string refusal(const std::string& fen, const std::string& text) {
    const Position position = rules::parse_position(fen);
    try {
        return "accepted as " + rules::to_text(position, parse_move(position, text));
    } catch (const NotationError& error) {
        return error.what();
    }
}

using Squares = std::vector<Square>;

std::string spell(const Squares& stops, const std::string& separator, const std::string& end) {
    std::string text;
    for (const Square stop : stops) {
        text += (text.empty() ? "" : separator) + stop.to_string();
    }
    return text + end;
}

void check_spellings(const Position& position, const Move& move, const Squares& stops) {
    for (const char* separator : {"-", "x", ":", ""}) {
        for (const char* end : {"", "+", "x", "K"}) {
            const std::string text = spell(stops, separator, end);
            INFO(rules::to_fen(position) << " " << text);
            REQUIRE(parse_move(position, text) == move);
        }
    }
}

/// Collects the stops of every finished leap chain.
struct AllStops {
    void begin(Square from) { stops.assign(1, from); }
    void enter(Square stop) { stops.push_back(stop); }
    void leave() { stops.pop_back(); }
    void finish(Square to, Bitboard captured) { paths.push_back({{stops.front(), to, captured}, stops}); }

    Squares stops;
    std::vector<std::pair<Move, Squares>> paths;
};

/// Returns every path of every legal move. A path has more than two squares if more than one piece is captured.
std::vector<std::pair<Move, Squares>> legal_paths(const Position& position) {
    const std::vector<Move> legal = rules::legal_moves(position);
    AllStops all;
    if (rules::must_capture(position)) {
        rules::visit_captures(position, all);
        std::erase_if(all.paths, [&](const auto& path) { return std::ranges::find(legal, path.first) == legal.end(); });
    } else {
        for (const Move& move : legal) {
            all.paths.push_back({move, {move.from, move.to}});
        }
    }
    return all.paths;
}

/// Returns some of the vectors' positions, and crowded random positions, which have long captures.
std::vector<Position> sample_positions() {
    std::vector<Position> positions;
    for (std::size_t i = 0; i < tests::vectors().size(); i += tests::sampled ? 15 : 3) {
        positions.push_back(rules::parse_position(tests::vectors()[i].fen));
    }
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < (tests::sampled ? 60 : 300); ++i) {
        positions.push_back(tests::random_position(random, {{2, 2}, {3, 3}}));
    }
    return positions;
}

}  // namespace

TEST_CASE("moves print with every stop") {
    CHECK(tests::moves_of("W:Wa1:Bh8") == tests::Texts{"a1-a2", "a1-b2"});
    CHECK(tests::moves_of("W:Wd4:Bd5,e6") == tests::Texts{"d4xd6xf6"});
}

TEST_CASE("every path of every legal move is read in every spelling, as that move") {
    CAPTURE(tests::sample_seed);
    for (const Position& position : sample_positions()) {
        for (const auto& [move, stops] : legal_paths(position)) {
            check_spellings(position, move, stops);
        }
    }
}

TEST_CASE("a capture prints with the stops of its first path") {
    CAPTURE(tests::sample_seed);
    for (const Position& position : sample_positions()) {
        std::vector<Move> printed;
        for (const auto& [move, stops] : legal_paths(position)) {
            if (std::ranges::find(printed, move) == printed.end()) {
                printed.push_back(move);
                INFO(rules::to_fen(position));
                REQUIRE(rules::to_text(position, move) == spell(stops, move.is_capture() ? "x" : "-", ""));
            }
        }
    }
}

TEST_CASE("every legal move of the vectors prints as text that names it, and no two print alike") {
    for (const tests::Vector& vector : tests::vectors()) {
        INFO(vector.fen);
        const Position position = rules::parse_position(vector.fen);
        tests::Texts texts;
        const std::vector<Move> legal = rules::legal_moves(position);
        for (const Move& move : legal) {
            const std::string text = rules::to_text(position, move);
            INFO(text);
            REQUIRE(parse_move(position, text) == move);
            REQUIRE((text.find('x') != std::string::npos) == move.is_capture());
            texts.insert(text);
        }
        REQUIRE(texts.size() == legal.size());
    }
}

TEST_CASE("from and to alone name a move where one move has them, and are refused where several have") {
    CAPTURE(tests::sample_seed);
    int refused = 0;
    for (const Position& position : sample_positions()) {
        const std::vector<Move> legal = rules::legal_moves(position);
        for (const Move& move : legal) {
            const auto same_ends = [&](const Move& other) { return other.from == move.from && other.to == move.to; };
            INFO(rules::to_fen(position) << " " << spell({move.from, move.to}, "", ""));
            if (std::ranges::count_if(legal, same_ends) == 1) {
                check_spellings(position, move, {move.from, move.to});
            } else {
                ++refused;
                REQUIRE_THROWS_AS(parse_move(position, spell({move.from, move.to}, "x", "")), NotationError);
            }
        }
    }
    CHECK(refused > 0);
}

TEST_CASE("two paths that take the same pieces are one move") {
    const Position position = rules::parse_position("W:WKd1:Bd3,f4,g2,Kf1");
    const Move round = parse_move(position, "d1xd4xg4xg1xd1");
    CHECK(parse_move(position, "d1xg1xg4xd4xd1") == round);
    CHECK(parse_move(position, "d1d1") == round);
    CHECK(round.from == round.to);
    CHECK(round.captured.count() == 4);
}

TEST_CASE("white space around a move is not part of it") {
    const Position position = rules::parse_position("W:Wa1:Bh8");
    CHECK(parse_move(position, "\t a1-a2 \r\n") == parse_move(position, "a1a2"));
}

TEST_CASE("malformed moves and moves that are not legal are refused with what is wrong") {
    const std::string quiet = "W:Wa1,Kd1:Bh8";
    const std::string longest = "W:Wa1,h1:Ba2,h2,g3";
    const auto [fen, text, message] = GENERATE_COPY(table<std::string, std::string, std::string>({
        {quiet, "", "expected a square (a1 to h8) at character 1, found the end"},
        {quiet, "a1", "expected a second square at character 3, found the end"},
        {quiet, "a1-", "expected the end of the move at character 3, found '-'"},
        {quiet, "a1+", "expected a second square at character 4, found the end"},
        {quiet, "a1-a", "expected a square (a1 to h8) at character 4, found 'a'"},
        {quiet, "a1-a9", "expected a square (a1 to h8) at character 4, found 'a9'"},
        {quiet, "A1-A2", "expected a square (a1 to h8) at character 1, found 'A1'"},
        {quiet, "32-28", "expected a square (a1 to h8) at character 1, found '32'; Dameo names squares a1 to h8"},
        {quiet, "a1--a2", "expected a square (a1 to h8) at character 4, found '-'"},
        {quiet, "a1 a2", "expected a square (a1 to h8) at character 3, found a blank"},
        {quiet, "a1-a2!", "expected the end of the move at character 6, found '!'"},
        {quiet, "a1-a2++", "expected a square (a1 to h8) at character 6, found '+'"},
        {quiet, "1. a1-a2", "expected a square (a1 to h8) at character 1, found '1'"},
        {quiet, std::string(4097, 'a'), "longer than 4096 characters"},
        {quiet, "a1-a3", "no legal move from a1 to a3"},
        {quiet, "a1-a2-a3", "no legal move from a1 to a3 with these stops"},
        {quiet, "d1-d1", "no legal move from d1 to d1"},
        {quiet, "h8-h7", "no piece of the side to move on h8"},
        {quiet, "c4-c5", "no piece of the side to move on c4"},
        {longest, "a1xa3",
         "no legal move from a1 to a3 (captures are compulsory and must take the most pieces, here 2)"},
        {longest, "h1xh3",
         "no legal move from h1 to h3 (captures are compulsory and must take the most pieces, here 2)"},
        {longest, "h1xh4xf3",
         "no legal move from h1 to f3 with these stops (captures are compulsory and must take the most pieces, here "
         "2)"},
        {"B:Wa1,a3,a4,b1,c6:Ba2", "a2-a1", "no legal move from a2 to a1"},
    }));
    INFO(fen << " " << text);
    CHECK(refusal(fen, text) == message);
}

TEST_CASE("ends that two captures share are refused where the captures take different pieces") {
    // Over a5 or over b5.
    const std::string fen = "W:WKh8:Bg3,a5,b5,d8,g8";
    CHECK(refusal(fen, "h8xh3") == "several captures from h8 to h3 take different pieces: give every stop");
    CHECK(refusal(fen, "h8xe8xa8xa3xh3") == "accepted as h8xe8xa8xa3xh3");
    CHECK(refusal(fen, "h8xf8xb8xb3xh3") == "accepted as h8xe8xb8xb3xh3");
}

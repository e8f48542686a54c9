// The C interface over the rules: moves, what they lead to, and their texts, for all vectors of successors.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <dameotb/dameotb.h>

#include "../rules/vectors.hpp"
#include "catch.hpp"

using namespace dameotb::tests;

namespace {

std::vector<dameotb_move> legal_moves(const dameotb_position& position) {
    std::vector<dameotb_move> moves(DAMEOTB_MAX_MOVES);
    std::size_t count = 0;
    REQUIRE(dameotb_legal_moves(&position, moves.data(), moves.size(), &count, nullptr) == DAMEOTB_OK);
    moves.resize(count);
    return moves;
}

std::string text_of(const dameotb_position& position, const dameotb_move& move) {
    char text[DAMEOTB_MOVE_TEXT_SIZE];
    REQUIRE(dameotb_move_text(&position, &move, text, sizeof text, nullptr) == DAMEOTB_OK);
    return text;
}

dameotb_position position_of(const std::string& fen) {
    dameotb_position position{};
    REQUIRE(dameotb_parse_fen(fen.c_str(), &position, nullptr) == DAMEOTB_OK);
    return position;
}

}  // namespace

TEST_CASE("legal moves lead to the successors, and are read from their texts") {
    int large = 0;  // sides of more pieces than a game has
    for (const Vector& vector : vectors()) {
        INFO(vector.fen);
        const dameotb_position position = position_of(vector.fen);
        large += std::popcount(position.white_men | position.white_kings) > DAMEOTB_MAX_SIDE_PIECES ||
                 std::popcount(position.black_men | position.black_kings) > DAMEOTB_MAX_SIDE_PIECES;
        char same_position[DAMEOTB_FEN_SIZE];
        REQUIRE(dameotb_format_fen(&position, same_position, sizeof same_position, nullptr) == DAMEOTB_OK);
        CHECK(std::string{same_position} == vector.fen);
        std::set<std::string> successors;
        for (const dameotb_move& move : legal_moves(position)) {
            dameotb_position after = position;
            REQUIRE(dameotb_make_move(&after, &move, &after, nullptr) == DAMEOTB_OK);
            char fen[DAMEOTB_FEN_SIZE];
            REQUIRE(dameotb_format_fen(&after, fen, sizeof fen, nullptr) == DAMEOTB_OK);
            CHECK(successors.emplace(fen).second);
            dameotb_move read{};
            REQUIRE(dameotb_parse_move(&position, text_of(position, move).c_str(), &read, nullptr) == DAMEOTB_OK);
            dameotb_position again{};
            REQUIRE(dameotb_make_move(&position, &read, &again, nullptr) == DAMEOTB_OK);
            char same[DAMEOTB_FEN_SIZE];
            REQUIRE(dameotb_format_fen(&again, same, sizeof same, nullptr) == DAMEOTB_OK);
            CHECK(std::string{same} == fen);
        }
        CHECK(successors == vector.successors);
    }
    CHECK(vectors().size() == 3100);
    CHECK(large == 88);
}

TEST_CASE("the buffers for texts are large enough for a full board") {
    dameotb_position full{0, ~std::uint64_t{0}, 0, 0, DAMEOTB_WHITE};
    char fen[DAMEOTB_FEN_SIZE];
    REQUIRE(dameotb_format_fen(&full, fen, sizeof fen, nullptr) == DAMEOTB_OK);
    CHECK(position_of(fen).white_kings == full.white_kings);
    full.black_kings = 0xFFFFFFFF;
    full.white_kings = ~full.black_kings;
    REQUIRE(dameotb_format_fen(&full, fen, sizeof fen, nullptr) == DAMEOTB_OK);
    CHECK(legal_moves(position_of(fen)).empty());
    // A king that takes a piece on every second square of every second row and column; there are none longer here.
    dameotb_position many{0, 1, 0, 0, DAMEOTB_WHITE};
    for (int rank = 0; rank < 8; ++rank) {
        for (int file = 0; file < 8; ++file) {
            if (rank % 2 + file % 2 == 1 && rank < 7 && file < 7) {
                many.black_kings |= std::uint64_t{1} << (8 * rank + file);
            }
        }
    }
    const std::vector<dameotb_move> moves = legal_moves(many);
    REQUIRE_FALSE(moves.empty());
    CHECK(std::popcount(moves.front().captured) > DAMEOTB_MAX_SIDE_PIECES);
    CHECK(text_of(many, moves.front()).size() ==
          static_cast<std::size_t>(2 + 3 * std::popcount(moves.front().captured)));
}

TEST_CASE("moves come by from, to and captured pieces, and of a finished game there are none") {
    const std::vector<dameotb_move> moves = legal_moves(position_of("W:Wd4,Ka7:Bb2"));
    CHECK(moves.size() == 20);
    CHECK(std::ranges::is_sorted(moves, {}, [](const dameotb_move& move) { return std::pair{move.from, move.to}; }));
    CHECK(legal_moves(position_of("B:Wa1,a3,a4,b1,c6:Ba2")).empty());
}

TEST_CASE("moves and texts that are none are refused") {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position illegal{1, 1, 0, 0, DAMEOTB_WHITE};
    dameotb_error error{};
    dameotb_move move{7, 7, 7};
    dameotb_position after{1, 2, 3, 4, 5};
    std::size_t count = 77;
    int has_more = 77;
    for (const char* text : {"", "a7", "a7-b9", "a7-b5", "h8xa1", "a1-a2"}) {
        CAPTURE(text);
        CHECK(dameotb_parse_move(&position, text, &move, &error) == DAMEOTB_BAD_NOTATION);
        CHECK(std::string{error.text}.size() > 3);
    }
    CHECK(move.from == 7);
    CHECK(dameotb_parse_move(&position, "a7g7", &move, &error) == DAMEOTB_OK);
    CHECK(text_of(position, move) == "a7-g7");
    const dameotb_move wrong{48, 48, 0};
    CHECK(dameotb_make_move(&position, &wrong, &after, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(std::string{error.text} == "no legal move of W:WKa7,Kh8:BKa1");
    CHECK(after.white_men == 1);
    CHECK(dameotb_make_move(&illegal, &wrong, &after, nullptr) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_legal_moves(&illegal, nullptr, 0, &count, nullptr) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_parse_move(&illegal, "a1-a2", &move, nullptr) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_has_more_captures(&illegal, 1, &has_more, nullptr) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_legal_moves(&position, nullptr, 0, &count, &error) == DAMEOTB_BUFFER_TOO_SMALL);
    CHECK(count == 40);
    CHECK(dameotb_legal_moves(&position, nullptr, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_legal_moves(&position, nullptr, 0, nullptr, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_legal_moves(nullptr, nullptr, 0, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_make_move(&position, nullptr, &after, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_make_move(&position, &wrong, nullptr, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_parse_move(&position, nullptr, &move, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_parse_move(&position, "a7-g7", nullptr, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_has_more_captures(&position, 0, nullptr, &error) == DAMEOTB_BAD_ARGUMENT);
}

TEST_CASE("captures are counted up to where one says") {
    int has_more = 77;
    const dameotb_position quiet = position_of("W:WKa7,Kh8:BKa1");
    CHECK(dameotb_has_more_captures(&quiet, 0, &has_more, nullptr) == DAMEOTB_OK);
    CHECK(has_more == 0);
    const dameotb_position two = position_of("W:WKg1,Ke4,Ka6:BKf2,Ke3");
    CHECK(dameotb_has_more_captures(&two, 0, &has_more, nullptr) == DAMEOTB_OK);
    CHECK(has_more == 1);
    CHECK(dameotb_has_more_captures(&two, 1000, &has_more, nullptr) == DAMEOTB_OK);
    CHECK(has_more == 0);
}

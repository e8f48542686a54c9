// Tests positions in and out: what is read, how it prints, and the answer to each malformed text.
#include <array>

#include "catch.hpp"
#include "moves.hpp"
#include "samples.hpp"
#include "vectors.hpp"

using namespace dameotb;
using rules::NotationError;
using rules::parse_fen;
using rules::parse_pasted_fen;
using rules::parse_position;
using rules::to_fen;

namespace {

/// Returns the message with which the text is refused.
std::string refusal(const std::string& text) {
    try {
        return "accepted as " + to_fen(parse_fen(text));
    } catch (const NotationError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a FEN is read piece by piece") {
    const Position position = parse_position("B:WKa1,b2:Bg7,Kh8,c3");
    CHECK(position.side_to_move == Colour::Black);
    CHECK(position.white().kings == Bitboard{tests::square("a1")});
    CHECK(position.white().men == Bitboard{tests::square("b2")});
    CHECK(position.black().kings == Bitboard{tests::square("h8")});
    CHECK(position.black().men == (Bitboard{tests::square("g7")} | tests::square("c3")));
}

TEST_CASE("a FEN prints in one form: White first, squares sorted, no counters unless they are set") {
    CHECK(to_fen(parse_fen("W:Bh8,Kg7:Wb2,Ka1,c1")) == "W:WKa1,c1,b2:BKg7,h8");
    CHECK(to_fen(parse_position("B:WKa1:BKh8:H3:F12")) == "B:WKa1:BKh8");
    CHECK(to_fen(parse_fen("B:WKa1:BKh8:H3:F12")) == "B:WKa1:BKh8:H3:F12");
    CHECK(to_fen(parse_fen("B:WKa1:BKh8:F12:H3")) == "B:WKa1:BKh8:H3:F12");
    CHECK(to_fen(parse_fen("W:WKa1:BKh8:H0")) == "W:WKa1:BKh8:H0");
    CHECK(to_fen(parse_fen("W:WKa1:BKh8:F2147483647")) == "W:WKa1:BKh8:F2147483647");
}

TEST_CASE("either side may be empty, and white space around the text is not part of it") {
    CHECK(to_fen(parse_fen("W:W:B")) == "W:W:B");
    CHECK(to_fen(parse_fen("W:W:Bh8")) == "W:W:Bh8");
    CHECK(to_fen(parse_fen("B:WKa8:B:H0:F1")) == "B:WKa8:B:H0:F1");
    CHECK(to_fen(parse_fen(" \t W:Wa1:Bh8\r\n")) == "W:Wa1:Bh8");
}

TEST_CASE("every single placement of a piece prints and is read again") {
    for (int index = 0; index < Square::count; ++index) {
        for (const int kind : {0, 1, 2, 3}) {
            Position position;
            Pieces& side = position.sides[static_cast<std::size_t>(kind / 2)];
            (kind % 2 == 0 ? side.men : side.kings) |= Square{index};
            if (!defect(position)) {
                REQUIRE(parse_position(to_fen(position)) == position);
            } else {
                REQUIRE(refusal(to_fen(position)) == *defect(position));
            }
        }
    }
}

TEST_CASE("successors of the vectors, read back and printed, stay as they are") {
    for (const tests::Vector& vector : tests::vectors()) {
        for (const std::string& fen : vector.successors) {
            REQUIRE(to_fen(parse_position(fen)) == fen);
        }
    }
}

TEST_CASE("a malformed FEN is refused with what is wrong and where") {
    const auto [text, message] = GENERATE(Catch::Generators::table<std::string, std::string>({
        {"", "no side to move: expected W or B at character 1, found the end"},
        {"  ", "no side to move: expected W or B at character 1, found the end"},
        {"w:Wa1:Bh8", "expected a capital W or B at character 1, found 'w'"},
        {"b:Wa1:Bh8", "expected a capital W or B at character 1, found 'b'"},
        {"W:wa1:Bh8", "expected a capital W or B at character 3, found 'w'"},
        {":Wa1:Bh8", "no side to move: expected W or B at character 1, found ':'"},
        {"Wa1:Bh8", "expected ':' at character 2, found 'a'"},
        {"W", "no section for White at character 2, found the end"},
        {"W:Wa1", "no section for Black at character 6, found the end"},
        {"W:Bh8", "no section for White at character 6, found the end"},
        {"W:Wa1:Wb2", "a second section for White at character 8, found 'b'"},
        {"W:Wa1:Bh8:Bg8", "a second section for Black at character 12, found 'g'"},
        {"W:", "expected W, B, H or F at character 3, found the end"},
        {"W::Wa1:Bh8", "expected W, B, H or F at character 3, found ':'"},
        {"W:Wa1:Bh8:", "expected W, B, H or F at character 11, found the end"},
        {"W:Wa1:Bh8:X1", "expected W, B, H or F at character 11, found 'X'"},
        {"W:Wa1:Bh8.", "expected ':' at character 10, found '.'"},
        {"W:Wa1:Bh8 x", "expected ':' at character 10, found a blank"},
        {"W:Wa1;Bh8", "expected ':' at character 6, found ';'"},
        {"W:Wa1b2:Bh8", "expected ':' at character 6, found 'b'"},
        {"W:Wa1,:Bh8", "expected a square (a1 to h8) at character 7, found ':'"},
        {"W:W,a1:Bh8", "expected a square (a1 to h8) at character 4, found ','"},
        {"W:Wa1, b1:Bh8", "expected a square (a1 to h8) at character 7, found a blank"},
        {"W:Wa9:Bh8", "expected a square (a1 to h8) at character 4, found 'a9'"},
        {"W:Wa0:Bh8", "expected a square (a1 to h8) at character 4, found 'a0'"},
        {"W:Wi1:Bh8", "expected a square (a1 to h8) at character 4, found 'i1'"},
        {"W:WKa9:BKa1", "expected a square (a1 to h8) at character 5, found 'a9'"},
        {"W:Wa10:Bh8", "expected a square (a1 to h8) at character 4, found 'a10'"},
        {"W:Wa:Bh8", "expected a square (a1 to h8) at character 4, found 'a'"},
        {"W:Wqueen_a1:Bh8", "expected a square (a1 to h8) at character 4, found 'queen'"},
        {"W:Waaaaaaaaaaaaaaaaaaaa:Bh8", "expected a square (a1 to h8) at character 4, found 'aaaaaaaaaaaaaaaaaaaa'"},
        {"W:W\u00e91:Bh8", "expected a square (a1 to h8) at character 4, found a character that is not printable"},
        {"W:WK5,12:BK33", "expected a square (a1 to h8) at character 5, found '5'; Dameo names squares a1 to h8"},
        {"W:Wa1,32:BK33", "expected a square (a1 to h8) at character 7, found '32'; Dameo names squares a1 to h8"},
        {"W:WA1:Bh8",
         "mark of a capture under way (give the position before or after the whole capture) at character 4, "
         "found 'A'"},
        {"W:WBa1:Bh8",
         "mark of a capture under way (give the position before or after the whole capture) at character "
         "4, found 'B'"},
        {"W:Wa1:Bh8,Gg8",
         "mark of a capture under way (give the position before or after the whole capture) at character "
         "11, found 'G'"},
        {"W:WPa1:Bh8",
         "mark of a capture under way (give the position before or after the whole capture) at character "
         "4, found 'P'"},
        {"W:Wd4.b:Bd3.g",
         "mark of a capture under way (give the position before or after the whole capture) at character 6, found '.'"},
        {"W:Wd4:Bd3.k", "expected ':' at character 10, found '.'"},
        {"W:WK:Bh8", "expected a square (a1 to h8) at character 5, found ':'"},
        {"W:WKKa1:Bh8", "expected a square (a1 to h8) at character 5, found 'Ka1'"},
        {"W:WKGa1:Bh8", "expected a square (a1 to h8) at character 5, found 'Ga1'"},
        {"W:W1-5:Bh8", "expected a square (a1 to h8) at character 4, found '1'; Dameo names squares a1 to h8"},
        {"W:Wa1:Bh", "expected a square (a1 to h8) at character 8, found 'h'"},
        {"W:Wa1:Bh8:H",
         "expected a number from 0 to 2147483647 for the half-move clock at character 12, found the "
         "end"},
        {"W:Wa1:Bh8:Hx", "expected a number from 0 to 2147483647 for the half-move clock at character 12, found 'x'"},
        {"W:Wa1:Bh8:H-1", "expected a number from 0 to 2147483647 for the half-move clock at character 12, found '-'"},
        {"W:Wa1:Bh8:H-0", "expected a number from 0 to 2147483647 for the half-move clock at character 12, found '-'"},
        {"W:Wa1:Bh8:H+1", "expected a number from 0 to 2147483647 for the half-move clock at character 12, found '+'"},
        {"W:Wa1:Bh8:F2147483648",
         "expected a number from 0 to 2147483647 for the full-move number at character 12, "
         "found '2'"},
        {"W:Wa1:Bh8:F99999999999999999999",
         "expected a number from 0 to 2147483647 for the full-move number at "
         "character 12, found '9'"},
        {"W:Wa1:Bh8:F1.5", "expected ':' at character 13, found '.'"},
        {"W:Wa1:Bh8:H1:H2", "a second half-move clock at character 15, found '2'"},
        {"W:Wa1:Bh8:F1:F1", "a second full-move number at character 15, found '1'"},
        {"W:Wa1,a1:Bh8", "two pieces on a1"},
        {"W:Wa1,Ka1:Bh8", "two pieces on a1"},
        {"W:Wb2:Bb2", "two pieces on b2"},
        {"W:Wa8:Bh8", "white man on its promotion rank at a8"},
        {"W:Wa1:Bc1", "black man on its promotion rank at c1"},
        {std::string(4097, ' '), "longer than 4096 characters"},
    }));
    INFO(text);
    CHECK(refusal(text) == message);
}

TEST_CASE("no message repeats a character that is not printable") {
    for (int code = 0; code < 256; ++code) {
        const char c = static_cast<char>(code);
        for (const std::string& text : {std::string{c}, std::string{"W:W"} + c, std::string{"W:Wa1:Bh8:H"} + c,
                                        std::string{"W"} + c + "\x1b[0m"}) {
            for (const char printed : refusal(text)) {
                REQUIRE((printed >= ' ' && printed <= '~'));
            }
        }
    }
}

TEST_CASE("a pasted FEN may have blanks, a dot, other capitals, or be an address") {
    const std::string fen = "W:Wb2,Ka7:Bg7,Kh8";
    const auto printed = [](const std::string& text) { return to_fen(parse_pasted_fen(text)); };
    for (const char* text : {"W:WKa7,b2:Bg7,Kh8", " W:WKa7,b2:Bg7,Kh8. ", "w:wka7,b2:bg7,kh8",
                             "W:W Ka7, b2 : B g7,Kh8\n", "W:WKA7,B2:BG7,KH8", "W:Bg7,Kh8:WKa7,b2.",
                             "http://127.0.0.1:8080/explorer.html?fen=W:WKa7,b2:Bg7,Kh8&rule=50#x",
                             "https://tables.example/?x=1&fen=W%3AWKa7%2Cb2%3ABg7%2CKh8",
                             "https://playstrategy.org/analysis/dameo/W%3AWKa7%2Cb2%3ABg7%2CKh8?orientation=p2",
                             "playstrategy.org/analysis/dameo/W:W_Ka7,b2:B_g7,Kh8",
                             "https://playstrategy.org/editor/W%3AWb2%2CKa7%3ABg7%2CKh8?variant=dameo"}) {
        CAPTURE(text);
        CHECK(printed(text) == fen);
    }
    CHECK(printed("w:wka7,b2:bg7,kh8:h12:f40.") == fen + ":H12:F40");
    CHECK(printed("B:W:Bb2.") == "B:W:Bb2");
    CHECK(printed("https://tables.example/explorer.html?fen=start&rule=50") == to_fen(initial_position()));
    // What is strict refuses most of them, and what is no position stays none.
    CHECK_THROWS_AS(parse_fen(fen + "."), NotationError);
    CHECK_THROWS_AS(parse_fen("w:wka7,b2:bg7,kh8"), NotationError);
    CHECK_THROWS_AS(parse_fen("https://playstrategy.org/analysis/dameo/" + fen), NotationError);
    for (const char* text : {"", ".", "fen=", "fen=%", "fen=%4", "W", "W:Wz9:Ba1", "W:WKa1", "x:Wa1:Bb2", "W:WBa1:Bb3",
                             "W:Wa1:Ga2,b3", "W:Wa1:Bb2..", "%57:Wa1:Bb2"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_pasted_fen(text), NotationError);
    }
    CHECK(printed("https://playstrategy.org/analysis/dameo/W%3AWKa7%2Cb2%3ABg7%2CKh8%3AH12%3AF40#3") ==
          fen + ":H12:F40");
    // An address without a position says what to copy instead; so does one with a position of another game.
    for (const char* text :
         {"https://playstrategy.org/abcd1234", "https://playstrategy.org/analysis/dameo", "http://x",
          "play.example/abcd1234", "https://playstrategy.org/analysis/chess/8/8/8/8/8/8/8/K1k5_w_-_-_0_1",
          "https://playstrategy.org/editor/dameo/x", "https://playstrategy.org/analysis/dameo/",
          "https://tables.example/?fen=dameo&x=W:WKa1:Bb2", "explorer.html?fen=", "https://x.example/?fen=W"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH(parse_pasted_fen(text), Catch::Contains("copy the position (FEN) or the game"));
    }
    for (const char* text : {"https://playstrategy.org/analysis/dameo/W:WKa9:B", "https://x.example/?fen=_b%20:x",
                             "W:Wa1/b2:Bc3", "a.b"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH(parse_pasted_fen(text), !Catch::Contains("copy the position"));
    }
    // Whatever a position prints as is read as it is.
    dameotb::tests::Random random{dameotb::tests::sample_seed};
    CAPTURE(dameotb::tests::sample_seed);
    for (int i = 0; i < 500; ++i) {
        const auto position =
            dameotb::tests::random_position(random, dameotb::index::Material::parse("KKMMvKMM").value());
        CHECK(printed(to_fen(position)) == to_fen(position));
    }
}

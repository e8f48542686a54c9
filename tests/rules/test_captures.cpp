// RULES 4-6: captures, one test for each rule, on positions made by hand.
#include "catch.hpp"
#include "moves.hpp"

using namespace dameotb;
using tests::moves_of;
using tests::successors_of;
using tests::Texts;

TEST_CASE("RULES 4: a man leaps over an adjacent enemy in any of four directions") {
    CHECK(moves_of("W:Wd4:Bd5") == Texts{"d4xd6"});
    CHECK(moves_of("W:Wd4:Be4") == Texts{"d4xf4"});
    CHECK(moves_of("W:Wd4:Bd3") == Texts{"d4xd2"});
    CHECK(moves_of("W:Wd4:Bc4") == Texts{"d4xb4"});
    CHECK(moves_of("B:Wd5,e4:Bd4") == Texts{"d4xd6", "d4xf4"});
    CHECK(successors_of("W:Wd4:Bd5,h8") == Texts{"B:Wd6:Bh8"});
}

TEST_CASE("RULES 4: a man captures kings as it captures men") {
    CHECK(successors_of("W:Wd4:BKd5,h8") == Texts{"B:Wd6:Bh8"});
}

TEST_CASE("RULES 4: captures are never diagonal") {
    CHECK(moves_of("W:Wd4:Be5") == Texts{"d4-c5", "d4-d5"});
    CHECK(moves_of("W:WKa1,a2,b1:Bc3") == Texts{"a1-b2", "a2-a3", "a2-b3", "b1-b2", "b1-c2"});
}

TEST_CASE("RULES 4: the square behind must be vacant and on the board") {
    CHECK(moves_of("W:Wd4:Bd5,d6") == Texts{"d4-c5", "d4-e5"});
    CHECK(moves_of("W:Wd4,d6:Bd5").count("d4xd6") == 0);
    CHECK(moves_of("W:Wg4:Bh4") == Texts{"g4-f5", "g4-g5", "g4-h5"});
    CHECK(moves_of("W:WKd4:Bd8").count("d4-d7") == 1);
    CHECK(moves_of("W:WKd4:Bd6,d7").count("d4-d5") == 1);
}

TEST_CASE("RULES 4: a man does not capture at a distance, nor over a line of own men") {
    CHECK(moves_of("W:Wd3:Bd5") == Texts{"d3-c4", "d3-d4", "d3-e4"});
    CHECK(moves_of("W:Wd3,d4:Bd5") == Texts{"d4xd6"});
}

TEST_CASE("RULES 4: captures are compulsory") {
    CHECK(moves_of("W:Wa1,d4,Kg1:Bd5") == Texts{"d4xd6"});
    CHECK(rules::must_capture(rules::parse_position("W:Wa1,d4:Bd5")));
    CHECK_FALSE(rules::must_capture(rules::parse_position("W:Wa1,d4:Be5")));
    CHECK_FALSE(rules::must_capture(rules::parse_position("B:WKa1:B")));
}

TEST_CASE("RULES 4: a king captures from any distance and lands on any vacant square behind") {
    CHECK(moves_of("W:WKd1:Bd5") == Texts{"d1xd6", "d1xd7", "d1xd8"});
    CHECK(moves_of("W:WKh4:Bc4") == Texts{"h4xb4", "h4xa4"});
    CHECK(moves_of("B:Wd4:BKd8") == Texts{"d8xd3", "d8xd2", "d8xd1"});
    CHECK(moves_of("B:Wg5:BKa5") == Texts{"a5xh5"});
}

TEST_CASE("RULES 4: a king lands no further than the next piece") {
    CHECK(moves_of("W:WKd1,Kd8:Bd5") == Texts{"d1xd6", "d1xd7", "d8xd4", "d8xd3", "d8xd2"});
    CHECK(moves_of("W:WKd1:Bd3,d6,d7") == Texts{"d1xd4", "d1xd5"});
}

TEST_CASE("RULES 4: a king captures the first piece of its line only") {
    CHECK(moves_of("W:WKd1,d3:Bd5").count("d1xd6") == 0);
    CHECK(moves_of("W:WKd1:Bd5,d6").count("d1xd7") == 0);
}

TEST_CASE("RULES 5: a capture goes on as long as it can") {
    CHECK(moves_of("W:Wa1:Ba2,b3") == Texts{"a1xa3xc3"});
    CHECK(successors_of("W:Wa1:Ba2,b3,h8") == Texts{"B:Wc3:Bh8"});
    CHECK(moves_of("W:WKd1:Bd3,f5") == Texts{"d1xd5xg5", "d1xd5xh5"});
}

TEST_CASE("RULES 5: a man goes on in all four directions, backward too") {
    // Forward, right, back, and back again past the rank where it began.
    CHECK(moves_of("W:Wc3:Bc4,d5,e4,e2") == Texts{"c3xc5xe5xe3xe1"});
}

TEST_CASE("RULES 5: captured pieces are taken off at the end, and block until then") {
    // On the way back from g3, the man d3, captured first, is still there. c3 behind it is out of reach.
    CHECK(moves_of("W:WKd1:Bd3,f5,g4,Kb3") == Texts{"d1xd5xg5xg3", "d1xd5xg5xg2", "d1xd5xg5xg1"});
    CHECK(successors_of("W:WKd1:Bd3,f5,g4,Kb3").contains("B:WKg3:BKb3"));
}

TEST_CASE("RULES 5: no piece is jumped twice") {
    // Back on rank 3, the king could leap over d3 a second time along the rank, with c3 vacant behind it.
    CHECK(moves_of("W:WKd1:Bd3,f5,g4") == Texts{"d1xd5xg5xg3", "d1xd5xg5xg2", "d1xd5xg5xg1"});
}

TEST_CASE("RULES 5: a captured piece bounds where a king lands") {
    // Moving west over f5, the king is stopped by b5, the first piece that it captured.
    CHECK(moves_of("W:WKb3:Bb5,d7,h6,f5") == Texts{"b3xb7xh7xh5xe5", "b3xb7xh7xh5xd5", "b3xb7xh7xh5xc5"});
}

TEST_CASE("RULES 5: vacant squares may be passed and landed on again") {
    // The man returns to c3, where it began, in either direction round the circle, and goes on to a3.
    CHECK(moves_of("W:Wc3:Bc4,d5,e4,d3,b3").size() == 1);
    CHECK(successors_of("W:Wc3:Bc4,d5,e4,d3,b3,h8") == Texts{"B:Wa3:Bh8"});
}

TEST_CASE("RULES 5: the capturing piece crosses its own starting square") {
    CHECK(moves_of("W:WKd1:BKf1,a2,b4,d3") == Texts{"d1xd4xa4xa1xg1", "d1xd4xa4xa1xh1"});
    CHECK(moves_of("B:WKf8,a7,b5,d6:BKd8") == Texts{"d8xd5xa5xa8xg8", "d8xd5xa5xa8xh8"});
}

TEST_CASE("RULES 5: the capturing piece lands on its own starting square") {
    const Texts successors = successors_of("W:WKd1:Bd3,f4,g2,Kf1");
    CHECK(successors == Texts{"B:WKa1:B", "B:WKb1:B", "B:WKc1:B", "B:WKd1:B", "B:WKe1:B", "B:WKd2:B"});
    CHECK(successors_of("W:Wc3:Bc4,d5,e4,d3") == Texts{"B:Wc3:B"});
}

TEST_CASE("RULES 2 and 5: a man that only passes the far rank while capturing stays a man") {
    CHECK(moves_of("W:Wa6:Ba7,b8,c7") == Texts{"a6xa8xc8xc6"});
    CHECK(successors_of("W:Wa6:Ba7,b8,c7,h8") == Texts{"B:Wc6:Bh8"});
    CHECK(successors_of("B:Wa2,b1,c2:Ba3") == Texts{"W:W:Bc3"});
}

TEST_CASE("RULES 2 and 5: a capture that ends on the far rank promotes") {
    CHECK(successors_of("W:Wa6:Ba7,b8,h8") == Texts{"B:WKc8:Bh8"});
    CHECK(successors_of("W:Wd6:Bd7,h8") == Texts{"B:WKd8:Bh8"});
}

TEST_CASE("RULES 2 and 5: a man captures as a man to the end, on the far rank too") {
    // If it were a king on a8, it could go on over d8.
    CHECK(successors_of("W:Wa6:Ba7,d8") == Texts{"B:WKa8:Bd8"});
}

TEST_CASE("RULES 6: only captures of the most pieces are legal") {
    CHECK(moves_of("W:Wa1,h1:Ba2,h2,g3") == Texts{"h1xh3xf3"});
    CHECK(moves_of("W:WKd1:Bd3,b4,f6") == Texts{"d1xd4xa4", "d1xd6xg6", "d1xd6xh6"});
}

TEST_CASE("RULES 6: the count is over all pieces of the side, men and kings") {
    // The king can capture one piece, the man two.
    CHECK(moves_of("W:WKa1,h1:Ba7,h2,g3") == Texts{"h1xh3xf3"});
    CHECK(moves_of("W:Wa1,Kh1:Ba2,h3,f5") == Texts{"h1xh5xe5", "h1xh5xd5", "h1xh5xc5", "h1xh5xb5", "h1xh5xa5"});
}

TEST_CASE("RULES 6: captured men and kings count one each") {
    CHECK(moves_of("W:Wa1,h1:BKa2,h2,g3") == Texts{"h1xh3xf3"});
    CHECK(moves_of("W:Wa1,h1:BKa2,h2") == Texts{"a1xa3", "h1xh3"});
}

TEST_CASE("RULES 6: free choice among equals, whatever captures and wherever it lands") {
    CHECK(moves_of("W:Wa1,Kh1:Ba2,h6") == Texts{"a1xa3", "h1xh7", "h1xh8"});
    CHECK(moves_of("W:Wd4:Bd5,e4,c4,d3") == Texts{"d4xd6", "d4xf4", "d4xb4", "d4xd2"});
}

TEST_CASE("RULES 6: where a longer capture goes on decides where a king lands") {
    CHECK(moves_of("W:WKd1:Bd3,f6,b7") == Texts{"d1xd6xg6", "d1xd6xh6", "d1xd7xa7"});
}

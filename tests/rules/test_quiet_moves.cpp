// RULES 1-3: moves without captures, one test for each rule, on positions made by hand.
#include "catch.hpp"
#include "moves.hpp"
#include "samples.hpp"

using namespace dameotb;
using tests::moves_from;
using tests::moves_of;
using tests::successors_of;
using tests::Texts;

TEST_CASE("RULES 1: a man moves one square straight or diagonally forward") {
    CHECK(moves_of("W:Wd4:Bh8") == Texts{"d4-c5", "d4-d5", "d4-e5"});
    CHECK(moves_of("B:Wa1:Bd5") == Texts{"d5-c4", "d5-d4", "d5-e4"});
}

TEST_CASE("RULES 1: a man stays on the board at the edge files") {
    CHECK(moves_of("W:Wa4:Bd8") == Texts{"a4-a5", "a4-b5"});
    CHECK(moves_of("W:Wh4:Bd8") == Texts{"h4-g5", "h4-h5"});
    CHECK(moves_of("B:Wd1:Ba5") == Texts{"a5-a4", "a5-b4"});
    CHECK(moves_of("B:Wd1:Bh5") == Texts{"h5-g4", "h5-h4"});
}

TEST_CASE("RULES 1: a man moves to vacant squares only") {
    // c5 and e5 are occupied by enemies that the man cannot capture diagonally, and d5 by an enemy that is covered.
    CHECK(moves_from("d4", "W:Wd4:Bc5,d5,d6,e5").empty());
    CHECK(moves_from("d4", "W:Wd4,Kd5:Bh8") == Texts{"d4-c5", "d4-e5"});
}

TEST_CASE("RULES 1: a man jumps straight ahead over an unbroken line of own men") {
    CHECK(moves_from("c1", "W:Wc1,c2,c3:Bh8") == Texts{"c1-b2", "c1-c4", "c1-d2"});
    CHECK(moves_from("c2", "W:Wc1,c2,c3:Bh8") == Texts{"c2-b3", "c2-c4", "c2-d3"});
    CHECK(moves_from("c6", "B:Wh1:Bc4,c5,c6") == Texts{"c6-b5", "c6-c3", "c6-d5"});
}

TEST_CASE("RULES 1: a man jumps diagonally forward over an unbroken line of own men") {
    CHECK(moves_from("a1", "W:Wa1,b2,c3:Bh8") == Texts{"a1-a2", "a1-d4"});
    CHECK(moves_from("h1", "W:Wh1,g2,f3:Ba8") == Texts{"h1-h2", "h1-e4"});
    CHECK(moves_from("d8", "B:Wh1:Bd8,c7,b6") == Texts{"d8-d7", "d8-e7", "d8-a5"});
}

TEST_CASE("RULES 1: a line is not jumped sideways or backward") {
    CHECK(moves_from("c1", "W:Wc1,d1:Bh8") == Texts{"c1-b2", "c1-c2", "c1-d2"});
    CHECK(moves_from("c3", "W:Wc2,c3:Bh8") == Texts{"c3-b4", "c3-c4", "c3-d4"});
}

TEST_CASE("RULES 1: a gap ends the line: the man lands in it") {
    CHECK(moves_from("c1", "W:Wc1,c2,c4:Bh8") == Texts{"c1-b2", "c1-c3", "c1-d2"});
}

TEST_CASE("RULES 1: a line that ends at an enemy or at the edge is not jumped") {
    CHECK(moves_from("c1", "W:Wc1,c2:Bc3,c4") == Texts{"c1-b2", "c1-d2"});
    CHECK(moves_from("c6", "W:Wc6,c7:Bc8") == Texts{"c6-b7", "c6-d7"});
    CHECK(moves_from("f5", "W:Wf5,g6,h7:Ba8") == Texts{"f5-e6", "f5-f6"});
}

TEST_CASE("RULES 1: a king in the line breaks it, wherever it stands") {
    CHECK(moves_from("c1", "W:WKc2,c1,c3:Bh8") == Texts{"c1-b2", "c1-d2"});
    CHECK(moves_from("c1", "W:Wc1,c2,Kc3:Bh8") == Texts{"c1-b2", "c1-d2"});
    CHECK(moves_from("d6", "B:Wh1:Bd6,d5,Kd4") == Texts{"d6-c5", "d6-e5"});
}

TEST_CASE("RULES 1: a king does not jump a line") {
    CHECK(moves_from("c1", "W:WKc1,b1,b2,c2,d1,d2:Bh8").empty());
}

TEST_CASE("RULES 2: a man that ends its move on the far rank becomes a king") {
    CHECK(successors_of("W:Wa7:Bh8") == Texts{"B:WKa8:Bh8", "B:WKb8:Bh8"});
    CHECK(successors_of("B:Wh1:Ba2") == Texts{"W:Wh1:BKa1", "W:Wh1:BKb1"});
}

TEST_CASE("RULES 2: a linear move onto the far rank promotes the man that jumps") {
    CHECK(successors_of("W:Wa6,a7:Bh8").contains("B:Wa7,Ka8:Bh8"));
    CHECK(successors_of("B:Wh1:Bb2,c3,d4,e5").contains("W:Wh1:BKa1,b2,c3,d4"));
}

TEST_CASE("RULES 2: a king that leaves the far rank stays a king") {
    CHECK(successors_of("W:WKa8,a7,b7:BKh7,g7").contains("B:Wa7,b7,Kd8:Bg7,Kh7"));
}

TEST_CASE("RULES 2: no man stands on its promotion rank, and no square holds two pieces") {
    const Bitboard b2{tests::square("b2")};
    const Bitboard c8{tests::square("c8")};
    const Bitboard c1{tests::square("c1")};
    CHECK(defect(Position{{Pieces{c8, {}}, Pieces{}}}) == "white man on its promotion rank at c8");
    CHECK(defect(Position{{Pieces{}, Pieces{c1, {}}}}) == "black man on its promotion rank at c1");
    CHECK(defect(Position{{Pieces{b2, b2}, Pieces{}}}) == "two pieces on b2");
    CHECK(defect(Position{{Pieces{b2, {}}, Pieces{{}, b2}}}) == "two pieces on b2");
    CHECK(defect(Position{{Pieces{c1, c8}, Pieces{b2, {}}}}) == std::nullopt);
    CHECK(defect(Position{}) == std::nullopt);
    CHECK(defect(initial_position()) == std::nullopt);
}

TEST_CASE("a position is sound if it has no defect") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const auto few = [&random] { return Bitboard{random() & random() & random() & random() & random()}; };
    int sound = 0;
    for (int i = 0; i < 100000; ++i) {
        const Position position{{Pieces{few(), few()}, Pieces{few(), few()}}};
        const bool has_defect = defect(position).has_value();
        REQUIRE(is_sound(position) == !has_defect);
        sound += has_defect ? 0 : 1;
    }
    CHECK(sound > 1000);
}

TEST_CASE("RULES 3: a king moves any distance in eight directions") {
    const Texts moves = moves_of("W:WKd4:Bh7");
    CHECK(moves.size() == 27);
    for (const char* to : {"d8", "h8", "h4", "g1", "d1", "a1", "a4", "a7"}) {
        CHECK(moves.contains(std::string{"d4-"} + to));
    }
    CHECK(moves_of("B:Wc1:BKd5").size() == 27);
}

TEST_CASE("RULES 3: a king stops before the first piece, own or enemy") {
    // Own man d6 ahead, own man b2 behind, an enemy on f6 (diagonal), a covered pair on f4 and g4.
    CHECK(moves_from("d4", "W:WKd4,d6,b2:Bf6,f4,g4") == Texts{"d4-d5", "d4-e5", "d4-e4", "d4-e3", "d4-f2", "d4-g1",
                                                              "d4-d3", "d4-d2", "d4-d1", "d4-c3", "d4-c4", "d4-b4",
                                                              "d4-a4", "d4-c5", "d4-b6", "d4-a7"});
}

// RULES 7-8: when the game is lost, what counts as one move, and how values compare. With known lines of play.
#include <algorithm>
#include <iterator>

#include <dameotb/rules/value.hpp>

#include "catch.hpp"
#include "moves.hpp"

using namespace dameotb;
using tests::moves_of;
using tests::play;
using tests::Texts;

TEST_CASE("RULES 7: a side whose every move is blocked has none") {
    CHECK(moves_of("B:Wa1,a3,a4,b1,c6:Ba2").empty());
    CHECK(moves_of("W:Wa7:BKa8,Kb8").empty());
    CHECK(moves_of("W:WKa1:Ba2,a3,b2,Kb1,Kc1").empty());
}

TEST_CASE("RULES 7: a side without pieces has no move") {
    CHECK(moves_of("B:WKa1:B").empty());
    CHECK(moves_of("W:W:Bh8").empty());
    CHECK(moves_of("W:W:B").empty());
}

TEST_CASE("RULES 8: captures of the same pieces with the same ends are one move, whatever their paths") {
    const Position position = rules::parse_position("W:WKd1:Bd3,f4,g2,Kf1");
    int back_to_start = 0;
    for (const Move& move : rules::legal_moves(position)) {
        back_to_start += move.from == move.to ? 1 : 0;
    }
    CHECK(back_to_start == 1);
    CHECK(rules::legal_moves(position).size() == 6);
}

TEST_CASE("RULES 8: two moves that lead to the same position count as one successor") {
    // Either king captures all six pieces and ends where it began.
    const Position position = rules::parse_position("W:WKe1,Kb3:BKg1,Kh2,Ke3,Kf6,Kb7,Kc8");
    CHECK(rules::legal_moves(position).size() == 16);
    CHECK(rules::successors(position).size() == 15);
    CHECK(play("W:WKe1,Kb3:BKg1,Kh2,Ke3,Kf6,Kb7,Kc8", {"e1e1"}) ==
          play("W:WKe1,Kb3:BKg1,Kh2,Ke3,Kf6,Kb7,Kc8", {"b3b3"}));
}

TEST_CASE("RULES 8: a player prefers a fast win, a slow win, a draw, a slow loss, a fast loss") {
    const Value values[] = {Value::loss_in(0), Value::loss_in(2), Value::loss_in(90), Value::draw(),
                            Value::win_in(91), Value::win_in(3),  Value::win_in(1)};
    for (std::size_t i = 0; i < std::size(values); ++i) {
        for (std::size_t j = 0; j < std::size(values); ++j) {
            CAPTURE(i, j);
            CHECK((values[i] < values[j]) == (i < j));
            CHECK((values[i] == values[j]) == (i == j));
        }
    }
    CHECK(Value{} == Value::draw());
    CHECK(Value::win_in(5).wdl() == Wdl::Win);
    CHECK(Value::win_in(5).dtm().plies() == 5);
    CHECK(Value::loss_in(4).wdl() == Wdl::Loss);
    CHECK(Value::draw().dtm().plies() == 0);
    CHECK(Value::decided_in(5) == Value::win_in(5));
    CHECK(Value::decided_in(4) == Value::loss_in(4));
}

TEST_CASE("RULES 8: a move turns the value round and adds a ply") {
    CHECK(Value::loss_in(0).before_move() == Value::win_in(1));
    CHECK(Value::win_in(1).before_move() == Value::loss_in(2));
    CHECK(Value::draw().before_move() == Value::draw());
    for (const Value value :
         {Value::draw(), Value::win_in(1), Value::win_in(9), Value::loss_in(0), Value::loss_in(8)}) {
        CHECK(value.before_move().after_move() == value);
    }
    CHECK(opposite(Wdl::Win) == Wdl::Loss);
    CHECK(opposite(Wdl::Draw) == Wdl::Draw);
    CHECK(opposite(Wdl::Loss) == Wdl::Win);
    CHECK(to_string(Wdl::Win) == "win");
    CHECK(to_string(Wdl::Draw) == "draw");
    CHECK(to_string(Wdl::Loss) == "loss");
}

TEST_CASE("known line: the coup turc") {
    const std::string start = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7";
    CHECK(moves_of(start).contains("c1-e3"));
    CHECK(moves_of(play(start, {"c1-e3"})) == Texts{"a5xc5"});
    CHECK(moves_of(play(start, {"c1-e3", "a5xc5"})).contains("e1-c3"));
    CHECK(moves_of(play(start, {"c1-e3", "a5xc5", "e1-c3"})) == Texts{"c5xc1xh1xh3xd3"});
    CHECK(moves_of(play(start, {"c1-e3", "a5xc5", "e1-c3", "c5xc1xh1xh3xd3"})) == Texts{"d2xd4xd6xb6xb8"});
    CHECK(play(start, {"c1-e3", "a5xc5", "e1-c3", "c5xc1xh1xh3xd3", "d2xd4xd6xb6xb8"}) == "B:WKb8:B");
}

TEST_CASE("known line: the king's trap") {
    // The king must capture two of the four men and is captured itself.
    const Position trapped = rules::parse_position("B:Wa1,c1,f1,h1:BKb1");
    const auto replies = rules::successors(trapped);
    CHECK_FALSE(replies.empty());
    for (const Position& next : replies) {
        const auto ends = rules::successors(next);
        CHECK(std::any_of(ends.begin(), ends.end(), [](const Position& end) { return end.black().all().empty(); }));
    }
}

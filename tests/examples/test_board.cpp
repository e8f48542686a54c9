// Tests keys, repetitions and the hash table's scores.
#include "catch.hpp"

#include <dameotb/rules/notation.hpp>

#include "board.hpp"
#include "hash_table.hpp"
#include "samples.hpp"

namespace dameotb::tests {

using engine::Board;

TEST_CASE("A board's key is that of its position after every move, and moves can be taken back") {
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int game = 0; game < 20; ++game) {
        Board board{initial_position()};
        int plies = 0;
        for (; plies < 200; ++plies) {
            const auto moves = rules::legal_moves(board.position());
            if (moves.empty()) {
                break;
            }
            board.play(moves[random() % moves.size()]);
            CAPTURE(rules::to_fen(board.position()));
            REQUIRE(board.key() == engine::key_of(board.position()));
        }
        for (; plies > 0; --plies) {
            board.undo();
        }
        REQUIRE(board.position() == initial_position());
        REQUIRE(board.key() == engine::key_of(initial_position()));
    }
}

TEST_CASE("The key knows the side to move and what stands where") {
    const auto key = [](const char* fen) { return engine::key_of(rules::parse_position(fen)); };
    CHECK(key("W:Wa1:Bc5") != key("B:Wa1:Bc5"));
    CHECK(key("W:Wa1:Bc5") != key("W:WKa1:Bc5"));
    CHECK(key("W:Wa2:Bc5") != key("W:Wc5:Ba2"));
}

TEST_CASE("A position that comes back is a repetition, but not across a man's move") {
    Board board{rules::parse_position("W:WKa1,a2:BKg8,h7")};
    const auto play = [&](const char* move) {
        board.play(rules::parse_move(board.position(), move));
        return board.is_repetition();
    };
    CHECK_FALSE(play("a1-b1"));
    CHECK_FALSE(play("g8-f8"));
    CHECK_FALSE(play("b1-a1"));
    CHECK(play("f8-g8"));
    CHECK(play("a1-b1"));
    CHECK_FALSE(play("h7-h6"));
    CHECK_FALSE(play("b1-a1"));
}

TEST_CASE("Under a draw rule a key has the counter in it, without one it has not") {
    const Position position = rules::parse_position("W:WKa1,a2:BKg8,h7");
    CHECK(Board{position, 3}.key() == engine::key_of(position));
    constexpr DrawRule rule{50};
    CHECK(Board{position, 0, rule}.key() == engine::key_of(position));
    Board board{position, 48, rule};
    CHECK(board.key() != engine::key_of(position));
    CHECK(board.key() != Board(position, 47, rule).key());
    CHECK(Board(position, 50, rule).key() == Board(position, 51, rule).key());  // beyond the rule's end all are alike
    const auto play = [&](const char* move) { board.play(rules::parse_move(board.position(), move)); };
    play("a1-b1");
    CHECK(board.question().fen.halfmove_clock == 49);
    CHECK_FALSE(board.is_drawn_by_rule());
    play("g8-f8");
    CHECK(board.is_drawn_by_rule());
    board.undo();
    play("h7-h6");
    CHECK_FALSE(board.is_drawn_by_rule());
    CHECK(board.key() == engine::key_of(board.position()));
}

TEST_CASE("A counter from before the game says nothing of its positions") {
    Board board{rules::parse_position("W:WKa1,a2:BKg8,h7"), 40};
    for (const char* move : {"a1-b1", "g8-f8", "b1-a1"}) {
        board.play(rules::parse_move(board.position(), move));
        CHECK_FALSE(board.is_repetition());
    }
    board.play(rules::parse_move(board.position(), "f8-g8"));
    CHECK(board.is_repetition());
}

TEST_CASE("Decided scores in the hash table are counted from the position") {
    using engine::win_score;
    CHECK(engine::to_hash(win_score(9), 4) == win_score(5));
    CHECK(engine::to_hash(-win_score(9), 4) == -win_score(5));
    for (const engine::Score score :
         {0, 123, -8999, engine::some_win, -engine::some_win, win_score(40), -win_score(7)}) {
        CHECK(engine::from_hash(engine::to_hash(score, 6), 6) == score);
    }
}

TEST_CASE("The hash table keeps the deeper entry of a position, and the newer of two") {
    engine::HashTable hash{1};  // room for one entry
    const auto entry = [](engine::Key key, int depth) {
        return engine::HashEntry{key, {}, 5, static_cast<std::int8_t>(depth), engine::Bound::Exact};
    };
    REQUIRE(hash.find(0) == nullptr);
    hash.store(entry(7, 3));
    hash.store(entry(7, 2));
    REQUIRE(hash.find(7) != nullptr);
    CHECK(hash.find(7)->depth == 3);
    hash.store(entry(8, 1));
    CHECK(hash.find(7) == nullptr);
    CHECK(hash.find(8) != nullptr);
    hash.clear();
    CHECK(hash.find(8) == nullptr);
}

}  // namespace dameotb::tests

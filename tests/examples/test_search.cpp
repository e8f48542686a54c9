// The search against its plain definition, against the tables, and on positions with a known answer.
#include "catch.hpp"

#include <dameotb/rules/notation.hpp>

#include "engine_play.hpp"
#include "plain_search.hpp"

namespace dameotb::tests {

namespace {

using engine::Board;
using engine::Limits;
using engine::Result;
using engine::Tables;

Result search(const Board& board, const Limits& limits, const Tables& tables = {}) {
    engine::HashTable hash{std::size_t{1} << 22};
    return engine::Search{hash, tables}.run(board, limits);
}

Result search(const char* fen, int depth) {
    return search(Board{rules::parse_position(fen)}, Limits{.depth = depth});
}

std::string line_of(const char* fen, const engine::Line& line) {
    rules::Position position = rules::parse_position(fen);
    std::string text;
    for (const rules::Move& move : line) {
        text += rules::to_text(position, move) + ' ';
        position = rules::after(position, move);
    }
    return text;
}

/// Up to `most` men and kings a side, anywhere, and a move to make.
rules::Position random_position(Random& random, int most) {
    for (;;) {
        const auto side = [&] {
            const auto kings = static_cast<std::uint8_t>(random() % 3 == 0);
            return index::SideMaterial{kings, static_cast<std::uint8_t>(1 + random() % (most - kings))};
        };
        const index::Material material{side(), side()};
        const rules::Position position = tests::random_position(random, material);
        if (!rules::legal_moves(position).empty()) {
            return position;
        }
    }
}

void check_against_plain(int positions, int most, const Tables& tables) {
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < positions; ++i) {
        const rules::Position position = random_position(random, most);
        for (int depth = 1; depth <= 3; ++depth) {
            CAPTURE(rules::to_fen(position), depth);
            const Result result = search(Board{position}, Limits{.depth = depth}, tables);
            // A search that ends before its depth says that no deeper one would change the score.
            REQUIRE(result.score == plain_search(position, depth, tables));
        }
    }
}

}  // namespace

TEST_CASE("Alpha-beta finds the score of the plain search") {
    check_against_plain(100, 4, Tables{});
}

TEST_CASE("Alpha-beta with tables finds the score of the plain search that reads every distance") {
    check_against_plain(200, 2, Tables{ENGINE_TABLES_3});
}

TEST_CASE("The coup turc is found without tables") {
    const char* fen = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7";
    const Result result = search(fen, 8);
    CHECK(result.score == engine::win_score(5));
    CHECK(line_of(fen, result.line) == "c1-e3 a5xc5 e1-c3 c5xc1xh1xh3xd3 d2xd4xd6xb6xb8 ");
}

TEST_CASE("Wins and losses of docs/rules.md are found without tables, with their distance") {
    CHECK(search("W:WKa7,Kh8:BKa1", 8).score == engine::win_score(5));
    CHECK(search("W:WKa8,Kb7:BKh1", 8).score == engine::win_score(7));
    CHECK(search("B:WKh6,Kh8:BKh1", 8).score == -engine::win_score(2));
    CHECK(search("B:Wa1,c1,f1,h1:BKb1", 8).score == -engine::win_score(2));
}

TEST_CASE("A search without tables as deep as the game is long finds the distance in the tables") {
    const Tables tables{ENGINE_TABLES_3};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int found = 0; found < 200;) {
        const Sample sample = random_sample(random, tables, 3);
        const int plies = sample.value.dtm().plies();
        if (sample.value.wdl() == rules::Wdl::Draw || plies == 0 || plies > 5) {
            continue;
        }
        CAPTURE(rules::to_fen(sample.position), plies);
        REQUIRE(search(Board{sample.position}, Limits{.depth = plies}).score == engine::score_of(sample.value, 0));
        ++found;
    }
}

TEST_CASE("A search one ply deep that probes its successors values positions of 3 pieces as the tables do") {
    const Tables tables{ENGINE_TABLES_3};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int found = 0; found < 500;) {
        const Sample sample = random_sample(random, tables, 3);
        if (rules::legal_moves(sample.position).empty()) {
            continue;
        }
        CAPTURE(rules::to_fen(sample.position));
        REQUIRE(search(Board{sample.position}, Limits{.depth = 1}, tables).score == engine::score_of(sample.value, 0));
        ++found;
    }
}

TEST_CASE("Who is worse off repeats a position of the game") {
    Board board{rules::parse_position("W:WKa1:BKg8,h7,h6")};
    CHECK(search(board, Limits{.depth = 1}).score < 0);
    for (const char* move : {"a1-b2", "g8-f8", "b2-a1", "f8-g8"}) {
        board.play(rules::parse_move(board.position(), move));
    }
    const Result result = search(board, Limits{.depth = 1});
    CHECK(result.score == engine::draw_score);
    CHECK(rules::to_text(board.position(), result.line.front()) == "a1-b2");
}

TEST_CASE("A search ends by its time, and by a stop that came before it") {
    const Board board{rules::initial_position()};
    const Result timed = search(board, Limits{.time = std::chrono::milliseconds{50}});
    CHECK(timed.depth < engine::max_depth);
    CHECK_FALSE(timed.line.empty());

    std::stop_source stop;
    stop.request_stop();
    engine::HashTable hash{std::size_t{1} << 20};
    const Tables none;
    const Result stopped = engine::Search{hash, none, stop.get_token()}.run(board, {});
    CHECK(stopped.nodes <= 2048);
    CHECK_FALSE(stopped.line.empty());
}

}  // namespace dameotb::tests

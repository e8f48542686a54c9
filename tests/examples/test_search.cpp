// Compares the search with its plain definition, with the tables, and with known answers.
#include "catch.hpp"

#include <array>
#include <vector>

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
    Position position = rules::parse_position(fen);
    std::string text;
    for (const Move& move : line) {
        text += rules::to_text(position, move) + ' ';
        position = rules::after(position, move);
    }
    return text;
}

/// Returns a position with a move to make. It has up to `most` pieces a side, at most one of them a king, anywhere.
Position random_position(Random& random, int most, bool with_kings) {
    for (;;) {
        const auto side = [&] {
            const auto kings = static_cast<std::uint8_t>(with_kings && random() % 3 == 0);
            return index::SideMaterial{kings, static_cast<std::uint8_t>(1 + random() % (most - kings))};
        };
        const index::Material material{side(), side()};
        const Position position = tests::random_position(random, material);
        if (!rules::legal_moves(position).empty()) {
            return position;
        }
    }
}

/// Returns the successors and the successors of these.
std::vector<Position> within_two_plies(const Position& root) {
    std::vector<Position> positions = rules::successors(root);
    const std::size_t first = positions.size();
    for (std::size_t i = 0; i < first; ++i) {
        const auto next = rules::successors(positions[i]);
        positions.insert(positions.end(), next.begin(), next.end());
    }
    return positions;
}

struct PlainCheck {
    int positions = 0;
    int most_pieces = 0;  ///< For each side.
    bool kings = true;
    int deepest = 0;  ///< In plies.
};

/// If a position occurs at two depths, the search may rightly use the result of the deeper one, and the plain search
/// does not. For this to happen, kings must lose a move, which takes more depth than is asked here, or both colours
/// must have lines of men. With this seed it does not happen.
void check_against_plain(const PlainCheck& check, const Tables& tables) {
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < check.positions; ++i) {
        const Position position = random_position(random, check.most_pieces, check.kings);
        for (int depth = 1; depth <= check.deepest; ++depth) {
            CAPTURE(rules::to_fen(position), depth);
            // If a search ends before its depth, it claims that no deeper search would change the score.
            const Result result = search(Board{position}, Limits{.depth = depth}, tables);
            REQUIRE(result.score == plain_search(position, depth, tables));
        }
    }
}

}  // namespace

TEST_CASE("Alpha-beta finds the score of the plain search") {
    check_against_plain({.positions = 100, .most_pieces = 4, .kings = true, .deepest = 3}, Tables{});
    check_against_plain({.positions = 40, .most_pieces = 8, .kings = false, .deepest = 4}, Tables{});
}

TEST_CASE("Alpha-beta with tables finds the score of the plain search that reads every distance") {
    check_against_plain({.positions = 200, .most_pieces = 2, .kings = true, .deepest = 3}, Tables{ENGINE_TABLES_3});
}

TEST_CASE("What a search leaves in the hash table is true") {
    Random random{sample_seed};
    CAPTURE(sample_seed);
    std::array<int, 3> of_bound{};
    for (int i = 0; i < 100; ++i) {
        const Position root = random_position(random, 5, false);
        engine::HashTable hash{std::size_t{1} << 22};
        const Tables none;
        static_cast<void>(engine::Search{hash, none}.run(Board{root}, Limits{.depth = 4}));
        for (const Position& position : within_two_plies(root)) {
            const engine::HashEntry* entry = hash.find(engine::key_of(position));
            if (entry == nullptr) {
                continue;
            }
            CAPTURE(rules::to_fen(position), static_cast<int>(entry->depth));
            const engine::Score score = engine::from_hash(entry->score, 0);
            const engine::Score truth = plain_search(position, entry->depth, none);
            ++of_bound[static_cast<std::size_t>(entry->bound)];
            REQUIRE((entry->bound == engine::Bound::Upper || truth >= score));
            REQUIRE((entry->bound == engine::Bound::Lower || truth <= score));
        }
    }
    CHECK(of_bound[0] > 100);
    CHECK(of_bound[1] > 100);
    CHECK(of_bound[2] > 100);
}

TEST_CASE("Bounds in the hash table that say nothing change nothing") {
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < 100; ++i) {
        const Position root = random_position(random, 4, true);
        for (const auto bound : {engine::Bound::Lower, engine::Bound::Upper}) {
            CAPTURE(rules::to_fen(root), static_cast<int>(bound));
            engine::HashTable hash{std::size_t{1} << 22};
            const Tables none;
            const int score = bound == engine::Bound::Lower ? 1 - engine::some_win : engine::some_win - 1;
            for (const Position& position : within_two_plies(root)) {
                hash.store({engine::key_of(position), {}, static_cast<std::int16_t>(score), engine::max_depth, bound});
            }
            const Result result = engine::Search{hash, none}.run(Board{root}, Limits{.depth = 3});
            REQUIRE(result.score == plain_search(root, 3, none));
        }
    }
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
        if (sample.value.wdl() == Wdl::Draw || plies == 0 || plies > 5) {
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
    const Board board{initial_position()};
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

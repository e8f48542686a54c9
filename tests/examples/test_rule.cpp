// Tests the engine under a draw rule: what it says, and its search against the plain one.
#include "catch.hpp"

#include <regex>

#include <dameotb/rules/notation.hpp>

#include "answers.hpp"
#include "engine.hpp"
#include "plain_search.hpp"
#include "samples.hpp"

namespace dameotb::tests {

namespace {

using engine::Board;
using engine::Limits;
using engine::Tables;

/// Compares searches of random positions of up to 2 pieces a side, with any counter that leaves the game open.
void check_under(DrawRule rule, const Tables& tables, int deepest) {
    Random random{sample_seed};
    CAPTURE(sample_seed, rule.plies);
    const std::vector<index::Material> classes = index::build_order(4);
    for (int i = 0; i < 200; ++i) {
        const Position position = random_position(random, classes[random() % classes.size()]);
        const int counter = static_cast<int>(random() % static_cast<unsigned>(rule.plies));
        if (rules::legal_moves(position).empty()) {
            continue;
        }
        for (int depth = 1; depth <= deepest; ++depth) {
            CAPTURE(rules::to_fen(position), counter, depth);
            engine::HashTable hash{std::size_t{1} << 22};
            const Board board{position, counter, rule};
            const engine::Result result = engine::Search{hash, tables}.run(board, Limits{.depth = depth});
            REQUIRE(result.score == plain_search(position, depth, tables, counter, rule));
        }
    }
}

}  // namespace

TEST_CASE("Under a draw rule alpha-beta finds the score of the plain search with the same counter") {
    check_under({3}, Tables{}, 3);
    check_under({3}, Tables{ENGINE_RULED_TABLES}, 3);  // whose .dtz files are of another rule
    check_under({6}, Tables{ENGINE_RULED_TABLES}, 3);
}

TEST_CASE("Under a draw rule the engine wins what is won, and before the counter ends the game") {
    constexpr DrawRule rule{6};
    engine::Engine engine{Tables{ENGINE_RULED_TABLES}, std::size_t{1} << 20};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    const probe::Tablebase& tables = *engine.tables().tablebase();
    const std::vector<index::Material> classes = index::build_order(3);
    int longer = 0;
    for (int won = 0; won < 200;) {
        const Position position = random_position(random, classes[random() % classes.size()]);
        const int counter = static_cast<int>(random() % 6);
        Board board{position, counter, rule};
        if (tables.probe(board.question()).wdl() != Wdl::Win) {
            continue;
        }
        CAPTURE(rules::to_fen(position), counter);
        ++won;
        int plies = 0;
        for (; !rules::legal_moves(board.position()).empty(); ++plies) {
            REQUIRE_FALSE(board.is_drawn_by_rule());
            const bool own = board.position().side_to_move == position.side_to_move;
            board.play(own ? engine.think(board, {}).line.front() : tables.known_moves(board.question()).front().move);
        }
        CHECK(board.position().side_to_move != position.side_to_move);
        longer += plies > engine.tables().value(position).value().dtm().plies();
    }
    CHECK(longer > 0);  // than without the rule
}

TEST_CASE("Under a draw rule the counter of the FEN and the moves of the game decide") {
    const std::string tables = "set-param name=tables value=\"" ENGINE_RULED_TABLES "\"\n";
    const auto score_at = [&](const std::string& settings, const std::string& position) {
        const Lines said =
            answers(tables + settings + "init\npos pos=" + position + "\nlevel depth=3\ngo think\nlevel infinite\n");
        const std::string& last = said[said.size() - 2];  // before the move
        return std::regex_replace(last, std::regex{".*score=([^ ]+).*"}, "$1");
    };
    const std::string six = "set-param name=rule value=6\n";
    CHECK(score_at(six, "W:WKa7,Kh8:BKa1") == "99.95");
    CHECK(score_at(six, "W:WKa7,Kh8:BKa1:H2") == "99.95");  // a win in 4 plies of the counter
    CHECK(score_at(six, "W:WKa7,Kh8:BKa1:H3") == "0.00");
    CHECK(score_at("", "W:WKa7,Kh8:BKa1:H3") == "99.95");  // 50 plies, unless another number is set
    CHECK(score_at("", "W:WKa7,Kh8:BKa1:H49") == "0.00");
    CHECK(score_at("set-param name=rule value=0\n", "W:WKa7,Kh8:BKa1:H49") == "99.95");
    // Kings' moves count: 2 more plies, of which the win then needs 2.
    const std::string moves = " moves=\"a7-g7 a1-b1\"";
    CHECK(score_at(six, "W:WKa7,Kh8:BKa1:H2" + moves) == "99.97");
    CHECK(score_at(six, "W:WKa7,Kh8:BKa1:H3" + moves) == "0.00");

    const auto error = [&](const std::string& position) {
        return answers("init\npos pos=" + position + "\ngo think\n")[1];
    };
    CHECK(error("W:WKa7,Kh8:BKa1:H50") ==
          "error message=\"the game is over: 50 plies without a capture or a man's move are a draw\"");
    CHECK(error("W:W:BKa1:H50") == "error message=\"the game is over\"");
    CHECK(answers("set-param name=rule value=x\n")[0] == "error message=\"value must be a number, not 'x'\"");
}

}  // namespace dameotb::tests

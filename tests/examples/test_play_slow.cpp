// With 4 pieces: won games are won in the fewest plies. Tests what the search makes of the tables without asking them
// about the root.
#include "catch.hpp"

#include <dameotb/rules/notation.hpp>

#include "engine_play.hpp"

namespace dameotb::tests {

TEST_CASE("The engine wins 1,000 won positions of 4 pieces in exactly their distance") {
    engine::Engine engine{engine::Tables{ENGINE_TABLES_4}, std::size_t{1} << 20};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < 1000; ++i) {
        const Sample sample = random_sample(random, engine.tables(), 4, Wdl::Win);
        CAPTURE(rules::to_fen(sample.position));
        const int plies = sample.value.dtm().plies();
        const Game game = play_out(engine, sample.position, plies + 10);
        REQUIRE(game.plies == plies);
        REQUIRE(game.loser != sample.position.side_to_move);
    }
}

TEST_CASE("A search one ply deep that probes its successors values 1,000 positions of 4 pieces as the tables do") {
    const engine::Tables tables{ENGINE_TABLES_4};
    engine::HashTable hash{std::size_t{1} << 20};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < 1000;) {
        const Sample sample = random_sample(random, tables, 4);
        if (rules::legal_moves(sample.position).empty()) {
            continue;
        }
        CAPTURE(rules::to_fen(sample.position));
        const engine::Result result =
            engine::Search{hash, tables}.run(engine::Board{sample.position}, engine::Limits{.depth = 1});
        REQUIRE(result.score == engine::score_of(sample.value, 0));
        ++i;
    }
}

}  // namespace dameotb::tests

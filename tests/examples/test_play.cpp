// With 3 pieces: won games are won in the fewest plies, and lost games are lost in the most plies.
#include "catch.hpp"

#include <dameotb/rules/notation.hpp>

#include "engine_play.hpp"

namespace dameotb::tests {

namespace {

constexpr std::size_t small_hash = std::size_t{1} << 20;

/// Plays games from random positions with this result, and tests how they end. Requires: `result` is no draw.
void check_games(int games, Wdl result) {
    engine::Engine engine{engine::Tables{ENGINE_TABLES_3}, small_hash};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < games; ++i) {
        const Sample sample = random_sample(random, engine.tables(), 3, result);
        CAPTURE(rules::to_fen(sample.position));
        const int plies = sample.value.dtm().plies();
        const Game game = play_out(engine, sample.position, plies + 10);
        REQUIRE(game.plies == plies);
        REQUIRE((game.loser == sample.position.side_to_move) == (result == Wdl::Loss));
    }
}

}  // namespace

TEST_CASE("The engine wins 500 won positions of 3 pieces in exactly their distance") {
    check_games(500, Wdl::Win);
}

TEST_CASE("The engine holds out in 200 lost positions of 3 pieces for exactly their distance") {
    // A position without a move has no game to play. The loop of play_out ends there at once.
    check_games(200, Wdl::Loss);
}

TEST_CASE("The engine keeps drawn positions of 3 pieces drawn") {
    engine::Engine engine{engine::Tables{ENGINE_TABLES_3}, small_hash};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < 50; ++i) {
        const Sample sample = random_sample(random, engine.tables(), 3, Wdl::Draw);
        CAPTURE(rules::to_fen(sample.position));
        REQUIRE(play_out(engine, sample.position, 40).plies == 40);
    }
}

}  // namespace dameotb::tests

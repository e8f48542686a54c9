// Games of the engine against the best play of the tables.
#pragma once

#include <random>

#include <dameotb/rules/value.hpp>

#include "engine.hpp"
#include "samples.hpp"

namespace dameotb::tests {

/// A random position of a random class, with this many pieces and a piece on each side. The value is the tables'.
struct Sample {
    Position position;
    Value value;
};
Sample random_sample(Random& random, const engine::Tables& tables, int pieces);
/// Returns the next sample with this result.
Sample random_sample(Random& random, const engine::Tables& tables, int pieces, Wdl result);

/// The plies until a side cannot move, and the side whose turn it is then. The engine plays the side to move; the other
/// side plays the first of ranked_moves. The game ends after `most_plies` in any case. Requires: tables of all classes
/// that can arise.
struct Game {
    int plies = 0;
    Colour loser = Colour::White;
};
Game play_out(engine::Engine& engine, const Position& position, int most_plies);

}  // namespace dameotb::tests

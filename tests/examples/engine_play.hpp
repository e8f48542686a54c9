// The engine in games against the best play of the tables.
#pragma once

#include <random>

#include <dameotb/rules/value.hpp>

#include "engine.hpp"
#include "samples.hpp"

namespace dameotb::tests {

/// A random position with this many pieces and a piece on each side, of a random class; the value is the tables'.
struct Sample {
    rules::Position position;
    rules::Value value;
};
Sample random_sample(Random& random, const engine::Tables& tables, int pieces);
/// The next one with this result.
Sample random_sample(Random& random, const engine::Tables& tables, int pieces, rules::Wdl result);

/// Plies until a side cannot move, and whose turn it is then. The engine has the side to move; the other side plays the
/// first of ranked_moves. Ends after `most_plies` in any case. Requires: tables of all that can arise.
struct Game {
    int plies = 0;
    rules::Colour loser = rules::Colour::White;
};
Game play_out(engine::Engine& engine, const rules::Position& position, int most_plies);

}  // namespace dameotb::tests

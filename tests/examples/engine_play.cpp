// Both sides see the same tables. The test is about what the engine makes of them.
#include "engine_play.hpp"

#include <vector>

namespace dameotb::tests {

Sample random_sample(Random& random, const engine::Tables& tables, int pieces) {
    static const std::vector<index::Material> classes = index::build_order(4);
    for (;;) {
        const index::Material& material = classes[random() % classes.size()];
        if (material.pieces() == pieces) {
            const Position position = random_position(random, random() % 2 == 0 ? material : material.flipped());
            return {position, tables.value(position).value()};
        }
    }
}

Sample random_sample(Random& random, const engine::Tables& tables, int pieces, Wdl result) {
    for (;;) {
        const Sample sample = random_sample(random, tables, pieces);
        if (sample.value.wdl() == result) {
            return sample;
        }
    }
}

Game play_out(engine::Engine& engine, const Position& position, int most_plies) {
    engine::Board board{position};
    const Colour own = position.side_to_move;
    int plies = 0;
    for (; plies < most_plies && !rules::legal_moves(board.position()).empty(); ++plies) {
        if (board.position().side_to_move == own) {
            board.play(engine.think(board, {}).line.front());
        } else {
            board.play(engine.tables().ranked_moves(board.question()).value().front().move);
        }
    }
    return {plies, board.position().side_to_move};
}

}  // namespace dameotb::tests

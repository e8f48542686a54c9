// Writes the positions that bench_prove takes: game_positions > bench/data/game_positions.txt
// The example engine, without tables, plays itself: some random moves, then a shallow search. Of each game at most one
// position for each number of pieces is taken, until there are enough of all.
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "search.hpp"

using namespace dameotb;

namespace {

constexpr int fewest_pieces = 6;
constexpr int most_pieces = 14;
constexpr int positions = 600;
constexpr int kinds = most_pieces - fewest_pieces + 1;
/// Fixed, as the positions are.
constexpr unsigned seed = 1;

/// Returns the positions of one game.
std::vector<Position> play(std::mt19937_64& random) {
    constexpr int most_plies = 160;
    constexpr int random_plies = 8;
    engine::Board board{initial_position()};
    engine::HashTable hash{std::size_t{1} << 20};
    const engine::Tables tables;
    std::vector<Position> played;
    for (int ply = 0; ply < most_plies && !board.is_repetition(); ++ply) {
        const std::vector<Move> moves = rules::legal_moves(board.position());
        if (moves.empty()) {
            break;
        }
        played.push_back(board.position());
        // Later, too, one move in 16 is a random one: so there are mistakes to be proved.
        const bool is_random = ply < random_plies || random() % 16 == 0;
        engine::Limits limits;
        limits.depth = 3;
        board.play(is_random ? moves[random() % moves.size()]
                             : engine::Search{hash, tables}.run(board, limits).line.front());
    }
    return played;
}

}  // namespace

int main() {
    std::mt19937_64 random{seed};
    std::map<int, std::vector<std::string>> chosen;
    int open = positions;
    const auto wanted = [](int pieces) {
        const int rest = pieces - fewest_pieces < positions % kinds ? 1 : 0;
        return static_cast<std::size_t>(positions / kinds + rest);
    };
    while (open > 0) {
        std::map<int, std::vector<Position>> of_game;
        for (const Position& position : play(random)) {
            of_game[position.occupied().count()].push_back(position);
        }
        for (const auto& [pieces, candidates] : of_game) {
            if (pieces >= fewest_pieces && pieces <= most_pieces && chosen[pieces].size() < wanted(pieces)) {
                chosen[pieces].push_back(rules::to_fen(rules::Fen{candidates[random() % candidates.size()]}));
                --open;
            }
        }
    }
    for (const auto& [pieces, fens] : chosen) {
        for (const std::string& fen : fens) {
            std::puts(fen.c_str());
        }
    }
}

// Judges one side at a time, as if it were White; Black's pieces are flipped.
#include "evaluation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace dameotb::engine {

namespace {

constexpr Score king_value = 300;
/// The value of a man by its row: it gains on its way.
constexpr std::array<Score, 8> man_value = {100, 101, 103, 106, 111, 118, 130, 0};

Score value_as_white(const Pieces& pieces) {
    Score sum = king_value * pieces.kings.count();
    for (const Square square : pieces.men) {
        sum += man_value[static_cast<std::size_t>(square.rank())];
    }
    return sum;
}

}  // namespace

Score evaluate(const Position& position) {
    const Score white = value_as_white(position.white()) - value_as_white(position.black().flipped());
    const Score score = std::clamp(white, 1 - some_win, some_win - 1);
    return position.side_to_move == Colour::White ? score : -score;
}

}  // namespace dameotb::engine

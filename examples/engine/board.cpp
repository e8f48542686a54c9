// Updates keys from the squares that a move changed, whatever the move was.
#include "board.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace dameotb::engine {

namespace {

/// Returns the next number of the generator splitmix64, which gives the same numbers in every run.
constexpr Key next_random(Key& state) {
    state += 0x9E3779B97F4A7C15U;
    Key z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

struct Numbers {
    using Squares = std::array<Key, Square::count>;
    std::array<Squares, 2> men{};  ///< By colour.
    std::array<Squares, 2> kings{};
    Key black_to_move = 0;
    std::array<Key, most_rule_plies + 1> counter{};  ///< 0 for counter 0, as without a rule.
};

constexpr Numbers make_numbers() {
    Numbers numbers;
    Key state = 0;
    for (std::size_t colour = 0; colour < 2; ++colour) {
        for (std::size_t square = 0; square < Square::count; ++square) {
            numbers.men[colour][square] = next_random(state);
            numbers.kings[colour][square] = next_random(state);
        }
    }
    numbers.black_to_move = next_random(state);
    for (std::size_t counter = 1; counter < numbers.counter.size(); ++counter) {
        numbers.counter[counter] = next_random(state);
    }
    return numbers;
}
constexpr Numbers numbers = make_numbers();

Key key_of_squares(const Numbers::Squares& of_square, Bitboard squares) {
    Key key = 0;
    for (const Square square : squares) {
        key ^= of_square[static_cast<std::size_t>(square.index())];
    }
    return key;
}

/// Returns the keys of two positions, combined by exclusive or.
Key difference(const Position& a, const Position& b) {
    Key key = a.side_to_move != b.side_to_move ? numbers.black_to_move : 0;
    for (std::size_t colour = 0; colour < 2; ++colour) {
        key ^= key_of_squares(numbers.men[colour], a.sides[colour].men ^ b.sides[colour].men);
        key ^= key_of_squares(numbers.kings[colour], a.sides[colour].kings ^ b.sides[colour].kings);
    }
    return key;
}

}  // namespace

Key key_of(const Position& position) {
    return difference(position, Position{});
}

Board::Board(const Position& position, int counter, DrawRule rule)
    : states_{{position, key_of(position), counter}}, rule_{rule} {}

Key Board::key() const {
    return states_.back().key ^ numbers.counter[static_cast<std::size_t>(question().counter())];
}

void Board::play(const Move& move) {
    const State& now = states_.back();
    const bool reversible = now.position.own().kings.contains(move.from) && !move.is_capture();
    const Position next = rules::after(now.position, move);
    states_.push_back({next, now.key ^ difference(now.position, next), reversible ? now.counter + 1 : 0});
}

bool Board::is_repetition() const {
    const State& now = states_.back();
    const std::size_t known = std::min(states_.size() - 1, static_cast<std::size_t>(now.counter));
    for (std::size_t back = 4; back <= known; back += 2) {
        if (states_[states_.size() - 1 - back].key == now.key) {
            return true;
        }
    }
    return false;
}

}  // namespace dameotb::engine

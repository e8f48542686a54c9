// A FEN has a colon, the protocol's own form has none.
#include "hub_position.hpp"

#include <cstddef>
#include <string>

namespace dameotb::engine {

namespace {

Colour colour_of(char letter) {
    return letter == 'W' || letter == 'w' ? Colour::White : Colour::Black;
}

}  // namespace

rules::Fen parse_hub_position(std::string_view text) {
    if (text == "start") {
        return {initial_position()};
    }
    if (text.find(':') != std::string_view::npos) {
        return rules::parse_fen(text);
    }
    if (text.size() != 1 + Square::count || (text[0] != 'W' && text[0] != 'B')) {
        throw rules::NotationError{
            "a position is start, a FEN such as W:WKa7,Kh8:BKa1, or W or B and then a letter w, b, W, B or e for each "
            "of 64 squares"};
    }
    Position position;
    position.side_to_move = colour_of(text[0]);
    for (int i = 0; i < Square::count; ++i) {
        const Square square{i % 8, 7 - i / 8};
        const char letter = text[static_cast<std::size_t>(1 + i)];
        if (letter == 'e') {
            continue;
        }
        if (std::string_view{"wbWB"}.find(letter) == std::string_view::npos) {
            throw rules::NotationError{"the letter of " + square.to_string() + " must be w, b, W, B or e"};
        }
        auto& side = position[colour_of(letter)];
        (letter == 'W' || letter == 'B' ? side.kings : side.men) |= square;
    }
    if (const auto what = defect(position)) {
        throw rules::NotationError{*what};
    }
    return {position};
}

}  // namespace dameotb::engine

// Numbers the moves of a game. Move numbers count White's moves.
#include "text/game_text.hpp"

#include <fmt/format.h>

#include <dameotb/rules/notation.hpp>

namespace dameotb::tools {

std::string numbered_moves(rules::Position position, const std::vector<rules::Move>& line) {
    std::string text;
    int number = 1;
    for (const rules::Move& move : line) {
        if (position.side_to_move == rules::Colour::White) {
            text += fmt::format("{}{}. ", text.empty() ? "" : " ", number);
        } else {
            text += text.empty() ? fmt::format("{}... ", number) : " ";
            ++number;
        }
        text += rules::to_text(position, move);
        position = rules::after(position, move);
    }
    return text;
}

}  // namespace dameotb::tools

// What the API says of a text that holds games.
#pragma once

#include <string>

#include "json_reply.hpp"

namespace dameotb::web {

/// The most moves that are read of one request, those of variations included.
inline constexpr std::size_t most_game_moves = 5000;

/// Returns the answer to {"pdn": "..."}: the main lines of all games, each move with the position it leads to, and why
/// a game could not be read to its end. Throws RequestError if the body is not of that form.
[[nodiscard]] Json games_answer(const std::string& body, Work& work);

}  // namespace dameotb::web

// What /dameo says of a position, in the form of lila-tablebase, the service behind the explorer of lichess
// (https://github.com/lichess-org/lila-tablebase, README, "HTTP API"). docs/http-api.md says what its fields mean here.
#pragma once

#include "position_answers.hpp"

namespace dameotb::web {

/// Returns the position that a client of lila-tablebase asked for: underscores stand for blanks. Throws RequestError.
[[nodiscard]] rules::Position read_lila_position(std::string fen);

/// Returns the answer of /dameo. A missing table makes the category "unknown". Throws what moves_of throws.
[[nodiscard]] PositionAnswer lila_answer(const probe::Tablebase& tables, const rules::Position& position, Work& work);

}  // namespace dameotb::web

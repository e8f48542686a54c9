// Found positions as text: one line or one game for each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::tools {

/// Returns FEN<TAB>win|draw|loss<TAB>plies, as `dameotb probe` prints it.
[[nodiscard]] std::string as_fen_line(const query::Found& found);

/// Returns one JSON object on a line: fen, class (as it is stored), result, plies.
[[nodiscard]] std::string as_json_line(const query::Found& found);

/// Returns a game in PDN, with an empty line at its end. It has the seven tags that PDN asks for, then Variant, SetUp
/// and FEN; then the value as a comment, then best play. `number`: of the game in its file, from 1. `line`: best play
/// from the position, empty for a draw.
[[nodiscard]] std::string as_pdn_game(const query::Found& found, const std::vector<rules::Move>& line,
                                      std::uint64_t number);

}  // namespace dameotb::tools

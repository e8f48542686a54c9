// Found positions as text: a line each, or a game each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::tools {

/// FEN<TAB>win|draw|loss<TAB>plies, as `dameotb probe` prints it.
[[nodiscard]] std::string as_fen_line(const query::Found& found);

/// One JSON object on a line: fen, class (as it is stored), result, plies.
[[nodiscard]] std::string as_json_line(const query::Found& found);

/// A game in PDN, with an empty line at its end: the seven tags that PDN asks for, Variant, SetUp and FEN; the value as
/// a comment, then best play. `number`: of the game in its file, from 1. `line`: best play from there, empty for a
/// draw.
[[nodiscard]] std::string as_pdn_game(const query::Found& found, const std::vector<rules::Move>& line,
                                      std::uint64_t number);

}  // namespace dameotb::tools

// A board with what can be done with its position: go through the moves, open it in the explorer, copy it.
// Moves, FEN and link are there without the script; page/report.js adds the buttons.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/web/report/pages.hpp>

namespace dameotb::web::report {

/// A position and the game that a diagram shows from there.
struct Line {
    rules::Position start;
    std::optional<rules::Value> value;  ///< Of `start`; nothing if no table has it.
    std::vector<rules::Move> moves;     ///< Best play to the end; empty if the diagram shows the position alone.
};

/// Returns the value with a picture of who wins: "White to move: win in 5". The colour of the words is for the side to
/// move.
[[nodiscard]] std::string value_heading(const Line& line);

/// Returns a diagram with its first line's position. Requires: at least one line; all have the same pieces on the same
/// squares.
[[nodiscard]] std::string diagram(const std::vector<Line>& lines, const Pages& pages);

}  // namespace dameotb::web::report

// The pictures of a report as HTML for a page: boards with their controls, bars of results, and charts of distances.
// They use the symbols of page/drawings.html. The style sheets define their colours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/web/report/pages.hpp>

namespace dameotb::web::report {

/// Returns the position in words: "White: kings a7, h8. Black: man g7. White to move."
[[nodiscard]] std::string position_words(const Position& position);

/// Returns a board with the position, White at the bottom.
[[nodiscard]] std::string board(const Position& position);

/// Returns a bar of the shares of wins, draws and losses. Screen readers skip it, so the numbers must be next to it.
[[nodiscard]] std::string result_bar(const analysis::ResultCounts& counts);

/// Returns a chart by plies, with wins upwards and losses downwards, and a table of the same numbers. `id`: the
/// picture's identifier, unique in its page. Requires: there is a win or a loss.
[[nodiscard]] std::string distance_chart(const analysis::SideStatistics& figures, const std::string& title,
                                         const std::string& id);

/// A position, and the game that a diagram shows from there.
struct Line {
    Position start;
    std::optional<Value> value;  ///< Of `start`; nothing if no table has it.
    std::vector<Move> moves;     ///< Best play to the end; empty if the diagram shows the position alone.
};

/// Returns the value with a picture of the winner: "White to move: win in 5". The colour of the text is for the side to
/// move.
[[nodiscard]] std::string value_heading(const Line& line);

/// Returns a diagram of its first line's position. Requires: at least one line; all have the same pieces on the same
/// squares.
[[nodiscard]] std::string diagram(const std::vector<Line>& lines, const Pages& pages);

}  // namespace dameotb::web::report

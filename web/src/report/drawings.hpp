// The pictures of a report: boards, bars of results, and charts of distances, as HTML inside a page.
// They use the symbols of page/drawings.html. The style sheets give them their colours.
#pragma once

#include <string>

#include <dameotb/analysis/figures.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::web::report {

/// Returns the position in words: "White: kings a7, h8. Black: man g7. White to move."
[[nodiscard]] std::string position_words(const rules::Position& position);

/// Returns a board with the position, White at the bottom.
[[nodiscard]] std::string board(const rules::Position& position);

/// Returns a bar that shows the shares of wins, draws and losses. A screen reader gets nothing from it, so the numbers
/// must stand beside it.
[[nodiscard]] std::string result_bar(const analysis::SideStatistics& figures);

/// Returns a chart by plies, with wins upwards and losses downwards, and a table with the same numbers. `id`: the
/// picture's identifier, unique in its page. Requires: there is a win or a loss.
[[nodiscard]] std::string distance_chart(const analysis::SideStatistics& figures, const std::string& title,
                                         const std::string& id);

}  // namespace dameotb::web::report

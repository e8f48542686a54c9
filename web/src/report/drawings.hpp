// The pictures of a report: boards, bars of results, and charts of distances, as HTML that stands in a page.
// They refer to the symbols of page/drawings.html and are coloured by the style sheets.
#pragma once

#include <string>

#include <dameotb/analysis/figures.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::web::report {

/// "White: kings a7, h8. Black: man g7. White to move."
[[nodiscard]] std::string position_words(const rules::Position& position);

/// A board with the position, White at the bottom.
[[nodiscard]] std::string board(const rules::Position& position);

/// A bar of wins, draws and losses, by their shares. It tells nothing to a screen reader: the numbers must stand
/// beside.
[[nodiscard]] std::string result_bar(const analysis::SideStatistics& figures);

/// Wins upwards and losses downwards by their plies, with a table that says the same. `id`: of the picture, unique in
/// its page. Requires: some win or loss.
[[nodiscard]] std::string distance_chart(const analysis::SideStatistics& figures, const std::string& title,
                                         const std::string& id);

}  // namespace dameotb::web::report

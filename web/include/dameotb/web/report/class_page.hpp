// The page of one class.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <dameotb/analysis/figures.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::web::report {

/// Returns best play from a position to the end of the game. Empty for a finished game.
using BestLine = std::function<std::vector<rules::Move>(const rules::Position&)>;

/// Returns the page as HTML. `classes`: those that have a page, in the order of the index. Throws what `best_line`
/// throws.
[[nodiscard]] std::string class_page(const analysis::ClassFigures& figures, const std::vector<index::Material>& classes,
                                     const BestLine& best_line, bool has_claims);

}  // namespace dameotb::web::report

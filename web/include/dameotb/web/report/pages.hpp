// The pages of a report as HTML.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::web::report {

/// Returns best play from a position to the end of the game; empty for a draw or a finished game.
using BestLine = std::function<std::vector<Move>(const Position&)>;

/// What all pages of a report share.
struct Pages {
    std::vector<index::Material> classes;  ///< Those that have a page, in index order.
    bool has_claims = false;               ///< There is a claims page.
    /// The explorer's address, for links from diagrams; empty for none. Without a host, as "../explorer.html", the
    /// report is part of the explorer's site, whose front page and rules are next to the explorer.
    std::string explorer;
    BestLine best_line;
};

/// Returns the first page: totals, and a table of all classes in the order of `all`. Requires: `all` is not empty.
[[nodiscard]] std::string index_page(const std::vector<analysis::ClassFigures>& all, const Pages& pages);

/// Returns the file name of a class's page.
[[nodiscard]] std::string page_name(const index::Material& material);
/// Returns a class's page. `under_rule`: the class's figures under a draw rule, or null for a page without them. Throws
/// what `pages.best_line` throws.
[[nodiscard]] std::string class_page(const analysis::ClassFigures& figures, const Pages& pages,
                                     const analysis::ClassFigures* under_rule = nullptr);

/// Returns the claims page, with the tables' answers. Requires: one answer per claim.
[[nodiscard]] std::string claims_page(const std::vector<claims::Claim>& claims,
                                      const std::vector<claims::Answer>& answers, const Pages& pages);

}  // namespace dameotb::web::report

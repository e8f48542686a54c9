// The first page of a report: totals, and all classes in a table.
#pragma once

#include <string>
#include <vector>

#include <dameotb/analysis/figures.hpp>
#include <dameotb/web/report/pages.hpp>

namespace dameotb::web::report {

/// Returns the page as HTML. The classes stand in the order of `all`. Requires: `all` is not empty.
[[nodiscard]] std::string index_page(const std::vector<analysis::ClassFigures>& all, const Pages& pages);

}  // namespace dameotb::web::report

// The first page of a report: totals, and all classes in a table.
#pragma once

#include <string>
#include <vector>

#include <dameotb/analysis/figures.hpp>

namespace dameotb::web::report {

/// In the order of `all`. Requires: not empty.
[[nodiscard]] std::string index_page(const std::vector<analysis::ClassFigures>& all, bool has_claims);

}  // namespace dameotb::web::report

// The first page of a report: totals, and all classes in a table.
#pragma once

#include <string>
#include <vector>

#include "report/figures.hpp"

namespace dameotb::tools::report {

/// In the order of `all`. Requires: not empty.
[[nodiscard]] std::string index_page(const std::vector<ClassFigures>& all, bool has_claims);

}  // namespace dameotb::tools::report

// The page of one class.
#pragma once

#include <string>

#include <dameotb/analysis/figures.hpp>
#include <dameotb/web/report/pages.hpp>

namespace dameotb::web::report {

/// Returns the page as HTML. Throws what `pages.best_line` throws.
[[nodiscard]] std::string class_page(const analysis::ClassFigures& figures, const Pages& pages);

}  // namespace dameotb::web::report

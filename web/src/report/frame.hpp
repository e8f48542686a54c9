// What every page of a report has around its contents: head, name, links to the other pages, foot.
#pragma once

#include <string>

#include <dameotb/web/report/pages.hpp>

namespace dameotb::web::report {

struct Page {
    std::string title;        ///< Plain text.
    std::string description;  ///< Plain text, one sentence.
    std::string contents;     ///< HTML.
    bool is_index = false;
};

/// Returns the whole HTML file of the page.
[[nodiscard]] std::string framed(const Page& page, const Pages& pages);

}  // namespace dameotb::web::report

// What all pages of a report have around their contents: head, name, ways to the other pages, foot.
#pragma once

#include <string>

namespace dameotb::web::report {

struct Page {
    std::string title;        ///< Plain text.
    std::string description;  ///< Plain text, one sentence.
    std::string contents;     ///< HTML.
    bool is_index = false;
};

/// The page as a file.
[[nodiscard]] std::string framed(const Page& page, bool has_claims);

}  // namespace dameotb::web::report

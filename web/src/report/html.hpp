// What the pages of a report share: HTML text, numbers and names, and the frame around their contents. Only this file
// escapes text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <dameotb/rules/position.hpp>
#include <dameotb/web/report/pages.hpp>

namespace dameotb::web::report {

/// Returns the text escaped for an element or a quoted attribute.
[[nodiscard]] std::string escaped(std::string_view text);

/// Returns the number with commas: "52,477,396".
[[nodiscard]] std::string grouped(std::uint64_t number);
/// Returns the share as "8.4%", halves rounded up. A non-zero share is never 0%, and an incomplete one never 100%. The
/// explorer's statistics.js and scripts/endings_table.py round in the same way; tests/data/shares.jsonl has examples
/// for all three. Requires: 0 < all < 2^53.
[[nodiscard]] std::string share_text(std::uint64_t count, std::uint64_t all);
/// Returns "1 placement" or "52,477,396 placements".
[[nodiscard]] std::string placements_text(std::uint64_t count);
/// Returns "306 bytes", "619.9 kB" or "7.5 MB". The units are powers of 1000.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// Returns "White" or "Black".
[[nodiscard]] std::string_view colour_name(Colour colour);

/// A page without its head, name, links to other pages, and foot.
struct Page {
    std::string title;        ///< Plain text.
    std::string description;  ///< Plain text, one sentence.
    std::string contents;     ///< HTML.
    bool is_index = false;
};

/// Returns the complete HTML file of the page.
[[nodiscard]] std::string framed(const Page& page, const Pages& pages);

}  // namespace dameotb::web::report

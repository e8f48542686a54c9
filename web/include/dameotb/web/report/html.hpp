// Text for HTML: the one place that escapes, and numbers and names as the pages of a report write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <dameotb/index/material.hpp>

namespace dameotb::web::report {

/// The text as it stands in an element or in a quoted attribute.
[[nodiscard]] std::string escaped(std::string_view text);

/// "52,477,396".
[[nodiscard]] std::string grouped(std::uint64_t number);
/// "8.4%"; few of many are never 0%, nor all but few 100%. Requires: all > 0.
[[nodiscard]] std::string share_text(std::uint64_t count, std::uint64_t all);
/// "1 placement", "52,477,396 placements".
[[nodiscard]] std::string placements_text(std::uint64_t count);
/// "306 bytes", "619.9 kB", "7.5 MB": units of 1000.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// "White".
[[nodiscard]] std::string_view colour_name(rules::Colour colour);
/// "two kings and a man against a king".
[[nodiscard]] std::string class_words(const index::Material& material);
/// The file name of the class's page.
[[nodiscard]] std::string page_name(const index::Material& material);

}  // namespace dameotb::web::report

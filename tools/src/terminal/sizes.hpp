// Sizes in bytes as people write them, such as 8G or 500M. The units are powers of 1024.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dameotb::tools {

/// Reads a whole number of bytes, or of K, M, G or T (either case). Returns empty for anything else, and for 2^64 and
/// more.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);

/// Returns a size in the same form, in the largest unit that gives at least two digits. It is rounded up, so that the
/// printed size is large enough as a bound.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace dameotb::tools

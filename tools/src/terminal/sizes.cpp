// Reads and writes numbers with a unit letter.
#include "terminal/sizes.hpp"

#include <charconv>
#include <limits>

namespace dameotb::tools {

namespace {
/// Each unit is 1024 times the one before. The first is the byte, which is not written.
constexpr std::string_view units = " KMGT";
}  // namespace

std::optional<std::uint64_t> parse_size(std::string_view text) {
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    const std::string_view unit{end, static_cast<std::size_t>(text.data() + text.size() - end)};
    if (error != std::errc{} || unit.size() > 1) {
        return std::nullopt;
    }
    if (unit.empty()) {
        return size;
    }
    const char upper = unit[0] >= 'a' && unit[0] <= 'z' ? static_cast<char>(unit[0] - 'a' + 'A') : unit[0];
    const std::size_t power = units.find(upper, 1);
    if (power == std::string_view::npos || size > std::numeric_limits<std::uint64_t>::max() >> (10 * power)) {
        return std::nullopt;
    }
    return size << (10 * power);
}

std::string size_text(std::uint64_t bytes) {
    std::size_t power = 0;
    while (power + 1 < units.size() && (bytes >> (10 * (power + 1))) >= 10) {
        ++power;
    }
    const std::uint64_t unit = std::uint64_t{1} << (10 * power);
    const std::uint64_t number = bytes / unit + (bytes % unit != 0 ? 1 : 0);
    return std::to_string(number) + (power == 0 ? "" : std::string{units[power]});
}

}  // namespace dameotb::tools

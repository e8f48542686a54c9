#include <dameotb/terminal/numbers.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace dameotb::terminal {

namespace {
/// Each unit is 1024 times the previous one. The first is the byte, which is not printed.
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

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, double>, 5> times{
        {{"", 1e3}, {"ms", 1}, {"s", 1e3}, {"min", 60e3}, {"h", 3600e3}}};  // milliseconds
    constexpr double most = 1e9;
    double number = 0;
    const char* const text_end = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), text_end, number, std::chars_format::fixed);
    const std::string_view name{end, static_cast<std::size_t>(text_end - end)};
    const auto* const unit = std::ranges::find(times, name, &std::pair<std::string_view, double>::first);
    if (error != std::errc{} || unit == times.end()) {
        return std::nullopt;
    }
    const double milliseconds = number * unit->second;
    // Not a number is no number from 1 to that either.
    if (!(milliseconds >= 1 && milliseconds <= most)) {
        return std::nullopt;
    }
    return std::chrono::milliseconds{std::llround(milliseconds)};
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

std::string rate_text(std::uint64_t count, double seconds) {
    if (count == 0 || seconds <= 0) {
        return "-";
    }
    const double rate = static_cast<double>(count) / seconds;
    return rate < 1e6 ? fmt::format("{:.0f} k/s", rate / 1e3) : fmt::format("{:.1f} M/s", rate / 1e6);
}

std::string seconds_text(std::chrono::milliseconds time) {
    return fmt::format("{:g} s", std::chrono::duration<double>{time}.count());
}

std::string duration_text(double seconds) {
    const auto whole = std::llround(seconds);
    if (whole < 60) {
        return fmt::format("{} s", whole);
    }
    if (whole < 3600) {
        return fmt::format("{} min {} s", whole / 60, whole % 60);
    }
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string time_left_text(std::uint64_t done, std::uint64_t total, double seconds) {
    constexpr double too_early_seconds = 0.5;
    if (done == 0 || seconds < too_early_seconds) {
        return "-";
    }
    return duration_text(seconds * static_cast<double>(total - done) / static_cast<double>(done));
}

}  // namespace dameotb::terminal

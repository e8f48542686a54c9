// Sizes, rates and times in human-readable form. The units of sizes are powers of 1024.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dameotb::terminal {

/// Parses an integer number of bytes, or of K, M, G or T (either case), as 8G or 500M. Returns nothing for anything
/// else, and for 2^64 and above.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);

/// Returns a size in that form, in the largest unit that gives at least two digits. Rounds up, so that the printed size
/// is large enough as a limit.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

/// Parses a time: seconds, or with a unit, ms, s, min or h; as 10, 0.5 or 200ms. Returns nothing for anything else, for
/// less than a millisecond, and for more than a million seconds.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// Returns "940 k/s" or "12.3 M/s", and "-" before anything is done.
[[nodiscard]] std::string rate_text(std::uint64_t count, double seconds);

/// Returns "0.5 s" or "90 s".
[[nodiscard]] std::string seconds_text(std::chrono::milliseconds time);

/// Returns "4 s", "3 min 20 s" or "5 h 12 min".
[[nodiscard]] std::string duration_text(double seconds);

/// Returns the remaining time at the current pace, and "-" while it is too early to say.
[[nodiscard]] std::string time_left_text(std::uint64_t done, std::uint64_t total, double seconds);

}  // namespace dameotb::terminal

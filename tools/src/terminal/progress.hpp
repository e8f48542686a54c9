// Shows the progress of a long run: lines that stay on standard output, and one changing line on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace dameotb::tools {

/// Prints finished lines on standard output. Between them, on a terminal, it shows one line on standard error that is
/// rewritten. Not thread-safe.
class ProgressDisplay {
public:
    ProgressDisplay();
    ~ProgressDisplay();
    ProgressDisplay(const ProgressDisplay&) = delete;
    ProgressDisplay& operator=(const ProgressDisplay&) = delete;

    /// Returns whether `show` shows anything, that is, whether standard error is a terminal.
    [[nodiscard]] bool is_live() const { return columns_ > 0; }
    /// Rewrites the changing line, cut to the terminal's width.
    void show(const std::string& line);
    /// Wipes the changing line and prints a line that stays. Throws UserError if that line cannot be written.
    void print(const std::string& line);
    /// Wipes the changing line.
    void wipe();

    [[nodiscard]] double seconds() const;

private:
    int columns_ = 0;
    bool shown_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Returns "940 k/s" or "12.3 M/s", and "-" before anything is done.
[[nodiscard]] std::string rate_text(std::uint64_t count, double seconds);

/// Returns "4 s", "3 min 20 s" or "5 h 12 min".
[[nodiscard]] std::string duration_text(double seconds);

/// Returns how long the rest takes at the pace so far, and "-" while it is too early to say.
[[nodiscard]] std::string time_left_text(std::uint64_t done, std::uint64_t total, double seconds);

}  // namespace dameotb::tools

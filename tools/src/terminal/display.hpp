// What a command shows: colours, and the progress of a long run.
// Only this file knows when there are colours: never in a pipe or a file, nor if the variable NO_COLOR is set and not
// empty (https://no-color.org), nor on a terminal that has none (TERM=dumb).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/rules/value.hpp>

namespace dameotb::tools {

/// What a word means, and so its colour: good green, even amber, bad red.
enum class Tone : std::uint8_t { Good, Even, Bad };

/// Returns the tone of a result: a win is good, a draw even, a loss bad.
[[nodiscard]] Tone tone_of(rules::Wdl result);

/// Returns the text for standard output: in its colour if that is a terminal with colours, else as it is. Escape
/// sequences have no width on the terminal, so pad a text before.
[[nodiscard]] std::string coloured(std::string_view text, Tone tone);

/// Returns the text for standard error, likewise.
[[nodiscard]] std::string coloured_error(std::string_view text);

/// Flushes standard output. Throws UserError if any of the printed text could not be written: nobody reads the pipe any
/// more, or the disk is full.
void flush_output();

/// Prints "dameotb: LINE" on standard error.
void print_notice(std::string_view line);

/// Returns rows as lines of columns that are as wide as they need. The columns `first` to `last` have numbers, which
/// stand to the right. Requires: rows of one length, at least one.
[[nodiscard]] std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t first,
                                     std::size_t last);

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

}  // namespace dameotb::tools

// What a command displays: colours, and the progress of a long run.
// Only this file decides on colours: never in a pipe or file, nor if NO_COLOR is set and not empty
// (https://no-color.org), nor on a terminal without colours (TERM=dumb).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/rules/value.hpp>

namespace dameotb::terminal {

/// A word's meaning, which determines its colour: good green, even amber, bad red.
enum class Tone : std::uint8_t { Good, Even, Bad };

/// Returns the tone of a result: a win is good, a draw even, a loss bad.
[[nodiscard]] Tone tone_of(Wdl result);

/// Returns the text for standard output: in its colour if that is a terminal with colours, otherwise unchanged. Escape
/// sequences have no width on the terminal, so pad the text first.
[[nodiscard]] std::string coloured(std::string_view text, Tone tone);

/// Returns the text for standard error, likewise.
[[nodiscard]] std::string coloured_error(std::string_view text);

/// Opens those of standard input, output and error that are closed, so that no file or connection takes their place,
/// and with it what is printed. Reading and writing them fails as before. Requires: nothing was opened yet.
void occupy_closed_streams();

/// Returns whether standard output is there to be written to. It is not if the program began with it closed.
[[nodiscard]] bool has_output();

/// Flushes standard output. Throws UserError if any printed text could not be written: the reader has closed the pipe,
/// or the disk is full.
void flush_output();

/// Returns how many columns a line on standard output may have: those of the terminal, or as many as you like.
[[nodiscard]] std::size_t output_columns();

/// Prints "dameotb: LINE" on standard error.
void print_notice(std::string_view line);

/// Returns rows as lines of columns, each as wide as needed. The columns `first` to `last` contain numbers, which are
/// right-aligned. Requires: rows of equal length, at least one.
[[nodiscard]] std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t first,
                                     std::size_t last);

/// Prints finished lines on standard output and shows progress in between on standard error: on a terminal as one line
/// that changes, elsewhere, as in a log, as a line of its own when nothing was printed for a while. Not thread-safe.
class ProgressDisplay {
public:
    using Clock = std::chrono::steady_clock;

    /// What a display that is not live does with the steps of a run.
    enum class Steps : std::uint8_t { Hide, Print };

    /// `silence`: after how long without a line a display that is not live shows progress.
    explicit ProgressDisplay(Steps steps = Steps::Hide, Clock::duration silence = std::chrono::minutes{10});
    ~ProgressDisplay();
    ProgressDisplay(const ProgressDisplay&) = delete;
    ProgressDisplay& operator=(const ProgressDisplay&) = delete;

    /// Rewrites the changing line, truncated to the terminal's width. Elsewhere prints it if the silence was long
    /// enough.
    void show(const std::string& line);
    /// Shows the line at the beginning of a step of the run: as show() does, and with Steps::Print always.
    void begin_step(const std::string& line);
    /// Erases the changing line and prints a permanent one. Throws UserError if that line cannot be written.
    void print(const std::string& line);
    /// Erases the changing line.
    void wipe();

    [[nodiscard]] double seconds() const;

private:
    /// Returns whether standard error is a terminal.
    [[nodiscard]] bool is_live() const { return columns_ > 0; }
    /// Prints a line of its own on standard error.
    void print_progress(const std::string& line);

    Steps steps_;
    Clock::duration silence_;
    int columns_ = 0;
    bool shown_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_line_ = start_;  ///< When the last line that stays was printed.
};

}  // namespace dameotb::terminal

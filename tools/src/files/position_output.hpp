// Where a command that goes through whole classes writes positions, while it displays its progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/interrupt.hpp>

#include "files/output_file.hpp"

namespace dameotb::tools {

/// Writes positions to standard output or to a file that exists only when complete. Not thread-safe.
class PositionOutput {
public:
    /// `path`: of the file; empty: standard output. Throws what OutputFile throws.
    PositionOutput(const std::string& path, const terminal::Interrupts& interrupts);

    /// Shows the progress of the run, and how many positions are written. `done`: "found".
    void show(std::string_view progress, std::string_view done);
    /// Writes what comes before the first position.
    void write_head(std::string_view text) { put(text); }
    /// Writes a position. Throws UserError after a write error, as on a full disk: it is useless to continue.
    void write(std::string_view position);
    /// Moves a file into place, and prints the number of positions on standard error. Throws UserError if something
    /// could not be written.
    void finish(std::size_t classes);

    [[nodiscard]] std::uint64_t written() const { return written_; }
    /// Returns what there is if the run ends now: "7 positions are printed", "found.txt is not written".
    [[nodiscard]] std::string left_behind() const;

private:
    void put(std::string_view text);
    void complete();

    std::string path_;
    std::optional<OutputFile> file_;
    terminal::ProgressDisplay display_;
    std::uint64_t written_ = 0;
};

}  // namespace dameotb::tools

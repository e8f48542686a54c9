// Positions from the command line or from standard input, and where their answers go.
// The one place that knows what a bad line does: its error takes the place of its answer, the others go on.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include <dameotb/rules/notation.hpp>

namespace dameotb::tools {

/// The FEN argument of a subcommand, if there was one.
struct PositionInput {
    std::string text;
    CLI::Option* option = nullptr;

    /// Adds the optional argument FEN.
    void add_to(CLI::App* subcommand);
    /// No FEN was given: positions are read from standard input, one a line.
    [[nodiscard]] bool is_stdin() const { return option->count() == 0; }
};

/// Reads a FEN. Throws UserError that quotes it and says what is wrong.
[[nodiscard]] rules::Fen read_fen(const std::string& text);

/// What a position is answered with: all that is printed for it, line ends included. May throw std::runtime_error.
using Answerer = std::function<std::string(const rules::Fen&)>;

/// Prints the answer to the position of the command line, or to each line of standard input.
/// A line of standard input that cannot be answered gives `LINE<TAB>error<TAB>why`, with the beginning of a line that
/// is very long; empty lines are skipped. Returns exit_failed if there was such a line. Throws what `answer` throws for
/// a position of the command line.
int answer_positions(const PositionInput& input, const Answerer& answer);

}  // namespace dameotb::tools

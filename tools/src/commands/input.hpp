// Positions from the command line or from standard input, and the output of their answers.
// Only this file knows what happens with a bad line: its error takes the place of its answer, and the other lines go
// on.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include <dameotb/rules/notation.hpp>

namespace dameotb::tools {

/// The argument FEN of a subcommand, if it was given.
struct PositionInput {
    std::string text;
    CLI::Option* option = nullptr;

    /// Adds the optional argument FEN.
    void add_to(CLI::App* subcommand);
    /// Returns whether positions are read from standard input, one a line, because no FEN was given.
    [[nodiscard]] bool is_stdin() const { return option->count() == 0; }
};

/// Reads a FEN. Throws UserError that quotes the text and says what is wrong.
[[nodiscard]] rules::Fen read_fen(const std::string& text);

/// Returns the answer to a position: all text that is printed for it, line ends included. May throw std::runtime_error.
using Answerer = std::function<std::string(const rules::Fen&)>;

/// Prints the answer to the position of the command line, or to each line of standard input. For a line of standard
/// input that cannot be answered, prints `LINE<TAB>error<TAB>why`; of a very long line, LINE is only the beginning.
/// Skips empty lines. Returns exit_failed if there was such a line. Throws what `answer` throws for a position of the
/// command line.
int answer_positions(const PositionInput& input, const Answerer& answer);

}  // namespace dameotb::tools

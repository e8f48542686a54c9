// Positions from the command line or from standard input, what the tables say of them, and the output of the answers.
// Only this file knows what happens with a bad line: its error takes the place of its answer, and the other lines go
// on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::tools {

/// Answers positions from the tables of a directory; a missing table is an error. All members throw
/// table::MissingTableError if a table is missing, and table::TablebaseError if one is damaged.
class AskedTables {
public:
    /// Throws table::TablebaseError if the directory cannot be read.
    explicit AskedTables(std::filesystem::path directory);

    [[nodiscard]] probe::Outcome outcome(const rules::Position& position) const;
    /// Returns all legal moves, best first, every one with an outcome.
    [[nodiscard]] std::vector<probe::RankedMove> moves(const rules::Position& position) const;
    /// Returns best play to the end of the game. Empty for a draw or a finished game. Needs .dtm files.
    [[nodiscard]] std::vector<rules::Move> line(const rules::Position& position) const;

private:
    std::filesystem::path directory_;
    probe::Tablebase tablebase_;
};

/// Returns win|draw|loss<TAB>plies for standard output, with - for plies that are unknown.
[[nodiscard]] std::string tab_separated(const probe::Outcome& outcome);

/// How answers are printed.
enum class AnswerForm : std::uint8_t { Text, Json };

/// The argument FEN of a subcommand, if it was given.
struct PositionInput {
    std::string text;
    CLI::Option* option = nullptr;

    /// Adds the optional argument FEN.
    void add_to(CLI::App* subcommand);
    /// Returns whether positions are read from standard input, one a line, because no FEN was given.
    [[nodiscard]] bool is_stdin() const { return option->count() == 0; }
};

/// Reads a FEN, or the word `start` for the starting position. Throws UserError that quotes the text and says what is
/// wrong.
[[nodiscard]] rules::Fen read_position(const std::string& text);

/// Returns the answer to a position: all text that is printed for it, line ends included; on standard input, one line.
/// May throw std::runtime_error.
using Answerer = std::function<std::string(const rules::Fen&)>;

/// Returns what --help says of the lines of standard input, with a line end.
[[nodiscard]] std::string lines_help();

/// Prints the answer to the position of the command line, or one line for each line of standard input. A line that
/// cannot be answered gives `LINE<TAB>error<TAB>why`, or in JSON an object with `input` and `error`; of a very long
/// line only the beginning is repeated. An empty line gives an empty line, or such an object. Returns exit_failed if a
/// line that is not empty could not be answered. Throws what `answer` throws for a position of the command line.
int answer_positions(const PositionInput& input, AnswerForm form, const Answerer& answer);

}  // namespace dameotb::tools

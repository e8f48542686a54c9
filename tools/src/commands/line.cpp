// dameotb line: prints best play from positions to the end of the game.
#include <fmt/format.h>

#include <dameotb/rules/pdn.hpp>
#include <dameotb/web/json/answer_json.hpp>

#include "commands/answers.hpp"
#include "commands/command_line.hpp"
#include "terminal/display.hpp"

namespace dameotb::tools {

namespace {

struct LineOptions {
    std::string directory;
    PositionInput input;
    bool json = false;
};

std::string line_as_json(const AskedTables& tables, const rules::Fen& fen) {
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(fen));
    web::write_outcome(json, tables.outcome(fen.position));
    json.key("line").begin_array();
    rules::Position at = fen.position;
    for (const rules::Move& move : tables.line(fen.position)) {
        web::write_step(json, at, move);
    }
    return json.end_array().end_object().text() + '\n';
}

/// Returns the answer to one position: the result and, if there are moves, a second line.
std::string line_as_text(const AskedTables& tables, const rules::Fen& fen) {
    const probe::Outcome outcome = tables.outcome(fen.position);
    const std::string moves = rules::numbered_moves(fen.position, tables.line(fen.position));
    return coloured(to_string(outcome), tone_of(outcome.wdl)) + (moves.empty() ? "\n" : "\n" + moves + "\n");
}

/// Returns the answer to one of many positions.
std::string line_as_row(const AskedTables& tables, const rules::Fen& fen) {
    return fmt::format("{}\t{}\t{}\n", rules::to_fen(fen), tab_separated(tables.outcome(fen.position)),
                       rules::numbered_moves(fen.position, tables.line(fen.position)));
}

int run_line(const LineOptions& options) {
    const AskedTables tables{options.directory};
    const auto as_text = options.input.is_stdin() ? line_as_row : line_as_text;
    return answer_positions(
        options.input, options.json ? AnswerForm::Json : AnswerForm::Text,
        [&](const rules::Fen& fen) { return options.json ? line_as_json(tables, fen) : as_text(tables, fen); });
}

}  // namespace

void add_line(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<LineOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "line", "Show best play to the end of the game",
        R"(Prints the result for the side to move, then the moves on one line. The winner plays the shortest win and the
loser the longest defence. Draws and finished games have no such line. Needs .dtm files.
A position from standard input gives FEN<TAB>win|draw|loss<TAB>plies<TAB>moves.
)" + lines_help(),
        R"(  dameotb line --dir tables W:WKa7,Kh8:BKa1
  dameotb line --dir tables --json W:WKa7,Kh8:BKa1
  dameotb line --dir tables < positions.txt
)");
    add_directory_option(subcommand, options->directory);
    options->input.add_to(subcommand);
    subcommand->add_flag(
        "--json", options->json,
        "One JSON object per line: fen, result, plies, line: the moves in order, each with the fen it\n"
        "leads to");
    on_chosen(subcommand, chosen, options, run_line);
}

}  // namespace dameotb::tools

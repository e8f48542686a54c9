// dameotb line: prints best play from positions to the end of the game.
#include <fmt/format.h>

#include <dameotb/rules/pdn.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "commands/answers.hpp"
#include "commands/command_line.hpp"

namespace dameotb::tools {

namespace {

struct LineOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    PositionInput input;
    bool json = false;
    rules::SiteRules site;
};

void write_line(web::JsonWriter& json, rules::Fen at, const std::vector<Move>& line) {
    json.key("line").begin_array();
    for (const Move& move : line) {
        web::write_step(json, at, move);
    }
    json.end_array();
}

std::string line_as_json(const AskedTables& tables, const rules::Fen& fen) {
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(fen));
    web::write_outcome(json, tables.outcome(fen));
    write_line(json, {fen.position, std::nullopt, fen.fullmove_number}, tables.line(fen.position));
    return json.end_object().text() + '\n';
}

/// Returns the answer to one position: the result and, if there are moves, a second line.
std::string line_as_text(const AskedTables& tables, const rules::Fen& fen) {
    const probe::Outcome outcome = tables.outcome(fen);
    const std::string moves = rules::numbered_moves(fen, tables.line(fen.position));
    return terminal::coloured(to_string(outcome), terminal::tone_of(outcome.wdl)) +
           (moves.empty() ? "\n" : "\n" + moves + "\n");
}

/// Returns the answer to one of many positions.
std::string line_as_row(const AskedTables& tables, const rules::Fen& fen) {
    return fmt::format("{}\t{}\t{}\n", rules::to_fen(fen), tab_separated(tables.outcome(fen)),
                       rules::numbered_moves(fen, tables.line(fen.position)));
}

/// Returns "win with a counter of up to 43", "draw".
std::string words_of(const web::UnderRule& under) {
    const auto& [wdl, plies, missing] = under.outcome;
    std::string words = terminal::coloured(to_string(*wdl), terminal::tone_of(*wdl));
    if (plies && wdl != Wdl::Draw && *plies > 0) {
        words += fmt::format(" with a counter of up to {}", under.site.draw_rule.plies - *plies);
    }
    return words;
}

/// Returns the answer to one position under a rule.
std::string line_under(const AskedTables& tables, const rules::Fen& fen, const LineOptions& options) {
    const web::UnderRule under = tables.under(fen, options.site);
    const std::vector<Move> line = tables.line(fen.position, options.site, under.counter);
    if (options.json) {
        web::JsonWriter json;
        json.begin_object().member("fen", rules::to_fen(fen));
        web::write_outcome(json, tables.known_if_any(fen).outcome);
        web::write_rule(json, under);
        write_line(json, {fen.position, under.counter, fen.fullmove_number}, line);
        return json.end_object().text() + '\n';
    }
    const std::string moves = rules::numbered_moves(fen, line);
    if (options.input.is_stdin()) {
        return fmt::format("{}\t{}\t{}\n", rules::to_fen(fen), tab_separated(under.outcome), moves);
    }
    return words_of(under) + (moves.empty() ? "\n" : "\n" + moves + "\n");
}

int run_line(const LineOptions& options) {
    const AskedTables tables{options.directory, options.most_pieces};
    if (options.site.draw_rule.exists()) {
        return answer_positions(options.input, options.json ? AnswerForm::Json : AnswerForm::Text,
                                [&](const rules::Fen& fen) { return line_under(tables, fen, options); });
    }
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

With --rule N, a game is drawn after N plies without a capture or a man's move, H in the FEN is how many of them have
been played (0 if it is missing), and the line ends before that. The winner needs the fewest of them before the next
capture or man's move, the loser makes it need the most, so the line may be longer than without the rule. The result
is given with the greatest H for which it holds, or in place of the plies with the number of them that it needs. That
takes .dtz files for the same N, unless the .dtm files show that the game ends in time.
)" + lines_help(),
        R"(  dameotb line --dir tables W:WKa7,Kh8:BKa1
  dameotb line --dir tables --json W:WKa7,Kh8:BKa1
  dameotb line --dir tables --rule 50 W:WKa7,Kh8:BKa1:H45
  dameotb line --dir tables < positions.txt
)");
    add_directories_option(subcommand, options->directory);
    add_most_pieces_option(subcommand, options->most_pieces);
    options->input.add_to(subcommand);
    subcommand->add_flag(
        "--json", options->json,
        "One JSON object per line: fen, result, plies, line: the moves in order, each with the fen it\n"
        "leads to");
    add_site_rules_option(subcommand, options->site);
    on_chosen(subcommand, chosen, options, run_line);
}

}  // namespace dameotb::tools

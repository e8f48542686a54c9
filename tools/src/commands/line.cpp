// dameotb line: prints best play from positions to the end of the game.
#include <fmt/format.h>

#include <dameotb/rules/pdn.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "commands/answers.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct LineOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    PositionInput input;
    bool json = false;
    rules::SiteRules site;
};

std::string line_as_json(const AskedTables& tables, const probe::Question& question) {
    web::Answered answered =
        question.has_rule() ? tables.answer_to(question) : web::Answered{question, tables.result(question)};
    answered.known.bounds.reset();
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(question.fen));
    web::write_known(json, answered);
    rules::Fen at = question.position_asked_about();
    at.fullmove_number = question.fen.fullmove_number;
    json.key("line").begin_array();
    for (const Move& move : tables.line(question)) {
        web::write_step(json, at, move);
    }
    return json.end_array().end_object().text() + '\n';
}

/// Returns "win in 5" or, under a rule, "win with a counter of up to 43"; "draw".
std::string words_of(const probe::Question& question, const probe::Outcome& outcome) {
    const auto& [wdl, plies] = outcome;
    if (!question.has_rule()) {
        return terminal::coloured(to_string(outcome), terminal::tone_of(wdl));
    }
    std::string words = terminal::coloured(to_string(wdl), terminal::tone_of(wdl));
    if (plies && wdl != Wdl::Draw && *plies > 0) {
        words += fmt::format(" with a counter of up to {}", question.site.draw_rule.plies - *plies);
    }
    return words;
}

/// Returns the answer to one position: the result and, if there are moves, a second line; or to one of many.
std::string line_as_text(const AskedTables& tables, const probe::Question& question, bool is_one_of_many) {
    const probe::Known known = tables.result(question);
    const std::string moves = rules::numbered_moves(question.fen, tables.line(question));
    if (is_one_of_many) {
        return fmt::format("{}\t{}\t{}\n", rules::to_fen(question.fen), tab_separated(known), moves);
    }
    return words_of(question, known.outcome.value()) + (moves.empty() ? "\n" : "\n" + moves + "\n");
}

int run_line(const LineOptions& options) {
    const AskedTables tables{options.directory, options.most_pieces};
    return answer_positions(options.input, options.json ? AnswerForm::Json : AnswerForm::Text,
                            [&](const rules::Fen& fen) {
                                const probe::Question question{fen, options.site};
                                return options.json ? line_as_json(tables, question)
                                                    : line_as_text(tables, question, options.input.is_stdin());
                            });
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

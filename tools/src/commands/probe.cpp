// dameotb probe: prints what the tables say about positions.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <dameotb/terminal/display.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "commands/answers.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct ProbeOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    PositionInput input;
    bool json = false;
    rules::SiteRules site;
    std::chrono::milliseconds time_to_prove{};  ///< For each position; 0: none is proved.
};

/// Returns every stop of the move, or of the end of a capture under way.
std::string text_of(const rules::Fen& fen, const Move& move) {
    if (!fen.under_way) {
        return rules::to_text(fen.position, move);
    }
    const std::vector<rules::CapturePath> paths = rules::paths_by_first_leap(fen.position, fen.under_way);
    return std::ranges::find(paths, move, &rules::CapturePath::move)->text();
}

std::string as_json(const AskedTables& tables, const probe::Question& question) {
    std::vector<probe::RankedMove> moves;
    const web::Answered answered = tables.answer_to(question, &moves);
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(question.fen));
    web::write_known(json, answered);
    if (answered.proved) {
        json.member("proved", true);
    }
    json.key("moves").begin_array();
    for (const probe::RankedMove& move : moves) {
        json.begin_object().member("move", text_of(question.fen, move.move));
        web::write_worth(json, question, move);
        json.member("captured", move.move.captured.count());
        json.member("fen", rules::to_fen(question.position_after(move.move))).end_object();
    }
    return json.end_array().end_object().text() + '\n';
}

std::string as_text(const AskedTables& tables, const probe::Question& question) {
    return fmt::format("{}\t{}\n", rules::to_fen(question.fen), tab_separated(tables.known(question)));
}

int run_probe(const ProbeOptions& options) {
    AskedTables tables{options.directory, options.most_pieces};
    if (options.time_to_prove.count() > 0) {
        tables.prove_for(options.time_to_prove);
    }
    const int status =
        answer_positions(options.input, options.json ? AnswerForm::Json : AnswerForm::Text, [&](const rules::Fen& fen) {
            const probe::Question question{fen, options.site};
            return options.json ? as_json(tables, question) : as_text(tables, question);
        });
    if (const std::string why = tables.unknown_plies_text(options.site.draw_rule); !options.json && !why.empty()) {
        terminal::flush_output();
        terminal::print_notice(why);
    }
    return status;
}

}  // namespace

void add_probe(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ProbeOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "probe", "Look up positions",
        R"(Prints a line FEN<TAB>win|draw|loss<TAB>plies for each position: the result for the side to move and the
plies to the end of the game, 0 for a draw. If the class has a .wdl file but no .dtm file, the plies are
unknown and printed as - (null in JSON).

Where a table of the class is missing, the moves may prove a result all the same. If all of them are known, so is the
position. One known win proves a win, printed with `at most` and its plies; a known draw proves `at least a draw`, with
- for the plies. If all moves are known to lose, but not how soon, the plies are `at least` those of the longest loss
that is known. --prove TIME searches for a proof as well, as dameotb prove does: then a win or a loss may have the plies
`at most` that it takes, a position may be proven `at most a draw`, with --json such an answer has "proved": true, and
what remains `unknown` is no error. With --rule, only what holds under it is said, and a proof has no plies.
With --json, where no table has the plies, at_least and at_most are the bounds, each with a result and
plies, or null; result and plies have what they prove.

With --rule N, a game is drawn after N plies without a capture or a man's move, H in the FEN is how many of them
have been played (0 if it is missing), and the last field is how many of them a win or a loss needs, 0 for a draw.
That takes .dtz files for the same N (gen --metrics wdl,dtm,dtz --plies N). Without them it is - where the plies to
the end of the game are few enough, and the result is `unknown` where they are too many. With --json as well, the
answer and each move have a `rule` with result and z, this number of plies; moves are ranked by it, and say whether
they set H to 0. Result and plies are null where the rule decides and no table knows the game without it.

--rule playstrategy and --rule abstractplay are the draw rule of 50 plies with what else that site decides in its own
way: king against king, or a draw and no legal move at once. --rule freeling is Dameo without a draw rule, as without
the option.

A FEN of PlayStrategy's may have a capture under way, as in W:WBd4:BGd3,b4: A or B before the man or king that
captures, G or P before men and kings already taken. Its result is that of the best way to end the capture; with
--json, `moves` are the ways to end it, and `captured` counts all pieces of the turn.
)" + lines_help(),
        R"(  dameotb probe --dir tables W:WKa7,Kh8:BKa1
  dameotb probe --dir tables --json W:WKa7,Kh8:BKa1
  dameotb probe --dir tables < positions.txt
  dameotb probe --dir tables --prove 1 W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7
  dameotb probe --dir tables --rule 50 W:WKa7,Kh8:BKa1:H45
  dameotb probe --dir tables --rule 50 --json W:WKa7,Kh8:BKa1:H45
)");
    add_directories_option(subcommand, options->directory);
    add_most_pieces_option(subcommand, options->most_pieces);
    options->input.add_to(subcommand);
    options->input.takes_under_way = true;
    subcommand->add_flag("--json", options->json,
                         "One JSON object per line: fen, result, plies, moves: every legal move, best first, with its\n"
                         "result and plies for the side that makes it, pieces captured, and the fen it leads to");
    add_site_rules_option(subcommand, options->site);
    add_time_option(subcommand, "--prove", options->time_to_prove,
                    "Search for a proof where the tables say no result, for so much processor time, as 2, 0.5 or\n"
                    "200ms");
    on_chosen(subcommand, chosen, options, run_probe);
}

}  // namespace dameotb::tools

// dameotb moves: prints the legal moves of positions, as successor positions (JSON) or in notation.
#include <algorithm>

#include <fmt/format.h>

#include <dameotb/web/answers/json_writer.hpp>

#include "commands/answers.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct MovesOptions {
    PositionInput input;
    bool text = false;
};

std::string moves_as_json(const rules::Fen& fen) {
    const std::vector<Move> moves = rules::legal_moves(fen.position);
    std::vector<std::string> successors;
    for (const Position& successor : rules::successors(fen.position)) {
        successors.push_back(rules::to_fen(successor));
    }
    std::sort(successors.begin(), successors.end());
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(fen));
    // All legal moves capture the same number of pieces (RULES 6).
    json.member("captured", moves.empty() ? 0 : moves.front().captured.count());
    json.key("succ").begin_array();
    for (const std::string& successor : successors) {
        json.value(successor);
    }
    return json.end_array().end_object().text() + '\n';
}

std::vector<std::string> in_notation(const Position& position) {
    std::vector<std::string> texts;
    for (const Move& move : rules::legal_moves(position)) {
        texts.push_back(rules::to_text(position, move));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

int run_moves(const MovesOptions& options) {
    if (!options.text) {
        return answer_positions(options.input, AnswerForm::Json, moves_as_json);
    }
    return answer_positions(options.input, AnswerForm::Text, [&options](const rules::Fen& fen) -> std::string {
        const std::vector<std::string> moves = in_notation(fen.position);
        if (options.input.is_stdin()) {
            return fmt::format("{}\t{}\n", rules::to_fen(fen), fmt::join(moves, " "));
        }
        return moves.empty() ? "" : fmt::format("{}\n", fmt::join(moves, "\n"));
    });
}

}  // namespace

void add_moves(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<MovesOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "moves", "List the legal moves of positions",
        R"(Prints one line of JSON for each position: fen, captured (how many pieces each legal move takes) and succ
(the positions that the moves lead to, each once, sorted as text).
)" + lines_help(),
        R"(  dameotb moves W:WKb1,Kd1:BKc1
  dameotb moves --text W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7
  dameotb moves --text start
  dameotb moves < positions.txt > moves.jsonl
)");
    options->input.add_to(subcommand);
    subcommand->add_flag("--text", options->text,
                         "Moves in notation, one per line; from standard input FEN<TAB>moves separated by spaces");
    on_chosen(subcommand, chosen, options, run_moves);
}

}  // namespace dameotb::tools

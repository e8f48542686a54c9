// dameotb probe: prints what the tables say of positions.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/asked_tables.hpp"
#include "commands/command_line.hpp"
#include "commands/input.hpp"

namespace dameotb::tools {

namespace {

struct ProbeOptions {
    std::string directory;
    PositionInput input;
    bool json = false;
};

nlohmann::ordered_json json_plies(const probe::Outcome& outcome) {
    return outcome.plies ? nlohmann::ordered_json(*outcome.plies) : nlohmann::ordered_json();
}

std::string as_json(const AskedTables& tables, const rules::Fen& fen) {
    const probe::Outcome outcome = tables.outcome(fen.position);
    nlohmann::ordered_json moves = nlohmann::ordered_json::array();
    for (const auto& [move, worth] : tables.moves(fen.position)) {
        moves.push_back({{"move", rules::to_text(fen.position, move)},
                         {"result", rules::to_string(worth->wdl)},
                         {"plies", json_plies(*worth)},
                         {"captured", move.captured.count()},
                         {"fen", rules::to_fen(rules::after(fen.position, move))}});
    }
    nlohmann::ordered_json line;
    line["fen"] = rules::to_fen(fen);
    line["result"] = rules::to_string(outcome.wdl);
    line["plies"] = json_plies(outcome);
    line["moves"] = std::move(moves);
    return line.dump() + '\n';
}

std::string as_text(const AskedTables& tables, const rules::Fen& fen) {
    const probe::Outcome outcome = tables.outcome(fen.position);
    return fmt::format("{}\t{}\t{}\n", rules::to_fen(fen), rules::to_string(outcome.wdl),
                       outcome.plies ? std::to_string(*outcome.plies) : "-");
}

int run_probe(const ProbeOptions& options) {
    const AskedTables tables{options.directory};
    return answer_positions(options.input, [&](const rules::Fen& fen) {
        return options.json ? as_json(tables, fen) : as_text(tables, fen);
    });
}

}  // namespace

void add_probe(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ProbeOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "probe", "Look positions up",
        "A position gives a line FEN<TAB>win|draw|loss<TAB>plies: the result for the side to move and the plies to "
        "the\n"
        "end of the game, 0 for a draw. Where a class has a .wdl file and no .dtm file the plies are unknown, printed "
        "as\n"
        "- (null in JSON). On standard input a line that has no answer gives LINE<TAB>error<TAB>why in its place, and\n"
        "the exit status is 1.\n",
        "  dameotb probe --dir tables W:WKa7,Kh8:BKa1\n"
        "  dameotb probe --dir tables --json W:WKa7,Kh8:BKa1\n"
        "  dameotb probe --dir tables < positions.txt\n");
    add_directory_option(subcommand, options->directory);
    options->input.add_to(subcommand);
    subcommand->add_flag("--json", options->json,
                         "One JSON object a line: fen, result, plies, moves: every legal move, best first, with its\n"
                         "result and plies for the side that makes it, pieces captured, and the fen it leads to");
    on_chosen(subcommand, chosen, options, run_probe);
}

}  // namespace dameotb::tools

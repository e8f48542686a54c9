// dameotb line: prints best play from a position to the end of the game.
#include <iostream>

#include "commands/asked_tables.hpp"
#include "commands/command_line.hpp"
#include "commands/input.hpp"
#include "text/game_text.hpp"

namespace dameotb::tools {

namespace {

struct LineOptions {
    std::string directory;
    std::string fen;
};

int run_line(const LineOptions& options) {
    const AskedTables tables{options.directory};
    const rules::Position position = read_fen(options.fen).position;
    const probe::Outcome outcome = tables.outcome(position);
    const std::vector<rules::Move> line = tables.line(position);
    std::cout << to_string(outcome) << '\n';
    if (!line.empty()) {
        std::cout << numbered_moves(position, line) << '\n';
    }
    return exit_done;
}

}  // namespace

void add_line(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<LineOptions>();
    CLI::App* subcommand =
        add_subcommand(app, "line", "Show best play to the end of the game",
                       "Prints the result for the side to move, then the moves on one line. The winner takes the "
                       "shortest way and the\n"
                       "loser the longest. A draw has no such line, nor has a game that is over. Needs .dtm files.\n",
                       "  dameotb line --dir tables W:WKa7,Kh8:BKa1\n");
    add_directory_option(subcommand, options->directory);
    subcommand->add_option("FEN", options->fen, "The position, as in W:WKa1,b2:Bg7,Kh8")->type_name("")->required();
    on_chosen(subcommand, chosen, options, run_line);
}

}  // namespace dameotb::tools

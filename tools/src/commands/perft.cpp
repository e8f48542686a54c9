// dameotb perft: counts the move sequences of each length.
#include <dameotb/rules/movegen.hpp>
#include <dameotb/terminal/display.hpp>

#include <iostream>

#include "commands/answers.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct PerftOptions {
    std::string fen;
    int depth = 0;
};

int run_perft(const PerftOptions& options) {
    const Position position = read_position(options.fen).position;
    for (int depth = 1; depth <= options.depth; ++depth) {
        std::cout << depth << ' ' << rules::perft(position, depth) << '\n';
        terminal::flush_output();
    }
    return exit_done;
}

}  // namespace

void add_perft(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<PerftOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "perft", "Count the positions at each depth of play",
        R"(Prints a line `depth nodes` for each depth from 1 to DEPTH plies: the number of lines of play of that length.
Moves from one position that lead to the same position count once.
)",
        R"(  dameotb perft start 4
  dameotb perft W:WKd4,Ka1,c2:BKh8,Kf6,c6,e5 3
)");
    subcommand
        ->add_option("FEN", options->fen, "The position, as in W:WKa1,b2:Bg7,Kh8, or `start` for the start of a game")
        ->type_name("")
        ->required();
    subcommand->add_option("DEPTH", options->depth, "The greatest depth in plies, at least 1")
        ->type_name("")
        ->required()
        ->transform(whole_number(1, 100));
    on_chosen(subcommand, chosen, options, run_perft);
}

}  // namespace dameotb::tools

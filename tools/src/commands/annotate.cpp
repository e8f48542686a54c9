// dameotb annotate: writes into games what the tables know of their moves.
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include "commands/command_line.hpp"
#include "terminal/readable.hpp"
#include "text/annotation.hpp"

namespace dameotb::tools {

namespace {

struct AnnotateOptions {
    std::string directory;
    std::string file;
    Annotations what;
};

std::string text_of(const std::string& file) {
    if (file.empty()) {
        require_readable(std::cin, "standard input");
        return {std::istreambuf_iterator<char>{std::cin}, {}};
    }
    std::ifstream stream = open_to_read(file);
    return {std::istreambuf_iterator<char>{stream}, {}};
}

int run_annotate(const AnnotateOptions& options) {
    const probe::Tablebase tables{options.directory};
    std::vector<rules::GameRecord> games = rules::read_pdn(text_of(options.file));
    const std::string name = options.file.empty() ? "standard input" : options.file;
    if (games.empty()) {
        throw UserError{fmt::format("{}: there is no game in this text", name)};
    }
    AnnotationCounts sum;
    int bad_games = 0;
    for (rules::GameRecord& game : games) {
        const AnnotationCounts counts = annotate(game, tables, options.what);
        sum.moves += counts.moves;
        sum.known += counts.known;
        sum.thrown_away += counts.thrown_away;
        if (!game.error.empty()) {
            ++bad_games;
            std::string& comment = game.moves.empty() ? game.comment : game.moves.back().comment;
            comment += fmt::format("{}the rest could not be read, {}", comment.empty() ? "" : "; ", game.error);
            std::cerr << fmt::format("dameotb: {}: {}\n", name, game.error);
        }
        std::cout << (&game == &games.front() ? "" : "\n") << rules::to_pdn(game);
    }
    flush_output();
    std::cerr << fmt::format("games: {}; moves: {}, known to the tables: {}, that threw a win or a draw away: {}\n",
                             games.size(), sum.moves, sum.known, sum.thrown_away);
    return bad_games == 0 ? exit_done : exit_failed;
}

}  // namespace

void add_annotate(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<AnnotateOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "annotate", "Write into games what the tables know of their moves",
        "Reads one game or several as PDN and prints them with comments: behind each move that the tables know, who\n"
        "wins and in how many plies. A move that threw a win or a draw away gets a ?, and the best move stands in its\n"
        "comment; so it does where the win could have come sooner or the loss later. Comments and variations of the\n"
        "game stay. A game begins at its tag FEN, or where games of Dameo begin.\n\n"
        "If a game cannot be read to its end, what was read is printed with the reason, and the exit status is 1.\n",
        "  dameotb annotate --dir tables game.pdn > annotated.pdn\n"
        "  dameotb annotate --dir tables --equals study.pdn\n"
        "  dameotb annotate --dir tables < game.pdn\n");
    add_directory_option(subcommand, options->directory);
    subcommand->add_flag("--equals", options->what.equals,
                         "Also add the other moves that are just as good (same result, same plies), as variations");
    subcommand->add_option("FILE", options->file, "The games; without it, standard input")->type_name("");
    on_chosen(subcommand, chosen, options, run_annotate);
}

}  // namespace dameotb::tools

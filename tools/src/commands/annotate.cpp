// dameotb annotate: adds the tables' knowledge to the moves of games.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include <dameotb/probe/game_review.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/rules/site_rules.hpp>

#include "commands/answers.hpp"
#include "commands/command_line.hpp"
#include "terminal/display.hpp"
#include "terminal/input.hpp"

namespace dameotb::tools {

namespace {

struct AnnotateOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    std::string file;
    rules::SiteRules site;
    bool equals = false;  ///< Add the other moves that were just as good, except where something was thrown away.
};

/// Findings in the main lines of games.
struct AnnotationCounts {
    int moves = 0;
    int known = 0;        ///< Moves whose result the tables know.
    int thrown_away = 0;  ///< Moves that threw away a win or draw.
};

std::string_view name_of(rules::Colour colour) {
    return colour == rules::Colour::White ? "White" : "Black";
}

/// Returns what a move with this outcome for `mover` leads to: "White wins in 8", "draw", "Black has won".
std::string words_after(const probe::Outcome& outcome, rules::Colour mover) {
    if (outcome.wdl == rules::Wdl::Draw) {
        return "draw";
    }
    const std::string_view winner = name_of(outcome.wdl == rules::Wdl::Win ? mover : rules::opponent(mover));
    if (!outcome.plies) {
        return fmt::format("{} wins", winner);
    }
    const int plies = *outcome.plies - 1;  // from the position after the move
    return plies == 0 ? fmt::format("{} has won", winner) : fmt::format("{} wins in {}", winner, plies);
}

/// Returns the comment on a move: "White wins in 12, 4 plies later than with a1-a8".
std::string words_of(const rules::Position& position, const probe::MoveReview& review) {
    const rules::Colour mover = position.side_to_move;
    std::string words = words_after(*review.outcome(), mover);
    const auto& [best, best_outcome] = review.moves.front();
    if (review.thrown_away()) {
        words += fmt::format("; {}: {}", rules::to_text(position, best), words_after(*best_outcome, mover));
    } else if (const int plies = review.plies_lost(); plies > 0) {
        words +=
            fmt::format(", {} {} than with {}", probe::plies_text(plies),
                        review.outcome()->wdl == rules::Wdl::Win ? "later" : "sooner", rules::to_text(position, best));
    }
    return words;
}

/// Returns the same by the rules of a site: "White wins", "draw, Black wins in 74 without the rule".
std::string words_after(const probe::RuleMove& move, rules::Colour mover) {
    const auto [wdl, plies] = *move.without;
    const bool is_over = plies == 1 && wdl != rules::Wdl::Draw;
    if (move.outcome.wdl == wdl) {
        return words_after(is_over ? *move.without : probe::Outcome{wdl, std::nullopt}, mover);
    }
    return fmt::format("draw, {} without the rule", words_after(*move.without, mover));
}

/// Returns the comment on a move by the rules of a site.
std::string words_of(const rules::Position& position, const probe::RuleReview& review) {
    const rules::Colour mover = position.side_to_move;
    const std::string words = words_after(review.move(), mover);
    const probe::RuleMove& best = review.moves.front();
    return review.thrown_away()
               ? fmt::format("{}; {}: {}", words, rules::to_text(position, best.move), words_after(best, mover))
               : words;
}

void add_comment(std::string& comment, const std::string& words) {
    if (comment.find(words) == std::string::npos) {
        comment += (comment.empty() ? "" : "; ") + words;
    }
}

void add_mistake(std::string& marks) {
    const bool is_marked = marks.find('?') != std::string::npos;
    marks = is_marked ? marks : marks.empty() || marks.front() != '$' ? marks + "?" : "? " + marks;
}

void add_variation(rules::RecordedMove& recorded, const rules::Move& move) {
    const bool is_there = std::ranges::any_of(
        recorded.variations, [&](const rules::RecordedLine& line) { return line.front().move == move; });
    if (!is_there) {
        recorded.variations.push_back({rules::RecordedMove{move, {}, {}, {}}});
    }
}

/// Adds a review's findings to the move that it reviews.
void add_review(rules::RecordedMove& recorded, const rules::Position& position, const auto& review, bool equals,
                AnnotationCounts& counts) {
    ++counts.known;
    add_comment(recorded.comment, words_of(position, review));
    if (review.thrown_away()) {
        ++counts.thrown_away;
        add_mistake(recorded.marks);
    } else if (equals) {
        for (const rules::Move& move : review.as_good()) {
            add_variation(recorded, move);
        }
    }
}

/// Adds comments and marks to the moves of the main line: who wins, and in how many plies; `?` and the best move where
/// a win or draw was thrown away; the best move where it wins sooner or loses later. By the rules of a site that draws
/// after some plies: who wins, and where the rule changes it. Existing comments stay, and annotating again adds
/// nothing. Adds the findings to `counts`. Throws table::TablebaseError if a table is damaged.
void annotate(rules::GameRecord& game, const probe::Tablebase& tables, const AnnotateOptions& options,
              AnnotationCounts& counts) {
    rules::Position position = game.start;
    int counter = std::min(game.counter, options.site.draw_rule.plies);
    for (rules::RecordedMove& recorded : game.moves) {
        ++counts.moves;
        if (options.site.draw_rule.exists()) {
            const auto review = probe::review(tables, position, recorded.move, options.site, counter);
            if (review.move().outcome.wdl && review.move().without) {
                add_review(recorded, position, review, options.equals, counts);
            }
            counter = rules::is_zeroing(position, recorded.move) ? 0 : counter + 1;
        } else if (const auto review = probe::review(tables, position, recorded.move); review.outcome()) {
            add_review(recorded, position, review, options.equals, counts);
        }
        position = rules::after(position, recorded.move);
    }
}

std::string text_of(const std::string& file) {
    if (file.empty()) {
        require_readable(std::cin, "standard input");
        return {std::istreambuf_iterator<char>{std::cin}, {}};
    }
    std::ifstream stream = open_to_read(file);
    return {std::istreambuf_iterator<char>{stream}, {}};
}

int run_annotate(const AnnotateOptions& options) {
    const probe::Tablebase tables{options.directory, {.most_pieces = options.most_pieces}};
    std::vector<rules::GameRecord> games = rules::read_pdn(text_of(options.file));
    const std::string name = options.file.empty() ? "standard input" : options.file;
    if (games.empty()) {
        throw UserError{fmt::format("{}: there is no game in this text", name)};
    }
    AnnotationCounts sum;
    int bad_games = 0;
    for (rules::GameRecord& game : games) {
        annotate(game, tables, options, sum);
        if (!game.error.empty()) {
            ++bad_games;
            std::string& comment = game.moves.empty() ? game.comment : game.moves.back().comment;
            comment += fmt::format("{}the rest could not be read, {}", comment.empty() ? "" : "; ", game.error);
            print_notice(fmt::format("{}: {}", name, game.error));
        }
        std::cout << (&game == &games.front() ? "" : "\n") << rules::to_pdn(game);
    }
    flush_output();
    std::cerr << fmt::format("games: {}; moves: {}, known to the tables: {}, that threw away a win or a draw: {}\n",
                             games.size(), sum.moves, sum.known, sum.thrown_away);
    return bad_games == 0 ? exit_done : exit_failed;
}

}  // namespace

void add_annotate(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<AnnotateOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "annotate", "Add results from the tables to the moves of games",
        R"(Reads one or more games as PDN and prints them with comments: after each move that the tables know, who wins
and in how many plies. A move that threw away a win or a draw gets a ?, and its comment gives the best move;
so does the comment where the win could have come sooner or the loss later. Existing comments and variations
are kept. A game begins at the position of its FEN tag or, without one, at the starting position of Dameo.

With --rule, games end as they do on a site: drawn after N plies without a capture or a man's move. H of the FEN tag is
how many of them were played before. Comments say who wins under the rule, and where it makes a win a draw; a move
that gives the draw away gets a ?. That takes .dtz files for the same N, unless the .dtm files say enough.

If a game cannot be read to its end, the part before the error is printed with the reason, and the exit status
is 1.
)",
        R"(  dameotb annotate --dir tables game.pdn > annotated.pdn
  dameotb annotate --dir tables --equals study.pdn
  dameotb annotate --dir tables --rule playstrategy game.pdn
  dameotb annotate --dir tables < game.pdn
)");
    add_directories_option(subcommand, options->directory);
    add_most_pieces_option(subcommand, options->most_pieces);
    subcommand->add_flag("--equals", options->equals,
                         "Also add, as variations, the other moves that are just as good (same result, same plies)");
    add_site_rules_option(subcommand, options->site);
    subcommand->add_option("FILE", options->file, "File of games; without it, standard input")->type_name("");
    on_chosen(subcommand, chosen, options, run_annotate);
}

}  // namespace dameotb::tools

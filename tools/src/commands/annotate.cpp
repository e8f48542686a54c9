// dameotb annotate: adds the tables' knowledge to the moves of games.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include <dameotb/probe/site_game.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/proof/prover.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/rules/site_rules.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/input.hpp>
#include <dameotb/terminal/interrupt.hpp>

#include "commands/annotation.hpp"
#include "commands/answers.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct AnnotateOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    std::string file;
    rules::SiteRules site;
    bool equals = false;  ///< Add the other moves that were just as good, except where something was thrown away.
    std::chrono::milliseconds time_to_prove{};  ///< For each position; 0: none is proved.
};

/// Findings in the main lines of games.
struct AnnotationCounts {
    int moves = 0;
    int known = 0;        ///< Moves whose result the tables know, or a search has proven.
    int proven = 0;       ///< Of these, those that no table knows.
    int half_known = 0;   ///< Moves of which it is proven that they leave a side at least a draw.
    int thrown_away = 0;  ///< Moves that threw away a win or draw.
};

void add_variation(rules::RecordedMove& recorded, const Move& move) {
    const bool is_there = std::ranges::any_of(
        recorded.variations, [&](const rules::RecordedLine& line) { return line.front().move == move; });
    if (!is_there) {
        recorded.variations.push_back({rules::RecordedMove{move, {}, {}, {}}});
    }
}

probe::Question question_in(const probe::SiteGame& game) {
    return {{game.position(), game.counter()}, game.site()};
}

/// Proves what it can of the positions of a game's main line, from the end: what is found out about a later one serves
/// the earlier ones. Returns the proofs in the order of the game, one more than there are moves.
std::vector<proof::Proof> prove_positions(const rules::GameRecord& game, probe::SiteGame played,
                                          const probe::Tablebase& tables, std::chrono::milliseconds time) {
    std::vector<probe::Question> positions{question_in(played)};
    for (const rules::RecordedMove& recorded : game.moves) {
        played.play(recorded.move);
        positions.push_back(question_in(played));
    }
    const terminal::Interrupts interrupts;
    terminal::ProgressDisplay display;
    proof::Prover prover{tables};
    std::vector<proof::Proof> proofs(positions.size());
    for (std::size_t i = positions.size(); i-- > 0;) {
        display.show(fmt::format("proving position {} of {}", positions.size() - i, positions.size()));
        probe::WorkBudget budget{time, [&] { return interrupts.flag().load(); }};
        proofs[i] = prover.prove(positions[i], {.budget = &budget});
    }
    display.wipe();
    return proofs;
}

/// Adds to a review what is proven of the position, and of the one after the move. Of wins and losses a proof has no
/// exact plies. Returns what else is proven.
ProvenBounds add_proofs(probe::MoveReview& review, const probe::SiteGame& game, const proof::Proof& before,
                        const proof::Proof& after) {
    if (game.may_be_drawn()) {
        return {};  // of repetitions the proofs know nothing
    }
    probe::RankedMove& played = review.moves[review.played];
    if (!played.outcome && after.is_decided()) {
        proof::set_proven(played, question_in(game), opposite(after.bounds.at_least.wdl));
    }
    if (const auto number = proof::add_proof(review.moves, question_in(game), before)) {
        review.played = review.played == *number ? 0 : review.played + (review.played < *number ? 1 : 0);
    }
    return {before.bounds.at_least.wdl, before.line.empty() ? std::nullopt : std::optional{before.line.front()},
            opposite(after.bounds.at_most.wdl), opposite(after.bounds.at_least.wdl)};
}

/// Adds comments and marks to the moves of the main line: who wins, and in how many plies; `?` and the best move where
/// a win or draw was thrown away; the best move where it wins sooner or loses later. By the rules of a site: who wins,
/// and where a rule changes it, up to the draw by repetition that ends the game. What the author wrote stays; what an
/// earlier run wrote is replaced. Adds the findings to `counts`. Throws table::TablebaseError if a table is damaged.
void annotate(rules::GameRecord& game, const probe::Tablebase& tables, const AnnotateOptions& options,
              AnnotationCounts& counts) {
    probe::SiteGame played{options.site, game.start, std::min(game.counter, options.site.draw_rule.plies)};
    std::vector<proof::Proof> proofs;
    if (options.time_to_prove.count() > 0) {
        proofs = prove_positions(game, played, tables, options.time_to_prove);
    }
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        rules::RecordedMove& recorded = game.moves[i];
        ++counts.moves;
        if (played.is_drawn_by_repetition()) {
            continue;
        }
        probe::MoveReview review = probe::review(tables, played, recorded.move);
        const bool is_in_tables = review.move().outcome.has_value();
        const ProvenBounds proven =
            proofs.empty() ? ProvenBounds{} : add_proofs(review, played, proofs[i], proofs[i + 1]);
        if (const auto annotation = annotation_of(played, review, proven)) {
            const bool is_known = review.move().outcome.has_value();
            counts.known += is_known ? 1 : 0;
            counts.proven += is_known && !is_in_tables ? 1 : 0;
            counts.half_known += is_known ? 0 : 1;
            annotate(recorded, *annotation);
            if (annotation->best) {
                ++counts.thrown_away;
            } else if (options.equals) {
                for (const Move& move : review.as_good()) {
                    add_variation(recorded, move);
                }
            }
        }
        played.play(recorded.move);
    }
}

std::string text_of(const std::string& file) {
    if (file.empty()) {
        terminal::require_readable(std::cin, "standard input");
        return {std::istreambuf_iterator<char>{std::cin}, {}};
    }
    std::ifstream stream = terminal::open_to_read(file);
    return {std::istreambuf_iterator<char>{stream}, {}};
}

int run_annotate(const AnnotateOptions& options) {
    const probe::Tablebase tables{options.directory, {.most_pieces = options.most_pieces}};
    std::vector<rules::GameRecord> games = rules::read_pdn(text_of(options.file));
    const std::string name = options.file.empty() ? "standard input" : options.file;
    if (games.empty()) {
        throw terminal::UserError{fmt::format("{}: there is no game in this text", name)};
    }
    AnnotationCounts sum;
    int bad_games = 0;
    for (rules::GameRecord& game : games) {
        annotate(game, tables, options, sum);
        if (!game.error.empty()) {
            ++bad_games;
            std::string& comment = game.moves.empty() ? game.comment : game.moves.back().comment;
            comment += fmt::format("{}the rest could not be read, {}", comment.empty() ? "" : "; ", game.error);
            terminal::print_notice(fmt::format("{}: {}", name, game.error));
        }
        std::cout << (&game == &games.front() ? "" : "\n") << rules::to_pdn(game);
    }
    terminal::flush_output();
    std::cerr << fmt::format(
        "games: {}; moves: {}, known to the tables: {}{}, that threw away a win or a draw: {}\n", games.size(),
        sum.moves, sum.known - sum.proven,
        options.time_to_prove.count() > 0
            ? fmt::format(", proven by search: {}, at least a draw: {}", sum.proven, sum.half_known)
            : "",
        sum.thrown_away);
    return bad_games == 0 ? exit_done : exit_failed;
}

}  // namespace

void add_annotate(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<AnnotateOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "annotate", "Add results from the tables to the moves of games",
        R"(Reads one or more games as PDN and prints them with comments: after each move that the tables know, who wins
and in how many plies. A move that threw away a win or a draw gets a ?, and its comment gives the best move;
so does the comment where the win could have come sooner or the loss later. Existing comments, variations and marks
are kept: a bad move that has a mark keeps it, and its comment says what was better. Comments of an earlier run are
replaced. A game begins at the position of its FEN tag or, without one, at the starting position of Dameo.

With --prove TIME, positions that no table has are searched, from the end of each game, as dameotb prove does. What that
proves is written like what tables know, but without plies, or if no more is proven, "at least a draw for White"; with
--rule, what holds under it. Ctrl-C ends the search, and the games are printed with what is known by then.

With --rule, games end as they do on a site: drawn after N plies without a capture or a man's move. H of the FEN tag is
how many of them were played before. Comments say who wins under the rule, and where it makes a win a draw; a move
that gives the draw away gets a ?. That takes .dtz files for the same N, unless the .dtm files say enough. By the rules
of freeling and playstrategy a position that occurs for the third time is a draw, too. A move that makes it one, or
lets the opponent do so, gets a ? if it gives a win away; nothing further ahead is looked at.

If a game cannot be read to its end, the part before the error is printed with the reason, and the exit status
is 1.
)",
        R"(  dameotb annotate --dir tables game.pdn > annotated.pdn
  dameotb annotate --dir tables --equals study.pdn
  dameotb annotate --dir tables --prove 2 game.pdn
  dameotb annotate --dir tables --rule playstrategy game.pdn
  dameotb annotate --dir tables < game.pdn
)");
    add_directories_option(subcommand, options->directory);
    add_most_pieces_option(subcommand, options->most_pieces);
    subcommand->add_flag("--equals", options->equals,
                         "Also add, as variations, the other moves that are just as good (same result, same plies)");
    add_site_rules_option(subcommand, options->site);
    add_time_option(subcommand, "--prove", options->time_to_prove,
                    "Search for proofs of what the tables do not know, for so much processor time for each\n"
                    "position, as 2, 0.5 or 200ms");
    subcommand->add_option("FILE", options->file, "File of games; without it, standard input")->type_name("");
    on_chosen(subcommand, chosen, options, run_annotate);
}

}  // namespace dameotb::tools

// dameotb prove: proves by search what positions are worth that no table has.
#include <chrono>
#include <limits>

#include <fmt/format.h>

#include <dameotb/proof/prover.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "commands/answers.hpp"
#include "commands/command_line.hpp"

namespace dameotb::tools {

namespace {

struct ProveOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    PositionInput input;
    std::uint64_t seconds = 10;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::uint64_t> hash_bytes = std::uint64_t{64} << 20;
    bool json = false;
    rules::SiteRules site;
};

/// A proof, and what the display has to know of how it came about.
struct Proved {
    probe::Question question;
    proof::Proof proof;
    double seconds;
};

/// Returns "win in at most 9", "win in 5", "win", "draw", "at least a draw", "at most a draw" or "unknown".
std::string words_of(const proof::Proof& proof) {
    if (const auto outcome = proof.bounds.outcome()) {
        const auto most = outcome->wdl == Wdl::Win ? proof.bounds.at_least.plies : proof.bounds.at_most.plies;
        const bool is_bound = !outcome->plies && most;
        return terminal::coloured(
            is_bound ? fmt::format("{} in at most {}", to_string(outcome->wdl), *most) : to_string(*outcome),
            terminal::tone_of(outcome->wdl));
    }
    return proof.bounds.at_least.wdl == Wdl::Draw  ? "at least a draw"
           : proof.bounds.at_most.wdl == Wdl::Draw ? "at most a draw"
                                                   : "unknown";
}

std::string as_json(const Proved& proved) {
    const auto& [question, proof, seconds] = proved;
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(question.fen));
    web::write_outcome(json, proof.bounds.outcome());
    for (const auto& [name, bound] :
         {std::pair{"at_least", proof.bounds.at_least}, std::pair{"at_most", proof.bounds.at_most}}) {
        json.key(name).begin_object();
        web::write_outcome(json, bound);
        json.end_object();
    }
    rules::Fen at = question.position_asked_about();
    at.fullmove_number = question.fen.fullmove_number;
    json.key("line").begin_array();
    for (const Move& move : proof.line) {
        web::write_step(json, at, move);
    }
    json.end_array()
        .member("nodes", proof.nodes)
        .member("probes", proof.probes)
        .member("milliseconds", static_cast<std::uint64_t>(seconds * 1000));
    return json.end_object().text() + '\n';
}

std::string as_text(const Proved& proved, bool is_one_of_many) {
    const auto& [question, proof, seconds] = proved;
    const std::string moves = rules::numbered_moves(question.fen, proof.line);
    if (is_one_of_many) {
        return fmt::format("{}\t{}\t{}\n", rules::to_fen(question.fen), words_of(proof), moves);
    }
    return fmt::format("{}\n{}{}{} nodes, {} probes, {:.2f} s\n", words_of(proof), moves, moves.empty() ? "" : "\n",
                       proof.nodes, proof.probes, seconds);
}

Proved prove(proof::Prover& prover, const probe::Question& question, const ProveOptions& options) {
    // Only now: between positions, a signal ends the program as usual.
    const terminal::Interrupts interrupts;
    const auto start = std::chrono::steady_clock::now();
    probe::WorkBudget budget{std::chrono::seconds{options.seconds}, [&] { return interrupts.flag().load(); }};
    Proved proved{question, prover.prove(question, {.nodes = options.nodes, .budget = &budget}), 0};
    proved.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return proved;
}

int run_prove(const ProveOptions& options) {
    const probe::Tablebase tables{options.directory, {.most_pieces = options.most_pieces}};
    proof::Prover prover{tables, static_cast<std::size_t>(options.hash_bytes.value())};
    return answer_positions(options.input, options.json ? AnswerForm::Json : AnswerForm::Text,
                            [&](const rules::Fen& fen) {
                                const Proved proved = prove(prover, {fen, options.site}, options);
                                return options.json ? as_json(proved) : as_text(proved, options.input.is_stdin());
                            });
}

}  // namespace

void add_prove(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ProveOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "prove", "Prove by search what a position is worth that no table has",
        R"(Searches down to the tables and prints what is proven of the result for the side to move: win, draw, loss, at least
a draw, at most a draw, or unknown if the limits end the search first; then moves that reach it, and the work. The
plies are those that the winner's proof takes, which need not be the shortest way, unless the tables have the position;
they need .dtm files. The moves are those of that proof and the longest defence against it.
Ctrl-C ends the search, and what is known by then is printed.
A position from standard input gives FEN<TAB>what is proven<TAB>moves. Later ones use what was found out about earlier
ones, so the positions of a game are best given from its end.

With --rule N, only what holds under the draw rule is said: a win without it is at least a draw.
)" + lines_help(),
        R"(  dameotb prove --dir tables W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7
  dameotb prove --dir tables --time 60 --hash 1G W:WKa8,c2,d3:Bd6,e6,g7,Kh8
  dameotb prove --dir tables --json < positions.txt
)");
    add_directories_option(subcommand, options->directory);
    add_most_pieces_option(subcommand, options->most_pieces);
    options->input.add_to(subcommand);
    subcommand->add_option("--time", options->seconds, "Processor time for each position in seconds; default: 10")
        ->type_name("S")
        ->transform(whole_number(1, 1'000'000));
    subcommand->add_option("--nodes", options->nodes, "Positions to search for each; default: no limit")
        ->type_name("N")
        ->transform(whole_number(1, std::numeric_limits<std::uint64_t>::max()));
    add_size_option(subcommand, "--hash", options->hash_bytes,
                    "Memory for what is found out about positions; K, M, G and T are powers of 1024; default: 64M");
    subcommand->add_flag(
        "--json", options->json,
        "One JSON object per line: fen, result, plies, at_least, at_most, line: the moves in order, each\n"
        "with the fen it leads to; nodes, probes, milliseconds");
    add_site_rules_option(subcommand, options->site);
    on_chosen(subcommand, chosen, options, run_prove);
}

}  // namespace dameotb::tools

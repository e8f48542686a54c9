// dameotb prove: proves by search what positions are worth that no table has.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <future>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include <fmt/format.h>

#include <dameotb/proof/prover.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/input.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/numbers.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "commands/answers.hpp"
#include "files/output_file.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct ProveOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    PositionInput input;
    std::chrono::milliseconds time = std::chrono::seconds{10};
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::uint64_t> hash_bytes = std::uint64_t{64} << 20;
    int threads = 1;
    bool json = false;
    bool shortest = false;
    rules::SiteRules site;
    std::string certificate;  ///< The file to write; empty for none.
    std::string to_check;     ///< The file to check; empty for none.
};

/// A proof, and what the display has to know of how it came about.
struct Proved {
    probe::Question question;
    proof::Proof proof;
    double seconds;
};

/// Returns "win in at most 9", "win in 5", "win", "draw", "at least a draw", "at most a draw" or "unknown".
std::string words_of(const probe::OutcomeBounds& bounds) {
    if (const auto outcome = bounds.outcome()) {
        const auto most = outcome->wdl == Wdl::Win ? bounds.at_least.plies : bounds.at_most.plies;
        const bool is_bound = !outcome->plies && most;
        return terminal::coloured(
            is_bound ? fmt::format("{} in at most {}", to_string(outcome->wdl), *most) : to_string(*outcome),
            terminal::tone_of(outcome->wdl));
    }
    return bounds.at_least.wdl == Wdl::Draw  ? "at least a draw"
           : bounds.at_most.wdl == Wdl::Draw ? "at most a draw"
                                             : "unknown";
}

void write_result(web::JsonWriter& json, const probe::OutcomeBounds& bounds) {
    web::write_outcome(json, bounds.outcome());
    web::write_bounds(json, bounds);
}

std::string as_json(const Proved& proved) {
    const auto& [question, proof, seconds] = proved;
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(question.fen));
    write_result(json, proof.bounds);
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
        return fmt::format("{}\t{}\t{}\n", rules::to_fen(question.fen), words_of(proof.bounds), moves);
    }
    return fmt::format("{}\n{}{}{} nodes, {} probes, {:.2f} s\n", words_of(proof.bounds), moves,
                       moves.empty() ? "" : "\n", proof.nodes, proof.probes, seconds);
}

Proved proved_within(probe::WorkBudget& budget, proof::Prover& prover, const probe::Question& question,
                     const ProveOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    Proved proved{question,
                  prover.prove(question, {.nodes = options.nodes, .budget = &budget, .shortest = options.shortest}), 0};
    proved.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return proved;
}

Proved prove(proof::Prover& prover, const probe::Question& question, const ProveOptions& options,
             const terminal::Interrupts& interrupts) {
    terminal::ProgressDisplay display;
    double next_second = 1;
    probe::WorkBudget budget{options.time, [&] {
                                 if (display.seconds() >= next_second) {
                                     next_second = display.seconds() + 1;
                                     display.show(fmt::format("searching: {:.0f} s of {}", display.seconds(),
                                                              terminal::seconds_text(options.time)));
                                 }
                                 return interrupts.flag().load();
                             }};
    return proved_within(budget, prover, question, options);
}

/// Writes down what was proven, also if a signal has ended the search. Searches again for as long what the hash table
/// has lost.
void write_certificate(proof::Prover& prover, const Proved& proved, const ProveOptions& options,
                       const terminal::Interrupts& interrupts, OutputFile& file) {
    const bool was_ended = interrupts.flag();
    probe::WorkBudget budget{options.time, [&] { return !was_ended && interrupts.flag(); }};
    const auto certificate = prover.certificate(proved.question.fen.position, {.budget = &budget});
    if (!certificate) {
        throw terminal::UserError{proved.proof.bounds == probe::OutcomeBounds{}
                                      ? "no certificate: nothing is proven"
                                      : "no certificate: it takes more memory than a quarter of --hash, or more time "
                                        "than --time"};
    }
    file.write(proof::to_file(*certificate));
    file.finish();
}

/// Checks a certificate. What is printed is what it proves, not what it says.
int run_check(const ProveOptions& options, const probe::Tablebase& tables) {
    std::ifstream stream = terminal::open_to_read(options.to_check);
    const std::string bytes{std::istreambuf_iterator<char>{stream}, {}};
    try {
        const proof::Certificate certificate = proof::read_file(bytes);
        const proof::Checked checked = proof::check(certificate, tables);
        const std::string fen = rules::to_fen(certificate.position);
        if (options.json) {
            web::JsonWriter json;
            json.begin_object().member("fen", fen);
            write_result(json, checked.bounds);
            json.member("positions", checked.positions).member("probes", checked.probes);
            fmt::print("{}\n", json.end_object().text());
        } else {
            fmt::print("{}\n{}\nchecked, positions: {}, probes: {}\n", fen, words_of(checked.bounds), checked.positions,
                       checked.probes);
        }
    } catch (const proof::CertificateError& error) {
        throw terminal::UserError{options.to_check + ": " + error.what()};
    }
    return exit_done;
}

std::string text_of(const Proved& proved, const ProveOptions& options) {
    return options.json ? as_json(proved) : as_text(proved, options.input.is_stdin());
}

/// Provers for threads, each with its part of the memory. Thread-safe.
class Provers {
public:
    Provers(const probe::Tablebase& tables, std::size_t count, std::size_t hash_bytes) {
        for (std::size_t i = 0; i < count; ++i) {
            idle_.push_back(std::make_unique<proof::Prover>(tables, hash_bytes / count));
        }
    }

    /// Takes one, as soon as there is one.
    [[nodiscard]] std::unique_ptr<proof::Prover> take() {
        std::unique_lock lock{mutex_};
        one_is_idle_.wait(lock, [this] { return !idle_.empty(); });
        auto prover = std::move(idle_.back());
        idle_.pop_back();
        return prover;
    }
    void give_back(std::unique_ptr<proof::Prover> prover) {
        const std::lock_guard lock{mutex_};
        idle_.push_back(std::move(prover));
        one_is_idle_.notify_one();
    }

private:
    std::mutex mutex_;
    std::condition_variable one_is_idle_;
    std::vector<std::unique_ptr<proof::Prover>> idle_;
};

/// Proves several positions of standard input at a time.
int prove_in_threads(const ProveOptions& options, const probe::Tablebase& tables) {
    const auto threads = static_cast<std::size_t>(options.threads);
    Provers provers{tables, threads, static_cast<std::size_t>(options.hash_bytes.value())};
    const auto prove_one = [&](const rules::Fen& fen) {
        std::unique_ptr<proof::Prover> prover = provers.take();
        const auto give_back = std::shared_ptr<void>{nullptr, [&](void*) { provers.give_back(std::move(prover)); }};
        probe::WorkBudget budget{options.time};
        return text_of(proved_within(budget, *prover, {fen, options.site}, options), options);
    };
    // Lines that wait, so that no thread is idle while the first of them takes long.
    const std::size_t waiting = std::min<std::size_t>(3 * threads, 64);
    return answer_lines(
        options.input, options.json ? AnswerForm::Json : AnswerForm::Text, threads + waiting,
        [&](const rules::Fen& fen) { return std::async(std::launch::async | std::launch::deferred, prove_one, fen); });
}

int run_prove(const ProveOptions& options) {
    const probe::Tablebase tables{options.directory, {.most_pieces = options.most_pieces}};
    if (!options.to_check.empty()) {
        return run_check(options, tables);
    }
    if (options.threads > 1 && options.input.is_stdin()) {
        return prove_in_threads(options, tables);
    }
    proof::Prover prover{tables, static_cast<std::size_t>(options.hash_bytes.value())};
    std::optional<terminal::Interrupts> interrupts;
    std::optional<OutputFile> file;  // before the search, which would be lost if it could not be written
    if (!options.certificate.empty()) {
        interrupts.emplace();
        file.emplace(options.certificate, *interrupts);
    }
    return answer_positions(
        options.input, options.json ? AnswerForm::Json : AnswerForm::Text, [&](const rules::Fen& fen) {
            if (!file) {
                // For the search alone: between positions, a signal ends the program as usual.
                return text_of(prove(prover, {fen, options.site}, options, terminal::Interrupts{}), options);
            }
            const Proved proved = prove(prover, {fen, options.site}, options, *interrupts);
            // Before it turns out whether there is a certificate.
            fmt::print("{}", text_of(proved, options));
            write_certificate(prover, proved, options, *interrupts, *file);
            return std::string{};
        });
}

}  // namespace

void add_prove(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ProveOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "prove", "Prove by search what positions without a table are worth",
        R"(Searches down to the tables and prints what is proven of the result for the side to move: win, draw, loss, at least
a draw, at most a draw, or unknown if the limits end the search first; then moves that reach it, and the work. The
plies are those that the winner's proof takes, which need not be the shortest way, unless the tables have the position;
they need .dtm files. The moves are those of that proof against one defence, which need not be the one that lasts
longest. With --shortest the search goes on for the shortest win; if it is found in time, plies and moves are exact.
Ctrl-C ends the search, and what is known by then is printed.
A position from standard input gives FEN<TAB>what is proven<TAB>moves. Later ones use what was found out about earlier
ones, so the positions of a game are best given from its end. With --threads several are searched at a time and printed
in their order; then Ctrl-C ends the program.

With --rule N, only what holds under the draw rule is said: a win that may take longer than the counter allows is at
least a draw. The plies are not said then.

--certificate writes what the proof rests on: the positions in which the winner, or the side that holds the draw, has
a move for all that the opponent can do. --check goes through such a file by the rules and the tables alone, prints
what it proves, and fails if it proves nothing.
)" + lines_help(),
        R"(  dameotb prove --dir tables W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7
  dameotb prove --dir tables --time 60 --hash 1G W:WKa8,c2,d3:Bd6,e6,g7,Kh8
  dameotb prove --dir tables --json --threads 4 < positions.txt
  dameotb prove --dir tables --certificate stroke.proof W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7
  dameotb prove --dir tables --check stroke.proof
)");
    add_directories_option(subcommand, options->directory);
    add_most_pieces_option(subcommand, options->most_pieces);
    options->input.add_to(subcommand);
    add_time_option(subcommand, "--time", options->time,
                    "Processor time for each position, as 10, 0.5 or 200ms; default: 10. The time printed is that of\n"
                    "the clock");
    subcommand->add_option("--nodes", options->nodes, "Positions to search for each; default: no limit")
        ->type_name("N")
        ->transform(whole_number(1, std::numeric_limits<std::uint64_t>::max()));
    subcommand
        ->add_option("--threads", options->threads,
                     "Positions of standard input to search at a time, with a part of --hash for each and nothing\n"
                     "of what was found out about others; default: 1")
        ->type_name("N")
        ->transform(whole_number(1, most_threads));
    add_size_option(subcommand, "--hash", options->hash_bytes,
                    "Memory for what is found out about positions; K, M, G and T are powers of 1024; default: 64M");
    CLI::Option* const shortest =
        subcommand->add_flag("--shortest", options->shortest,
                             "Go on after the proof of a win or a loss, for the shortest win and the longest defence");
    subcommand->add_flag(
        "--json", options->json,
        "One JSON object per line: fen, result, plies, at_least and at_most: bounds, null where nothing is\n"
        "proven; line: the moves in order, each with the fen it leads to; nodes, probes, milliseconds");
    add_site_rules_option(subcommand, options->site);
    shortest->excludes("--rule");
    CLI::Option* const certificate =
        subcommand->add_option("--certificate", options->certificate, "Also write what the proof of FEN rests on")
            ->type_name("FILE")
            ->check(named)
            ->needs(options->input.option)
            ->excludes("--rule")
            ->excludes(shortest);
    subcommand->add_option("--check", options->to_check, "Check a certificate; nothing is searched")
        ->type_name("FILE")
        ->check(named)
        ->excludes(options->input.option)
        ->excludes(certificate)
        ->excludes(shortest)
        ->excludes("--rule");
    on_chosen(subcommand, chosen, options, run_prove);
}

}  // namespace dameotb::tools

// dameotb claims: tells which claims about endings are true.
#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/analysis/claims/wording.hpp>
#include <dameotb/table/directory/table_name.hpp>

#include "commands/command_line.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/machine_memory.hpp"
#include "terminal/progress.hpp"
#include "text/claims_input.hpp"
#include "text/claims_text.hpp"
#include "text/class_progress_text.hpp"

namespace dameotb::tools {

namespace {

struct ClaimsOptions {
    std::string directory;
    std::vector<std::string> files;
    bool available = false;
    bool json = false;
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes;
};

/// Returns an error that names all missing tables and a command that makes them.
UserError missing_tables(const std::string& directory, const std::vector<index::Material>& missing) {
    std::string files;
    std::vector<index::Material> to_make;
    for (const index::Material& material : missing) {
        files += (files.empty() ? "" : ", ") + table::TableName{material, table::Metric::Dtm}.file_name();
        const bool is_made_anyway = std::ranges::any_of(missing, [&](const index::Material& other) {
            const auto needed = index::with_dependencies({other});
            return other != material && std::ranges::count(needed, material) > 0;
        });
        if (!is_made_anyway) {
            to_make.push_back(material);
        }
    }
    return UserError{
        fmt::format("the claims need tables that are not in {}: {} ({}; or "
                    "check the other claims alone, with --available)",
                    directory, files, way_to_make("them", directory, to_make))};
}

/// Judges the claims, and shows the progress.
std::vector<claims::Answer> find_answers(const std::vector<claims::Claim>& all, const ClaimsOptions& options) {
    const Interrupts interrupts;
    ProgressDisplay display;
    const analysis::RunOptions work{.directory = options.directory,
                                    .threads = options.threads,
                                    .memory_bytes = bound_memory(options.memory_bytes),
                                    .on_progress = [&](const auto& at) { display.show(class_progress_text(at)); },
                                    .stop = &interrupts.flag()};
    claims::Judge judge{all, work};
    judge.answer_positions();
    if (const auto missing = judge.missing(); !options.available && !missing.empty()) {
        throw missing_tables(options.directory, missing);
    }
    if (!judge.answer_classes()) {
        throw Stopped{interrupts.exit_status(), "stopped: no claim was decided"};
    }
    return judge.answers();
}

int print_answers(const std::vector<claims::Claim>& all, const std::vector<claims::Answer>& answers,
                  const ClaimsOptions& options) {
    std::size_t expected = 0;
    std::size_t refuted = 0;
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::cout << (options.json ? as_json_line(all[i], answers[i]) : as_text(all[i], answers[i], options.directory));
        const bool as_expected = claims::is_as_expected(all[i], answers[i]);
        expected += as_expected ? 1 : 0;
        refuted += as_expected && all[i].refuted ? 1 : 0;
        skipped += answers[i].verdict == claims::Verdict::Skipped ? 1 : 0;
    }
    flush_output();
    const std::size_t wrong = all.size() - expected - skipped;
    std::cerr << fmt::format(
        "dameotb: {} claim{}: {} confirmed, {} refuted as said, {} NOT as said, {} skipped for want of "
        "tables\n",
        all.size(), all.size() == 1 ? "" : "s", expected - refuted, refuted, wrong, skipped);
    return wrong == 0 ? exit_done : exit_failed;
}

int run_claims(const ClaimsOptions& options) {
    const auto all = read_claims(options.files);
    if (!all) {
        return exit_usage;
    }
    return print_answers(*all, find_answers(*all, options), options);
}

}  // namespace

void add_claims(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ClaimsOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "claims", "Check claims about endings",
        "Reads files of claims and finds out for each, over all positions that it is about, whether it is true: "
        "confirmed\n"
        "or refuted, in capitals where the file says otherwise. What is false is answered with counterexamples, "
        "shortest\n"
        "first. Needs .dtm files. docs/claims.md defines the language; in short:\n"
        "  source \"Where the claims are from\"\n"
        "  claim \"Two kings win, but for 160 placements, in 13 plies at most\"\n"
        "    all but 160 placements of KKvK, white to move: win\n"
        "    longest win of KKvK, white to move: 13 plies\n"
        "    position W:WKa7,Kh8:BKa1: win in 5\n"
        "    line a7-g7 a1-b1 g7-b7 b1xb8 h8xa8 from W:WKa7,Kh8:BKa1: optimal, ends the game\n"
        "  refuted \"Two kings always win\"\n"
        "    all placements of KKvK, white to move: win\n"
        "Exit status 1 also if a claim is not as said, 2 also for a file that breaks the language's rules.\n",
        "  dameotb claims --dir tables data/claims/*.claims\n"
        "  dameotb claims --dir tables --available data/claims/*.claims\n"
        "  dameotb claims --dir tables --json my.claims\n");
    add_directory_option(subcommand, options->directory);
    subcommand->add_option("FILE", options->files, "Files of claims")->type_name("")->required();
    subcommand->add_flag("--available", options->available,
                         "Skip claims whose tables are not all there; how many is said on standard error");
    subcommand->add_flag("--json", options->json,
                         "One JSON object a line: file, line, claim, source, refuted, verdict (confirmed, refuted,\n"
                         "skipped), as_expected, missing, statements");
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_claims);
}

}  // namespace dameotb::tools

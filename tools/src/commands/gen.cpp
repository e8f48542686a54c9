// dameotb gen: makes the tables of a directory, and continues where an earlier run stopped.
#include <dameotb/cluster/simulation.hpp>
#include <dameotb/gen/run/estimate.hpp>
#include <dameotb/gen/run/generate.hpp>
#include <dameotb/gen/run/measure.hpp>
#include <dameotb/gen/run/slice_schedule.hpp>

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include <dameotb/analysis/verify/check.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/terminal/numbers.hpp>

#include "messages/run_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

constexpr int most_workers = 100'000;

struct GenOptions : TableOptions {
    std::string directory;
    int pieces = 0;
    std::optional<store::DistanceSides> sides;
    std::string scratch;  ///< Empty for the directory of the tables.
    MetricOptions metrics;
    bool estimate = false;
    bool measure = false;
    int workers = 0;  ///< Of a run to be estimated; 0 for this process alone.
    std::optional<std::uint64_t> worker_rate;
    std::optional<std::uint64_t> shared_rate;
    bool check = false;
};

std::vector<index::Material> chosen_classes(const GenOptions& options) {
    std::vector<index::Material> classes =
        parse_classes(options.classes, options.estimate ? Wanted::Sizes : Wanted::Tables);
    if (options.pieces != 0) {
        const auto all = index::build_order(options.pieces);
        classes.insert(classes.end(), all.begin(), all.end());
    }
    return gen::in_run_order(index::with_dependencies(classes));
}

/// Turns the generator's reports into lines.
class GenReporter {
public:
    /// `suffix`: what follows the names of classes. `checks`: existing tables are read through to look for damage.
    GenReporter(std::string suffix, bool checks) : suffix_{std::move(suffix)}, checks_{checks} {}

    void operator()(const gen::Progress& progress) {
        if (progress.class_finished) {
            display_.print(finished_class_text(progress, checks_, suffix_, terminal::output_columns()));
            ++(progress.reused ? kept_ : solved_);
            positions_ += progress.positions;
        } else {
            display_.show(gen_progress_text(progress));
        }
    }

    void print_summary(const std::string& directory) {
        display_.print(fmt::format("{} classes, {} positions in {}: {} solved, {} kept, {:.2f} s", solved_ + kept_,
                                   positions_, directory, solved_, kept_, display_.seconds()));
    }

    [[nodiscard]] int finished() const { return solved_ + kept_; }

private:
    std::string suffix_;
    bool checks_;
    terminal::ProgressDisplay display_;
    int solved_ = 0;
    int kept_ = 0;
    std::uint64_t positions_ = 0;
};

/// Returns the memory limit for runs that were given none: nine tenths of the machine's memory if one of them could
/// need more; empty otherwise.
std::optional<std::uint64_t> bound_by_machine(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                              const GenOptions& options) {
    const auto bound = terminal::most_memory_bytes();
    const bool is_needed =
        bound && std::ranges::any_of(rules_of(options.metrics), [&](DrawRule rule) {
            return gen::estimate(classes, one_side_from, options.threads, {}, {}, rule).peak_bytes > *bound;
        });
    return is_needed ? bound : std::nullopt;
}

std::string seconds_text(double seconds) {
    return seconds < 10 ? fmt::format("{:.2f} s", seconds) : terminal::duration_text(seconds);
}

std::vector<std::string> estimate_row(const std::string& name, const gen::ClassEstimate& estimate) {
    return {name,
            std::to_string(estimate.stored),
            terminal::size_text(estimate.least_bytes),
            terminal::size_text(estimate.memory_bytes),
            terminal::size_text(estimate.scratch_bytes),
            terminal::size_text(estimate.disk_bytes),
            seconds_text(estimate.seconds)};
}

std::string measured_text(const gen::Measurement& measured) {
    const auto rate = [](double nanoseconds) { return nanoseconds > 0 ? fmt::format("{:.0f}", nanoseconds) : "-"; };
    const gen::WorkRates& ns = measured.nanoseconds;
    return fmt::format(
        "Measured in {:.1f} s, ns a position on one core: solve {} (kings alone {}, men alone {}), encode "
        "{} (without models {}), read {}.\n",
        measured.seconds, rate(ns.solve_both), rate(ns.solve_kings), rate(ns.solve_men), rate(ns.encode_models),
        rate(ns.encode_plain), rate(ns.read));
}

/// Returns what a bound on memory means for the run. Requires: the run has classes.
std::string bounded_text(const gen::RunEstimate& run, std::uint64_t bound, const GenOptions& options) {
    const auto less = [](auto member) {
        return [member](const gen::ClassEstimate& a, const gen::ClassEstimate& b) { return a.*member < b.*member; };
    };
    const gen::ClassEstimate& largest = *std::ranges::max_element(run.classes, less(&gen::ClassEstimate::least_bytes));
    const gen::ClassEstimate& longest = *std::ranges::max_element(run.classes, less(&gen::ClassEstimate::seconds));
    const gen::ClassEstimate& slowed = *std::ranges::min_element(run.classes, less(&gen::ClassEstimate::threads));
    const auto slowed_classes = std::ranges::count_if(
        run.classes, [&](const gen::ClassEstimate& estimate) { return estimate.threads < options.threads; });
    std::string text = fmt::format("With --memory {}:\n", terminal::size_text(bound));
    if (run.least_bytes > bound) {
        text += fmt::format("  Too little: the run is refused. {} needs most, {} by itself.\n", largest.material.name(),
                            terminal::size_text(largest.least_bytes));
    }
    if (slowed_classes > 0) {
        text += fmt::format("  {} {} solved by fewer than {} threads at a time, {} by {}. `time` allows for that.\n",
                            slowed_classes, slowed_classes == 1 ? "class is" : "classes are", options.threads,
                            slowed.material.name(), slowed.threads);
    }
    text += fmt::format("  Longest: {}, {}.\n", longest.material.name(), seconds_text(longest.seconds));
    if (run.peak_bytes <= bound) {
        return text + (run.checkpoint_bytes == 0
                           ? "  All scores stay in memory: no scratch.\n"
                           : fmt::format("  All scores stay in memory; checkpoints take up to {} of scratch.\n",
                                         terminal::size_text(run.checkpoint_bytes)));
    }
    const auto free = options.directory.empty() ? std::nullopt : terminal::free_bytes(options.directory);
    return text +
           fmt::format("  Disk: files and scratch take at most {} together, while {} is made{}.\n",
                       terminal::size_text(run.disk_bytes), run.fullest.name(),
                       free ? fmt::format("; {} is free in {}", terminal::size_text(*free), options.directory) : "");
}

/// Returns an estimate for making these classes: one line per class, and a line of totals.
std::string estimate_text(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                          const GenOptions& options, const gen::Measurement& measured) {
    const gen::RunEstimate run =
        gen::estimate(classes, one_side_from, options.threads, measured.factors, options.memory_bytes);
    std::vector<std::vector<std::string>> rows{{"class", "stored", "least", "memory", "scratch", "disk", "time"}};
    gen::ClassEstimate all;
    all.memory_bytes = run.peak_bytes;
    all.least_bytes = run.least_bytes;
    all.scratch_bytes = run.scratch_bytes;
    for (const gen::ClassEstimate& estimate : run.classes) {
        rows.push_back(estimate_row(estimate.material.name(), estimate));
        all.stored += estimate.stored;
        all.disk_bytes += estimate.disk_bytes;
        all.seconds += estimate.seconds;
    }
    rows.push_back(estimate_row("all", all));
    return terminal::table_text(rows, 1, 6) + (options.measure ? measured_text(measured) : "") +
           fmt::format(
               "Estimates for {} thread{}; `stored` is exact. The classes are made in this order.\n"
               "`least`: the least that --memory can be; `memory`: what is used without a bound; `scratch`: what is on "
               "disk with the least bound; `disk`: the files. For a class, the first three include the classes that it "
               "needs; for `all`, they are the peaks of the run.\n"
               "{}The least that --memory can be: {}\n",
               options.threads, options.threads == 1 ? "" : "s",
               options.memory_bytes && !run.classes.empty() ? bounded_text(run, *options.memory_bytes, options) : "",
               terminal::size_text(run.least_bytes));
}

cluster::Cluster cluster_of(const GenOptions& options, const gen::Measurement& measured) {
    cluster::Cluster cluster;
    cluster.workers = options.workers;
    cluster.threads = options.threads;
    cluster.worker_rate = options.worker_rate.value_or(cluster.worker_rate);
    cluster.shared_rate = options.shared_rate.value_or(cluster.shared_rate);
    cluster.factors = measured.factors;
    return cluster;
}

/// Returns an estimate for a run of many processes.
std::string scale_text(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                       const cluster::Cluster& cluster) {
    const cluster::ScaleEstimate run = cluster::estimate_scale(classes, one_side_from, cluster);
    const double cores = static_cast<double>(cluster.workers) * cluster.threads;
    const auto plural = [](int count) { return count == 1 ? "" : "s"; };
    return fmt::format(
        "{} worker{} with {} thread{}: {}, {:.0f} % of it for what one process would do too ({} of one core), {:.0f} % "
        "busy.\n"
        "{} tasks; the longest takes {} ({}, {}).\n"
        "Shared directory, at {} a second a worker and {} for all: {} read, {} written, {} at most at a time.\n",
        cluster.workers, plural(cluster.workers), cluster.threads, plural(cluster.threads),
        terminal::duration_text(run.seconds), 100 * run.work_seconds / (run.seconds * cores),
        terminal::duration_text(run.work_seconds), 100 * run.busy_seconds / (run.seconds * cluster.workers), run.tasks,
        terminal::duration_text(run.longest_seconds), run.longest.material.name(), task_words(run.longest.kind),
        terminal::size_text(cluster.worker_rate), terminal::size_text(cluster.shared_rate),
        terminal::size_text(run.read_bytes), terminal::size_text(run.written_bytes),
        terminal::size_text(run.shared_bytes));
}

std::string stopped_text(int finished, const gen::GenerateOptions& work) {
    return fmt::format("{} of {} classes are finished and kept in {}; the same command resumes from there", finished,
                       work.classes.size(), work.directory.string());
}

int run_gen(const GenOptions& options) {
    const std::vector<index::Material> classes = chosen_classes(options);
    const std::uint64_t one_side_from =
        options.sides == store::DistanceSides::One ? store::one_side_for_space : store::never_one_side;
    if (options.estimate) {
        const gen::Measurement measured = options.measure ? gen::measure() : gen::Measurement{};
        std::cout << estimate_text(classes, one_side_from, options, measured)
                  << (options.workers > 0 ? scale_text(classes, one_side_from, cluster_of(options, measured)) : "");
        return exit_done;
    }
    gen::GenerateOptions work;
    work.directory = options.directory;
    work.classes = classes;
    work.memory_bytes = options.memory_bytes ? options.memory_bytes : bound_by_machine(classes, one_side_from, options);
    if (work.memory_bytes) {
        work.memory_bytes = terminal::bound_memory(work.memory_bytes);
    }
    work.threads = options.threads;
    work.one_side_from = one_side_from;
    work.scratch = options.scratch;
    if (options.check) {
        work.check_kept = [&work](const index::Material& material, const auto& on_done) {
            analysis::ReadOptions read{work.directory, work.threads, {}, work.stop};
            read.on_progress = [&on_done](std::uint64_t done, std::uint64_t) { on_done(done); };
            return analysis::require_sound(material, read);
        };
    }
    std::optional<GenReporter> reporter;  // of one run
    work.on_progress = [&reporter](const gen::Progress& progress) { (*reporter)(progress); };
    const terminal::Interrupts interrupts;
    work.stop = &interrupts.flag();
    try {
        for (const DrawRule rule : rules_of(options.metrics)) {
            work.rule = rule;
            reporter.emplace(rule.exists() ? ".dtz" : "", options.check);
            std::ranges::for_each(require_room(work.directory, work.scratch_directory(), gen::disk_need(work)),
                                  terminal::print_notice);
            if (gen::generate(work) == gen::GenerateResult::Stopped) {
                throw interrupts.stopped(stopped_text(reporter->finished(), work));
            }
            reporter->print_summary(options.directory);
        }
        return exit_done;
    } catch (const memory::MemoryBoundError& error) {
        const std::string bound = terminal::size_text(*work.memory_bytes);
        throw terminal::UserError{
            fmt::format("{} needs {} of memory with --threads {}, and {}", error.material().name(),
                        terminal::size_text(error.needed_bytes()), options.threads,
                        options.memory_bytes ? "--memory is " + bound
                                             : "this machine has " + bound + " for it (--memory overrides this)")};
    } catch (const memory::ScratchError& error) {
        // A damaged file says itself what to do; the same command would find it again.
        const char* const remedy =
            error.is_damage() ? "" : " (scratch for --memory; --scratch names another directory)";
        throw terminal::UserError{fmt::format("{}{}; finished classes are kept in {}{}", error.what(), remedy,
                                              options.directory,
                                              error.is_damage() ? "" : ", and the same command resumes the run")};
    } catch (const table::TablebaseError& error) {
        if (!error.is_damage()) {
            throw;
        }
        throw terminal::UserError{fmt::format("{}; remove it, and the same command makes it again", error.what())};
    }
}

}  // namespace

void add_gen(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<GenOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "gen", "Make tables",
        R"(Makes a .wdl and a .dtm file for each class, smaller classes first. Classes whose files exist already are
kept, so the same command resumes a run that was stopped. A file appears under its name only when it is
complete.

Each finished class prints a line of fields separated by spaces: class, stored positions, seconds; the seconds
of these that it took to `read` other classes, to `solve` this one and to `encode` its files; the bytes of both
`files`; and the peak bytes of the `scratch`, which holds scores that do not fit into --memory. `kept` at the
end means that the files existed already. Programs can find a field by its position or by the word before it.
On a terminal, a line is updated with the class, the current step, the percentage done, positions per second,
the time left for the class and for the run and, if the run may reach its bound on memory, memory and scratch.
Elsewhere, as in a log, standard error gets this line when nothing was printed for ten minutes.

With --sides one, the .dtm of a class of more than 8 million positions stores one side to move, the one that
takes less space: all files of 5 pieces take less than half the space. Values for the other side are found by
searching one move, which takes longer, so such tables suit archives and downloads. Files that are kept do not
change; compress changes them.

With --metrics wdl,dtm,dtz it also makes a .dtz file for each class: who wins if a game is drawn after --plies
plies without a capture or a man's move, and how many of these plies it takes. A class whose .dtz exists is kept;
a .dtz with another rule ends the run.

gen checks only the header of a file that it keeps, and with --check all of it. A damaged file ends the run.
Only one run at a time makes tables in a directory: a second one ends and names the first.

With --memory, scores that do not fit are kept on disk, next to the tables or in --scratch, and removed when
their class is done. That takes time but changes no byte of the tables. A bound that is too small for some class
is refused before the run begins, and so is a run for which the disk is far too small. --estimate shows what
fits, for classes of up to 8 pieces; with --memory it says what that bound means for threads, times and disk, and
with --measure it uses the measured speed of this machine.
)",
        R"(  dameotb gen --dir tables --pieces 4
  dameotb gen --dir tables --class KKMvKM --threads 8
  dameotb gen --estimate --pieces 5
  dameotb gen --estimate --measure --class KKKKvKKK --threads 2
  dameotb gen --estimate --pieces 7 --threads 16 --memory 57G
  dameotb gen --estimate --pieces 7 --workers 64 --threads 16
  dameotb gen --dir tables --pieces 5 --memory 3G
  dameotb gen --dir tables --pieces 4 --check
  dameotb gen --dir tables --pieces 4 --metrics wdl,dtm,dtz --plies 50
  dameotb gen --dir archive --pieces 5 --sides one
)");
    const CLI::Option* directory =
        add_directory_option(subcommand, options->directory)->envname(directory_variable)->required(false);
    const auto pieces_to_make = [subcommand](std::string& text) {
        const bool estimates = subcommand->get_option("--estimate")->count() > 0;
        return whole_number(2, estimates ? index::most_sized_pieces : index::most_pieces)(text);
    };
    const CLI::Option* pieces = subcommand->add_option("--pieces", options->pieces, "All classes of 2 to N pieces")
                                    ->type_name("N")
                                    ->transform(CLI::Validator{pieces_to_make, ""});
    const CLI::Option* classes =
        subcommand->add_option("--class", options->classes, "These classes, as in KKMvKM, and all that they depend on")
            ->type_name("CLASS")
            ->delimiter(',');
    CLI::Option* estimate = subcommand->add_flag(
        "--estimate", options->estimate, "Only print the memory, disk space and time that it will take; write nothing");
    subcommand
        ->add_flag("--measure", options->measure,
                   "With --estimate: first measure the speed of this machine on small classes, for some seconds")
        ->needs(estimate);
    CLI::Option* workers =
        subcommand
            ->add_option(
                "--workers", options->workers,
                "With --estimate: also estimate a run of N processes that share a directory (dameotb-mpi), each with "
                "--threads")
            ->type_name("N")
            ->transform(whole_number(1, most_workers))
            ->needs(estimate);
    add_size_option(
        subcommand, "--worker-rate", options->worker_rate,
        fmt::format("With --workers: bytes per second that one worker reads or writes in that directory; default: {}",
                    terminal::size_text(cluster::Cluster{}.worker_rate)))
        ->needs(workers);
    add_size_option(
        subcommand, "--shared-rate", options->shared_rate,
        fmt::format("With --workers: bytes per second that all workers together read and write; default: {}",
                    terminal::size_text(cluster::Cluster{}.shared_rate)))
        ->needs(workers);
    add_metric_options(subcommand, options->metrics);
    subcommand->add_flag("--check", options->check, "Read all of every file that is kept, not only its header");
    subcommand->parse_complete_callback([options, directory, pieces, classes, estimate] {
        if (directory->count() == 0 && estimate->count() == 0) {
            throw CLI::RequiredError{"--dir"};
        }
        require_makeable(options->metrics);
        if (pieces->count() == 0 && classes->count() == 0) {
            throw CLI::ValidationError{"say which tables, with --pieces N or --class CLASS, for example --pieces 3"};
        }
    });
    add_threads_option(subcommand, options->threads);
    add_sides_option(subcommand, options->sides, "Sides to move that a .dtm stores; default: two");
    add_memory_option(subcommand, options->memory_bytes);
    subcommand
        ->add_option("--scratch", options->scratch,
                     "Where to keep scores that do not fit into --memory; default: next to the tables")
        ->type_name("DIR")
        ->check([](const std::string& path) {
            std::error_code ignored;
            return std::filesystem::is_directory(path, ignored) ? "" : fmt::format("there is no directory '{}'", path);
        });
    on_chosen(subcommand, chosen, options, run_gen);
}

}  // namespace dameotb::tools

// dameotb gen: makes the tables of a directory, and goes on where an earlier run stopped.
#include <dameotb/gen/estimate.hpp>
#include <dameotb/gen/generate.hpp>
#include <dameotb/gen/measure.hpp>

#include <iostream>

#include <fmt/format.h>

#include <dameotb/index/limits.hpp>
#include <dameotb/table/format/error.hpp>

#include "commands/command_line.hpp"
#include "terminal/free_space.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/machine_memory.hpp"
#include "terminal/progress.hpp"
#include "terminal/sizes.hpp"
#include "text/gen/disk_need.hpp"
#include "text/gen/estimate.hpp"
#include "text/gen/gen_progress.hpp"
#include "text/gen/scale.hpp"

namespace dameotb::tools {

namespace {

constexpr int most_workers = 100'000;

struct GenOptions {
    std::string directory;
    int pieces = 0;
    std::vector<std::string> classes;
    int threads = 1;
    std::optional<scores::DtmSides> sides;
    std::optional<std::uint64_t> memory_bytes;
    std::string scratch;  ///< Empty for the directory of the tables.
    bool estimate = false;
    bool measure = false;
    int workers = 0;  ///< Of a run that is only estimated; 0 for this process alone.
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
    return index::with_dependencies(classes);
}

/// Turns the generator's reports into lines.
class GenReporter {
public:
    /// `checks`: existing tables are read through to look for damage.
    explicit GenReporter(bool checks) : checks_{checks} {}

    void operator()(const gen::Progress& progress) {
        if (progress.class_finished) {
            finish_class(progress);
        } else {
            show(progress);
        }
    }

    void print_summary(const std::string& directory) {
        display_.print(fmt::format("{} classes, {} positions in {}: {} solved, {} kept, {:.2f} s", solved_ + kept_,
                                   positions_, directory, solved_, kept_, display_.seconds()));
    }

    [[nodiscard]] int finished() const { return solved_ + kept_; }

private:
    void finish_class(const gen::Progress& progress) {
        display_.print(finished_class_text(progress, checks_));
        ++(progress.reused ? kept_ : solved_);
        positions_ += progress.positions;
    }

    void show(const gen::Progress& progress) {
        if (display_.is_live()) {
            display_.show(gen_progress_text(progress));
        }
    }

    bool checks_;
    ProgressDisplay display_;
    int solved_ = 0;
    int kept_ = 0;
    std::uint64_t positions_ = 0;
};

/// Returns the bound for a run that was given none: nine tenths of the machine's memory, if the run could need more.
/// Empty otherwise.
std::optional<std::uint64_t> bound_by_machine(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                              int threads) {
    const auto bound = most_memory_bytes();
    return bound && gen::estimate(classes, one_side_from, threads).peak_bytes > *bound ? bound : std::nullopt;
}

/// Refuses a run for which the disk has far too little room, and warns if it may not have enough.
void require_room(const gen::GenerateOptions& work) {
    const std::vector<DiskRoom> disks = disks_of(work.directory, work.scratch_directory(), gen::disk_need(work));
    if (const auto refusal = refusal_of(disks)) {
        throw UserError{*refusal};
    }
    for (const std::string& doubt : doubts_of(disks)) {
        std::cerr << "dameotb: " << doubt << '\n';
    }
}

cluster::Cluster cluster_of(const GenOptions& options, const std::optional<gen::Measurement>& measured) {
    cluster::Cluster cluster;
    cluster.workers = options.workers;
    cluster.threads = options.threads;
    cluster.worker_rate = options.worker_rate.value_or(cluster.worker_rate);
    cluster.shared_rate = options.shared_rate.value_or(cluster.shared_rate);
    cluster.factors = measured ? measured->factors : gen::WorkRates{};
    return cluster;
}

int run_gen(const GenOptions& options) {
    const std::vector<index::Material> classes = chosen_classes(options);
    const std::uint64_t one_side_from =
        options.sides == scores::DtmSides::One ? scores::one_side_for_space : scores::never_one_side;
    if (options.estimate) {
        const auto measured = options.measure ? std::optional{gen::measure()} : std::nullopt;
        print_estimate(classes, one_side_from, options.threads, measured);
        if (options.workers > 0) {
            std::cout << scale_text(classes, one_side_from, cluster_of(options, measured));
        }
        return exit_done;
    }
    gen::GenerateOptions work;
    work.directory = options.directory;
    work.classes = classes;
    work.memory_bytes =
        options.memory_bytes ? options.memory_bytes : bound_by_machine(classes, one_side_from, options.threads);
    if (work.memory_bytes) {
        work.memory_bytes = bound_memory(work.memory_bytes);
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
    GenReporter reporter{options.check};
    work.on_progress = [&reporter](const gen::Progress& progress) { reporter(progress); };
    const Interrupts interrupts;
    work.stop = &interrupts.flag();
    try {
        require_room(work);
        if (gen::generate(work) == gen::GenerateResult::Complete) {
            reporter.print_summary(options.directory);
            return exit_done;
        }
    } catch (const scores::MemoryBoundError& error) {
        const std::string bound = size_text(*work.memory_bytes);
        throw UserError{fmt::format("{} needs {} of memory with --threads {}, and {}", error.material().name(),
                                    size_text(error.needed_bytes()), options.threads,
                                    options.memory_bytes
                                        ? "--memory is " + bound
                                        : "this machine has " + bound + " for it (--memory overrules)")};
    } catch (const scores::ScratchError& error) {
        throw UserError{
            fmt::format("{} (scratch for --memory; --scratch names another directory); finished classes are "
                        "kept in {}, and the same command goes on",
                        error.what(), options.directory)};
    } catch (const table::TablebaseError& error) {
        if (!error.is_damage()) {
            throw;
        }
        throw UserError{fmt::format("{}; remove it, and the same command makes it anew", error.what())};
    }
    throw Stopped{
        interrupts.exit_status(),
        fmt::format("stopped: {} of {} classes are finished and kept in {}; the same command goes on from there",
                    reporter.finished(), work.classes.size(), options.directory)};
}

}  // namespace

void add_gen(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<GenOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "gen", "Make tables",
        "Makes a .wdl and a .dtm file for each class, smaller classes first. A class whose files are there already is\n"
        "kept: a run that was stopped goes on with the same command. A file appears under its name only when it is\n"
        "whole.\n\n"
        "Each finished class gives a line of fields between spaces: class, stored positions, seconds; of these, "
        "seconds\n"
        "to `read` other classes, to `solve` this one and to `encode` its files; bytes of both `files`; and the most\n"
        "bytes that the `scratch` had, where scores are that do not fit into --memory. `kept` at the end says that "
        "the\n"
        "files were there already. A program takes the fields by their place or by the word before them. On a "
        "terminal\n"
        "a changing line shows meanwhile: the class, what is done with it, its share, positions a second, the time "
        "left\n"
        "for the class and for the run, and with a bound that the run may reach, memory and scratch.\n\n"
        "With --sides one the .dtm of a class of more than 8 million positions stores one side to move, the one that\n"
        "takes less: all files of 5 pieces take less than half the space. Values for the other side are found by one\n"
        "move's search, which takes longer, so such tables are for archives and downloads. Files that are kept stay "
        "as\n"
        "they are; compress changes them.\n\n"
        "Of a file that is kept the header is checked; with --check all of it. A damaged one "
        "ends\n"
        "the run. One run at a time makes tables in a directory: a second one ends and names the first.\n\n"
        "With --memory, scores that do not fit are on disk meanwhile, beside the tables or in --scratch, in files\n"
        "without a name: nothing is left of them. That takes time and changes no byte; a bound that is too small for\n"
        "some class is refused before anything is done, and so is a run for which the disk is far too small.\n"
        "--estimate says what fits, for classes of up to 8 pieces, and goes by the speed of this machine with "
        "--measure.\n",
        "  dameotb gen --dir tables --pieces 4\n"
        "  dameotb gen --dir tables --class KKMvKM --threads 8\n"
        "  dameotb gen --estimate --pieces 5\n"
        "  dameotb gen --estimate --measure --class KKKKvKKK --threads 2\n"
        "  dameotb gen --estimate --pieces 7 --workers 64 --threads 16\n"
        "  dameotb gen --dir tables --pieces 5 --memory 3G\n"
        "  dameotb gen --dir tables --pieces 4 --check\n"
        "  dameotb gen --dir archive --pieces 5 --sides one\n");
    add_directory_option(subcommand, options->directory);
    const CLI::Option* directory = subcommand->get_option("--dir")->required(false);
    const CLI::Option* pieces = subcommand->add_option("--pieces", options->pieces, "All classes of 2 to N pieces")
                                    ->type_name("N")
                                    ->transform(whole_number(2, index::most_sized_pieces));
    const CLI::Option* classes =
        subcommand->add_option("--class", options->classes, "These classes, as in KKMvKM, and all that they depend on")
            ->type_name("CLASS")
            ->delimiter(',');
    const CLI::Option* estimate = subcommand->add_flag(
        "--estimate", options->estimate, "Only print what it will take: memory, disk, time; writes nothing");
    subcommand
        ->add_flag("--measure", options->measure,
                   "With --estimate: first work on small classes for some seconds, to see how fast this machine is")
        ->needs(subcommand->get_option("--estimate"));
    subcommand
        ->add_option(
            "--workers", options->workers,
            "With --estimate: also how N processes would do it that share a directory (dameotb-mpi), each with "
            "--threads")
        ->type_name("N")
        ->transform(whole_number(1, most_workers))
        ->needs(subcommand->get_option("--estimate"));
    add_size_option(
        subcommand, "--worker-rate", options->worker_rate,
        fmt::format("With --workers: bytes that a worker reads or writes a second in that directory; default: {}",
                    size_text(cluster::Cluster{}.worker_rate)))
        ->needs(subcommand->get_option("--workers"));
    add_size_option(subcommand, "--shared-rate", options->shared_rate,
                    fmt::format("With --workers: bytes that all of them read and write a second together; default: {}",
                                size_text(cluster::Cluster{}.shared_rate)))
        ->needs(subcommand->get_option("--workers"));
    subcommand->add_flag("--check", options->check, "Read all of every file that is kept, not its header alone");
    subcommand->parse_complete_callback([options, directory, pieces, classes, estimate] {
        if (estimate->count() == 0 && options->pieces > index::most_pieces) {
            throw CLI::ValidationError{"--pieces",
                                       whole_number_text(2, index::most_pieces, std::to_string(options->pieces))};
        }
        if (directory->count() == 0 && estimate->count() == 0) {
            throw CLI::RequiredError{"--dir"};
        }
        if (pieces->count() == 0 && classes->count() == 0) {
            throw CLI::ValidationError{"say which tables, with --pieces N or --class CLASS, for example --pieces 3"};
        }
    });
    add_threads_option(subcommand, options->threads);
    add_sides_option(subcommand, options->sides, "Sides to move that a .dtm stores; default: two");
    add_memory_option(subcommand, options->memory_bytes);
    subcommand
        ->add_option("--scratch", options->scratch,
                     "Where scores are kept that do not fit into --memory; default: beside the tables")
        ->type_name("DIR")
        ->check([](const std::string& path) {
            std::error_code ignored;
            return std::filesystem::is_directory(path, ignored) ? "" : fmt::format("there is no directory '{}'", path);
        });
    on_chosen(subcommand, chosen, options, run_gen);
}

}  // namespace dameotb::tools

// dameotb gen: makes the tables of a directory, and goes on where an earlier run stopped.
#include <dameotb/gen/estimate.hpp>
#include <dameotb/gen/generate.hpp>

#include <iostream>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <fmt/format.h>

#include <dameotb/format/error.hpp>
#include <dameotb/index/limits.hpp>

#include "commands/command_line.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/machine_memory.hpp"
#include "terminal/progress.hpp"
#include "terminal/sizes.hpp"
#include "text/estimate.hpp"

namespace dameotb::tools {

namespace {

struct GenOptions {
    std::string directory;
    int pieces = 0;
    std::vector<std::string> classes;
    int threads = 1;
    std::optional<store::DtmSides> sides;
    std::optional<std::uint64_t> memory_bytes;
    bool estimate = false;
    bool check = false;
};

std::vector<index::Material> chosen_classes(const GenOptions& options) {
    std::vector<index::Material> classes = parse_classes(options.classes);
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
        display_.print(fmt::format("{:<10} {:>15} positions {:>10.2f} s{}", progress.material.name(),
                                   progress.positions, progress.class_seconds,
                                   !progress.reused ? ""
                                   : checks_        ? "  kept, good"
                                                    : "  kept"));
        ++(progress.reused ? kept_ : solved_);
        positions_ += progress.positions;
        if (progress.reused) {
            kept_positions_ += progress.positions;
            kept_seconds_ += progress.class_seconds;
        }
    }

    void show(const gen::Progress& progress) {
        if (!display_.is_live()) {
            return;
        }
        if (progress.reused) {
            display_.show(fmt::format("{} ({} of {})  checking  {}", progress.material.name(), progress.class_number,
                                      progress.classes, rate_text(progress.positions_done, progress.class_seconds)));
            return;
        }
        // Classes that were kept took no time, so they do not count for the pace.
        const std::string left =
            time_left_text(progress.run_positions_done - kept_positions_, progress.run_positions - kept_positions_,
                           display_.seconds() - kept_seconds_);
        display_.show(fmt::format("{} ({} of {})  slices {}/{}  {}  {} left", progress.material.name(),
                                  progress.class_number, progress.classes, progress.slices_done, progress.slices,
                                  rate_text(progress.positions_done, progress.class_seconds), left));
    }

    bool checks_;
    ProgressDisplay display_;
    int solved_ = 0;
    int kept_ = 0;
    std::uint64_t positions_ = 0;
    std::uint64_t kept_positions_ = 0;
    double kept_seconds_ = 0;
};

/// Makes large blocks of freed memory go back to the system at once. By default, the C library keeps blocks of up to 32
/// MB after a while. Then memory that nobody uses could exceed the bound.
void return_freed_memory() {
#ifdef __GLIBC__
    constexpr int large_bytes = 128 * 1024;
    mallopt(M_MMAP_THRESHOLD, large_bytes);
    mallopt(M_TRIM_THRESHOLD, large_bytes);
#endif
}

/// Returns the bound for a run that was given none: nine tenths of the machine's memory, if the run could need more.
/// Empty otherwise.
std::optional<std::uint64_t> bound_by_machine(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                              int threads) {
    const auto machine = machine_memory_bytes();
    if (!machine) {
        return std::nullopt;
    }
    const std::uint64_t bound = *machine / 10 * 9;
    return gen::estimate(classes, one_side_from, threads).peak_bytes > bound ? std::optional{bound} : std::nullopt;
}

int run_gen(const GenOptions& options) {
    const std::vector<index::Material> classes = chosen_classes(options);
    const std::uint64_t one_side_from =
        options.sides == store::DtmSides::One ? store::one_side_for_space : store::never_one_side;
    if (options.estimate) {
        print_estimate(classes, one_side_from, options.threads);
        return exit_done;
    }
    gen::GenerateOptions work;
    work.directory = options.directory;
    work.classes = classes;
    work.memory_bytes =
        options.memory_bytes ? options.memory_bytes : bound_by_machine(classes, one_side_from, options.threads);
    if (work.memory_bytes) {
        return_freed_memory();
    }
    work.threads = options.threads;
    work.one_side_from = one_side_from;
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
        if (gen::generate(work) == gen::GenerateResult::Complete) {
            reporter.print_summary(options.directory);
            return exit_done;
        }
    } catch (const gen::MemoryBoundError& error) {
        const std::string bound = size_text(*work.memory_bytes);
        throw UserError{fmt::format("{} needs {} of memory with --threads {}, and {}", error.material().name(),
                                    size_text(error.needed_bytes()), options.threads,
                                    options.memory_bytes
                                        ? "--memory is " + bound
                                        : "this machine has " + bound + " for it (--memory overrules)")};
    } catch (const format::TablebaseError& error) {
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
        "whole. Each finished class gives a line: class, stored positions, seconds, and `kept` if its files were "
        "there.\n\n"
        "With --sides one the .dtm of a class of more than 8 million positions stores one side to move, the one that\n"
        "takes less: all files of 5 pieces take less than half the space. Values for the other side are found by one\n"
        "move's search, which takes longer, so such tables are for archives and downloads. Files that are kept stay "
        "as\n"
        "they are; compress changes them.\n\n"
        "Of a file that is kept the header is checked; with --check all of it. A damaged one "
        "ends\n"
        "the run. One run at a time makes tables in a directory: a second one ends and names the first.\n\n"
        "With --memory, classes that do not fit are dropped and read back later, which takes time and changes no "
        "byte;\n"
        "a bound that is too small for some class is refused before anything is done. --estimate says what fits.\n",
        "  dameotb gen --dir tables --pieces 4\n"
        "  dameotb gen --dir tables --class KKMvKM --threads 8\n"
        "  dameotb gen --estimate --pieces 5\n"
        "  dameotb gen --dir tables --pieces 5 --memory 3G\n"
        "  dameotb gen --dir tables --pieces 4 --check\n"
        "  dameotb gen --dir archive --pieces 5 --sides one\n");
    add_directory_option(subcommand, options->directory);
    const CLI::Option* directory = subcommand->get_option("--dir")->required(false);
    const CLI::Option* pieces = subcommand->add_option("--pieces", options->pieces, "All classes of 2 to N pieces")
                                    ->type_name("N")
                                    ->check(CLI::Range(2, index::most_pieces).description(""));
    const CLI::Option* classes =
        subcommand->add_option("--class", options->classes, "These classes, as in KKMvKM, and all that they depend on")
            ->type_name("CLASS")
            ->delimiter(',');
    const CLI::Option* estimate = subcommand->add_flag(
        "--estimate", options->estimate, "Only print what it will take: memory, disk, time; writes nothing");
    subcommand->add_flag("--check", options->check, "Read all of every file that is kept, not its header alone");
    subcommand->parse_complete_callback([directory, pieces, classes, estimate] {
        if (directory->count() == 0 && estimate->count() == 0) {
            throw CLI::RequiredError{"--dir"};
        }
        if (pieces->count() == 0 && classes->count() == 0) {
            throw CLI::RequiredError{"--pieces or --class"};
        }
    });
    add_threads_option(subcommand, options->threads);
    add_sides_option(subcommand, options->sides, "Sides to move that a .dtm stores: one or two; default: two");
    subcommand
        ->add_option_function<std::string>(
            "--memory",
            [options](const std::string& text) {
                options->memory_bytes = parse_size(text);
                if (!options->memory_bytes) {
                    throw CLI::ValidationError{"--memory", "write a number of bytes, as in 8G or 500M, not " + text};
                }
            },
            "Keep the memory of the process below SIZE bytes; K, M, G and T are powers of 1024; default: nine\n"
            "tenths of the machine's memory")
        ->type_name("SIZE");
    on_chosen(subcommand, chosen, options, run_gen);
}

}  // namespace dameotb::tools

// dameotb verify: compares every stored value with the values of the positions that its moves lead to.
#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/gen/run/slice_schedule.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/terminal/numbers.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "messages/run_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct VerifyOptions : ReadingOptions {
    bool plain = false;
    std::optional<std::uint64_t> sample;
    std::uint64_t seed = 1;
};

/// Turns the verifier's reports into lines.
class VerifyReporter {
public:
    void operator()(const analysis::VerifyProgress& progress) {
        if (progress.class_finished) {
            // Includes reading the class and its dependencies.
            display_.print(fmt::format("{:<10} {:>15} positions {:>10.2f} s", progress.material.name() + suffix_,
                                       progress.positions, display_.seconds() - class_start_));
            ++finished_;
            class_start_ = work_start_ = display_.seconds();
        } else if (progress.reading) {
            display_.show(class_progress_text(progress));
            work_start_ = display_.seconds();
        } else {
            const double seconds = display_.seconds() - work_start_;
            display_.show(fmt::format("{}  {}  {} left in this class", class_progress_text(progress),
                                      terminal::rate_text(progress.positions_done, seconds),
                                      terminal::time_left_text(progress.positions_done, progress.positions, seconds)));
        }
    }

    /// `with_rule`: how many of the classes have a .dtz, too.
    void print_summary(std::uint64_t positions, std::size_t classes, std::size_t with_rule,
                       const VerifyOptions& options) {
        display_.print(fmt::format("verified {} positions in {} classes{}{}", positions, classes,
                                   with_rule > 0 ? fmt::format(", {} of them also under the draw rule", with_rule) : "",
                                   options.sample ? fmt::format(", at random with --seed {}", options.seed) : ""));
    }

    [[nodiscard]] int finished() const { return finished_; }
    /// Begins to count classes anew, of the .dtz files.
    void begin_rule() {
        suffix_ = ".dtz";
        finished_ = 0;
    }

private:
    std::string suffix_;
    terminal::ProgressDisplay display_;
    double class_start_ = 0;
    double work_start_ = 0;  ///< When all that the class needs was read.
    int finished_ = 0;
};

/// Returns whether the directories have .dtz files and no .dtm.
bool have_rule_alone(const table::TableDirectories& directories) {
    const std::vector<table::TableName> tables = table::list_tables(directories);
    const auto have = [&](table::Metric metric) {
        return std::ranges::find(tables, metric, &table::TableName::metric) != tables.end();
    };
    return have(table::Metric::Dtz) && !have(table::Metric::Dtm);
}

int run_verify(const VerifyOptions& options) {
    const bool rule_alone = have_rule_alone(options.directory);
    analysis::VerifyOptions work;
    work.directory = options.directory;
    work.classes = gen::in_run_order(rule_alone ? classes_with_tables(options.directory, options.classes)
                                                : classes_to_read(options.directory, options.classes));
    work.threads = options.threads;
    work.memory_bytes = terminal::bound_memory(options.memory_bytes);
    work.plain = options.plain;
    work.sample = options.sample;
    work.seed = options.seed;
    VerifyReporter reporter;
    work.on_progress = [&reporter](const analysis::VerifyProgress& progress) { reporter(progress); };
    const terminal::Interrupts interrupts;
    work.stop = &interrupts.flag();
    const auto verify = [&] {
        const analysis::VerifyReport report = analysis::verify(work);
        if (report.mismatch) {
            throw terminal::UserError{mismatch_text(*report.mismatch)};
        }
        if (report.stopped) {
            throw interrupts.stopped(fmt::format("{} of {} classes are verified{}", reporter.finished(),
                                                 work.classes.size(),
                                                 work.rule.exists() ? " under the draw rule" : ""));
        }
        return report.positions;
    };
    std::optional<std::uint64_t> positions;
    std::size_t classes = work.classes.size();
    if (!rule_alone) {
        positions = verify();
    }
    std::erase_if(work.classes, [&](const index::Material& material) {
        return !table::has_table(work.directory, {material, table::Metric::Dtz});
    });
    if (!work.classes.empty()) {
        work.rule = table::open_table(work.directory, {work.classes.front(), table::Metric::Dtz}).header().rule;
        reporter.begin_rule();
        const std::uint64_t under_rule = verify();
        if (rule_alone) {
            positions = under_rule;
            classes = work.classes.size();
        }
    }
    reporter.print_summary(positions.value_or(0), classes, rule_alone ? 0 : work.classes.size(), options);
    return exit_done;
}

}  // namespace

void add_verify(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<VerifyOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "verify", "Check tables against the rules",
        R"(Compares every stored value with the values of the positions that the legal moves lead to, and the .wdl file
with the .dtm file, and checks every checksum on the way. The first wrong value is reported with its file and
position, and the exit status is 1. The same goes for .dtz files, alone if there is no .dtm.

Checks 64 positions at a time, with code that the solver also uses. With --plain, each position is checked on
its own by the rules' move generator and the probe library, which share nothing with the solver; that takes
about 20 times as long. For large classes, --sample N takes about N positions of each, spread over the class.

What does not fit into --memory goes to an unnamed file in DIR, which disappears when the command ends.
)",
        R"(  dameotb verify --dir tables
  dameotb verify --dir tables KKvK KMvM
  dameotb verify --dir tables --plain --sample 10000000 KKMvKMM --memory 4G
)");
    add_directories_option(subcommand, options->directory);
    add_classes_option(subcommand, options->classes, "The classes to check");
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    CLI::Option* plain = subcommand->add_flag("--plain", options->plain,
                                              "Check one position at a time with the rules' move generator; slow");
    CLI::Option* sample =
        subcommand
            ->add_option("--sample", options->sample, "With --plain: check only about N random positions of each class")
            ->type_name("N")
            ->transform(whole_number(1, std::numeric_limits<std::uint64_t>::max()))
            ->needs(plain);
    subcommand->add_option("--seed", options->seed, "Chooses the sample; default: 1")
        ->type_name("S")
        ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
        ->needs(sample);
    on_chosen(subcommand, chosen, options, run_verify);
}

}  // namespace dameotb::tools

// dameotb check: looks for damage in table files. It verifies every checksum, and compares the .wdl file with the .dtm
// file. It cannot tell whether the values are right.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <dameotb/analysis/verify/check.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/numbers.hpp>

#include "messages/error_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct CheckOptions : ReadingOptions {
    bool values = false;
};

/// Returns the file name without blanks and characters outside ASCII, and with capitals where tables have them: a
/// table's name if this one was meant to be one.
std::string spelt_as_table(std::string_view file_name) {
    std::string name;
    for (const char written : file_name) {
        const auto letter = static_cast<unsigned char>(written);
        if (std::isgraph(letter) != 0) {
            const bool is_small = name.find('.') != std::string::npos || letter == 'v' || letter == 'V';
            name += static_cast<char>(is_small ? std::tolower(letter) : std::toupper(letter));
        }
    }
    return name;
}

/// Returns what is wrong with a table file's name. `meant`: as spelt_as_table returns it; not the name of a class that
/// can have tables unless it differs from the file's.
std::string name_problem(const std::string& file_name, const std::filesystem::path& meant) {
    const auto material = index::Material::parse(meant.stem().string());
    if (material && !index::is_supported(*material)) {
        return unsupported_text(*material);
    }
    const bool is_near = material && material->is_canonical() && meant != file_name;
    return "its name is not that of a table" + (is_near ? fmt::format("; did you mean {}?", meant.string()) : "");
}

/// Returns a sorted list of lines, one for each table file not named after a class that can have tables, saying what is
/// wrong. Files of macOS's Finder, which begin with "._", are no tables.
std::vector<std::string> misnamed_files(const table::TableDirectories& directories,
                                        const std::vector<index::Material>& classes) {
    std::vector<std::string> misnamed;
    for (const std::filesystem::path& directory : directories.all()) {
        for (const auto& entry : std::filesystem::directory_iterator{directory}) {
            const std::string name = entry.path().filename().string();
            const std::filesystem::path meant = spelt_as_table(name);
            const bool is_table = std::ranges::any_of(table::metrics, [&meant](table::Metric metric) {
                return meant.extension() == "." + table::extension(metric);
            });
            const bool is_known =
                meant == name && std::ranges::count(classes, meant.stem().string(), &index::Material::name) > 0;
            if (is_table && !is_known && !name.starts_with("._")) {
                misnamed.push_back(entry.path().string() + ": " + name_problem(name, meant));
            }
        }
    }
    std::ranges::sort(misnamed);
    return misnamed;
}

/// Returns the bytes of a file, or of all files below a directory, as far as the system reports them.
std::uintmax_t bytes_at(const std::filesystem::path& path) {
    const auto size = [](const std::filesystem::directory_entry& entry) {
        std::error_code error;
        const std::uintmax_t bytes = entry.is_regular_file(error) ? entry.file_size(error) : 0;
        return error ? 0 : bytes;
    };
    std::error_code ignored;
    std::uintmax_t bytes = size(std::filesystem::directory_entry{path, ignored});
    for (const auto& entry : std::filesystem::recursive_directory_iterator{path, ignored}) {
        bytes += size(entry);
    }
    return bytes;
}

/// Prints a line per class, prints a line on standard error per bad file, and counts the files.
class CheckReporter {
public:
    void begin(const index::Material& material, std::size_t number, std::size_t classes) {
        name_ = material.name();
        place_ = fmt::format("{} of {}", number, classes);
        start_ = display_.seconds();
    }

    void show(std::uint64_t done, std::uint64_t all) {
        const double seconds = display_.seconds() - start_;
        display_.show(
            fmt::format("{} ({})  {} left in this class", name_, place_, terminal::time_left_text(done, all, seconds)));
    }

    void finish(const analysis::ClassReport& report) {
        std::string states;
        std::uint64_t bytes = 0;
        for (const analysis::FileReport& file : report.files) {
            bytes += file.file_bytes;
            states += fmt::format("  {} {}", table::extension(file.metric), state_of(file));
            if (file.defect) {
                count_problem(file.problem(), file.is_bad());
            } else {
                ++files_;
            }
        }
        display_.print(
            fmt::format("{:<10} {:>15} bytes {:>10.2f} s{}", name_, bytes, display_.seconds() - start_, states));
    }

    /// Counts a damaged file, or one that could not be read and may be good.
    void count_problem(const std::string& problem, bool is_damage) {
        ++files_;
        ++(is_damage ? bad_ : unread_);
        display_.wipe();
        terminal::print_notice(problem);
    }

    /// Reports what an unfinished run left. `program`: the one that resumes it.
    void note_unfinished(const std::filesystem::path& path, const char* run, const char* program) {
        display_.print(
            fmt::format("{} bytes in {}, of {}: {} resumes it", bytes_at(path), path.string(), run, program));
    }

    /// Reports a file that was not checked, since another one is used.
    void note_duplicate(const table::DuplicateTable& duplicate, const table::TableDirectories& directories) {
        const auto path = [&](std::size_t directory) {
            return table::table_path(directories.all()[directory], duplicate.table).string();
        };
        display_.print(fmt::format("{} is not used and was not checked: {} comes first", path(duplicate.hidden),
                                   path(duplicate.used)));
    }

    void print_summary() {
        const std::string unread = unread_ == 0 ? "" : fmt::format(", {} could not be read", unread_);
        display_.print(fmt::format("checked {} files: {}{}", files_,
                                   all_are_good() ? "all are good" : fmt::format("{} BAD", bad_), unread));
    }

    [[nodiscard]] int bad() const { return bad_; }
    [[nodiscard]] bool all_are_good() const { return bad_ == 0 && unread_ == 0; }

private:
    static const char* state_of(const analysis::FileReport& file) {
        return !file.defect ? "good" : file.is_bad() ? "BAD" : "not read";
    }

    terminal::ProgressDisplay display_;
    std::string name_;
    std::string place_;
    double start_ = 0;
    int files_ = 0;
    int bad_ = 0;
    int unread_ = 0;
};

void note_unfinished_runs(const std::filesystem::path& directory, CheckReporter& reporter) {
    for (const std::filesystem::path& path : table::scratch_in(directory)) {
        reporter.note_unfinished(path, "an unfinished run", "gen");
    }
    std::error_code none;
    for (const auto& path : {table::shared_run_path(directory), table::shared_verification_path(directory)}) {
        if (std::filesystem::is_directory(path, none)) {
            reporter.note_unfinished(path, "an unfinished run of several processes", "dameotb-mpi");
        }
    }
}

int run_check(const CheckOptions& options) {
    const std::vector<index::Material> classes = table::classes_of(table::list_tables(options.directory));
    const std::vector<std::string> misnamed = misnamed_files(options.directory, classes);
    if (classes.empty() && misnamed.empty()) {
        throw terminal::UserError{no_tables_text(options.directory)};
    }
    CheckReporter reporter;
    analysis::ReadOptions work;
    work.directory = options.directory;
    work.threads = options.threads;
    work.on_progress = [&reporter](std::uint64_t done, std::uint64_t all) { reporter.show(done, all); };
    const terminal::Interrupts interrupts;
    work.stop = &interrupts.flag();
    const auto depth = options.values ? analysis::CheckDepth::Values : analysis::CheckDepth::Bytes;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        reporter.begin(classes[i], i + 1, classes.size());
        const analysis::ClassReport report = analysis::check_class(classes[i], work, depth);
        if (report.stopped) {
            throw interrupts.stopped(
                fmt::format("{} of {} classes are checked, {} files bad", i, classes.size(), reporter.bad()));
        }
        reporter.finish(report);
        for (const analysis::FileReport& file : report.files) {
            if (!work.rule.exists() && !file.defect) {
                work.rule = file.rule;
            }
        }
    }
    for (const std::string& problem : misnamed) {
        reporter.count_problem(problem, true);
    }
    for (const table::DuplicateTable& duplicate : table::duplicates_of(table::placed_tables(options.directory))) {
        reporter.note_duplicate(duplicate, options.directory);
    }
    for (const std::filesystem::path& directory : options.directory.all()) {
        note_unfinished_runs(directory, reporter);
    }
    reporter.print_summary();
    return reporter.all_are_good() ? exit_done : exit_failed;
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "check", "Check table files for damage",
        R"(Reads every .wdl, .dtm and .dtz file in full: header, models, index and block groups, each with its checksum. A
.dtm or .dtz must belong to the .wdl of its class, and every .dtz must have the draw rule of the first good one.
Each bad file is reported on standard error with the byte and the reason; the others are still read, and the exit
status is 1. The same goes for a file that cannot be read and may be good: one that the system cannot open, or a
.dtm without a good .wdl. These are counted separately. Takes seconds where verify takes minutes.

With --values, decodes all values, compares their checksum with the one in the header, and compares the results
of both files with each other. For a .dtm of one side to move, only manifest computes that checksum, since the
other side's values need other classes. Does not check whether the values are right: verify does.

A file whose name is a table's but for capitals or blanks is bad, too: no other subcommand finds it. Scratch of an
unfinished run is reported. Of several directories, the files that are used are checked, and those that are not,
because a directory before has one of the same name, are named.
)",
        R"(  dameotb check --dir tables
  dameotb check --dir tables --values
)");
    add_directories_option(subcommand, options->directory);
    subcommand->add_flag("--values", options->values, "Also decode and compare all values");
    add_threads_option(subcommand, options->threads);
    on_chosen(subcommand, chosen, options, run_check);
}

}  // namespace dameotb::tools

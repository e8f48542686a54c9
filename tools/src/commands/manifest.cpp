// dameotb manifest: prints the contents of a directory's tables as a list of checksums that is the same on every
// machine.
#include <algorithm>
#include <fstream>
#include <map>

#include <fmt/format.h>

#include <dameotb/analysis/verify/check.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/input.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/numbers.hpp>

#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

/// Returns the first line of version 1 of the list (docs/format.md, "Manifest").
std::string first_line() {
    return fmt::format("dameotb manifest 1, rules {}", table::rules_version);
}

struct ManifestOptions : ReadingOptions {
    std::string list;  ///< The list to compare with. Empty: print a list.
};

/// A list read from a file. The key is class and metric, as "KKvK dtm"; the value is the rest of the line.
using Listed = std::map<std::string, std::string>;

Listed read_list(const std::string& path) {
    std::ifstream file = terminal::open_to_read(path);
    terminal::BoundedLines lines{file};
    if (!lines.next() || lines.line() != first_line()) {
        throw terminal::UserError{fmt::format("{}: line 1: expected '{}'", path, first_line())};
    }
    Listed listed;
    for (int number = 2; lines.next(); ++number) {
        const std::string line{lines.line()};
        const std::size_t name_end = line.find(' ');
        const std::size_t end = name_end == std::string::npos ? name_end : line.find(' ', name_end + 1);
        if (lines.is_too_long() || end == std::string::npos ||
            !listed.emplace(line.substr(0, end), line.substr(end + 1)).second) {
            throw terminal::UserError{
                fmt::format("{}: line {}: expected CLASS METRIC VALUES XXH3, each table once", path, number)};
        }
    }
    return listed;
}

/// Returns the file name of a table such as "KKvK dtm".
std::string file_name(std::string table) {
    std::replace(table.begin(), table.end(), ' ', '.');
    return table;
}

/// Computes the digests of classes, one class after another, and displays progress.
class Digester {
public:
    Digester(const ManifestOptions& options, terminal::ProgressDisplay& display)
        : classes_{classes_with_tables(options.directory, options.classes)}, display_{display} {
        std::sort(classes_.begin(), classes_.end(),
                  [](const index::Material& a, const index::Material& b) { return a.name() < b.name(); });
        work_.directory = options.directory;
        work_.threads = options.threads;
        work_.stop = &interrupts_.flag();
    }

    [[nodiscard]] const std::vector<index::Material>& classes() const { return classes_; }

    /// Returns the digests of a class, sorted as a manifest is. Throws Stopped and table::TablebaseError.
    std::vector<analysis::TableDigest> digests(std::size_t number) {
        const std::string name = classes_[number].name();
        const double start = display_.seconds();
        work_.on_progress = [&](std::uint64_t done, std::uint64_t all) {
            const double seconds = display_.seconds() - start;
            display_.show(fmt::format("{} ({} of {})  {}  {} left in this class", name, number + 1, classes_.size(),
                                      terminal::rate_text(done, seconds),
                                      terminal::time_left_text(done, all, seconds)));
        };
        auto digests = analysis::digest_class(classes_[number], work_);
        if (!digests) {
            throw interrupts_.stopped(fmt::format("{} of {} classes are read", number, classes_.size()));
        }
        std::ranges::sort(*digests, {}, [](const analysis::TableDigest& digest) { return extension(digest.metric); });
        return *digests;
    }

private:
    std::vector<index::Material> classes_;
    terminal::ProgressDisplay& display_;
    terminal::Interrupts interrupts_;
    analysis::ReadOptions work_;
};

std::string table_of(const index::Material& material, table::Metric metric) {
    return fmt::format("{} {}", material.name(), table::extension(metric));
}

std::string rest_of(const analysis::TableDigest& digest) {
    return fmt::format("{} {}", digest.values, digest.xxh3);
}

int print_manifest(const ManifestOptions& options) {
    terminal::ProgressDisplay display;
    Digester digester{options, display};
    display.print(first_line());
    for (std::size_t i = 0; i < digester.classes().size(); ++i) {
        for (const analysis::TableDigest& digest : digester.digests(i)) {
            display.print(table_of(digester.classes()[i], digest.metric) + " " + rest_of(digest));
        }
    }
    return exit_done;
}

int compare_manifest(const ManifestOptions& options) {
    terminal::ProgressDisplay display;
    Listed missing = read_list(options.list);
    Digester digester{options, display};
    if (!options.classes.empty()) {
        std::erase_if(missing, [&](const auto& entry) {
            return std::ranges::none_of(digester.classes(), [&](const index::Material& material) {
                return entry.first.starts_with(material.name() + " ");
            });
        });
    }
    std::size_t same = 0;
    std::size_t wrong = 0;
    const auto tell = [&](const std::string& what) {
        display.wipe();
        terminal::print_notice(what);
        ++wrong;
    };
    for (std::size_t i = 0; i < digester.classes().size(); ++i) {
        try {
            for (const analysis::TableDigest& digest : digester.digests(i)) {
                const std::string table = table_of(digester.classes()[i], digest.metric);
                const auto entry = missing.extract(table);
                if (entry.empty()) {
                    tell(fmt::format("{}: is not listed in {}", file_name(table), options.list));
                } else if (entry.mapped() != rest_of(digest)) {
                    tell(fmt::format("{}: holds other values than {} says", file_name(table), options.list));
                } else {
                    ++same;
                }
            }
        } catch (const table::TablebaseError& error) {
            // No file of the class can be compared. The error names the damaged one.
            for (const table::Metric metric : table::metrics) {
                missing.erase(table_of(digester.classes()[i], metric));
            }
            tell(error.what());
        }
    }
    for (const auto& entry : missing) {
        tell(fmt::format("{}: is listed in {} and not in {}", file_name(entry.first), options.list,
                         options.directory.string()));
    }
    display.print(fmt::format("{} tables are as {} says{}", same, options.list,
                              wrong == 0 ? "" : fmt::format(", {} are NOT", wrong)));
    return wrong == 0 ? exit_done : exit_failed;
}

}  // namespace

void add_manifest(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ManifestOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "manifest", "List checksums of table values, or compare them with a list",
        R"(Prints one line for each table: class, metric, number of values, and a 128-bit XXH3 of the values except
those at forced captures. The list is the same on every machine, however the files are encoded. With
--compare no list is printed: each table that is missing, that FILE does not list, or whose values differ
from it is reported on standard error, and the exit status is 1 if there is any. With classes, only their
tables are listed or compared.
)",
        R"(  dameotb manifest --dir tables > tables.txt
  dameotb manifest --dir tables --compare tables.txt
  dameotb manifest --dir tables KKKKvKKK --compare data/manifests/kings7.txt
)");
    add_directories_option(subcommand, options->directory);
    add_classes_option(subcommand, options->classes, "The classes whose tables to list or compare");
    subcommand->add_option("--compare", options->list, "A list printed by an earlier `dameotb manifest`")
        ->type_name("FILE")
        ->check(named);
    add_threads_option(subcommand, options->threads);
    on_chosen(subcommand, chosen, options, [](const ManifestOptions& chosen_options) {
        return chosen_options.list.empty() ? print_manifest(chosen_options) : compare_manifest(chosen_options);
    });
}

}  // namespace dameotb::tools

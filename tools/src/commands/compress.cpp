// dameotb compress: shrinks the files of a directory, and proves that they still hold the same values.
#include <algorithm>

#include <fmt/format.h>

#include <dameotb/store/recompress.hpp>
#include <dameotb/table/directory/directory_lock.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/numbers.hpp>

#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct CompressOptions : TableOptions {
    std::string directory;
    std::optional<store::DistanceSides> sides;
};

/// Returns the existing tables of these classes.
std::vector<table::TableName> tables_of(const std::filesystem::path& directory,
                                        const std::vector<index::Material>& classes) {
    std::vector<table::TableName> found;
    for (const index::Material& material : classes) {
        for (const table::TableName& table : store::recompress_order(material)) {
            if (table::has_table(directory, table)) {
                found.push_back(table);
            }
        }
    }
    return found;
}

int run_compress(const CompressOptions& options) {
    const std::vector<table::TableName> files =
        tables_of(options.directory, classes_with_tables(options.directory, options.classes));
    if (options.sides && std::ranges::count(files, table::Metric::Dtm, &table::TableName::metric) == 0) {
        terminal::print_notice("--sides changes nothing: only .dtm files can store one side, and there are none");
    }
    const table::DirectoryLock lock{options.directory};
    const terminal::Interrupts interrupts;
    terminal::ProgressDisplay display;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string name = files[i].file_name();
        display.show(fmt::format("{} ({} of {})", name, i + 1, files.size()));
        std::optional<store::DistanceSides> sides = options.sides;
        if (sides == store::DistanceSides::One) {
            sides = store::sides_to_store(files[i].material, store::one_side_for_space);
        }
        const auto report =
            store::recompress(files[i], {options.directory, options.threads, &interrupts.flag(), sides});
        if (!report) {
            throw interrupts.stopped(fmt::format("{} of {} files are done; the others are unchanged", i, files.size()));
        }
        before += report->before_bytes;
        after += report->after_bytes;
        const bool kept = report->after_bytes == report->before_bytes;
        display.print(
            kept ? fmt::format("{:<14} {:>12} bytes, kept", name, report->before_bytes)
                 : fmt::format("{:<14} {:>12} bytes, now {:>12}", name, report->before_bytes, report->after_bytes));
    }
    display.print(fmt::format("{} files: {}, before {}; every value proven equal", files.size(),
                              terminal::size_text(after), terminal::size_text(before)));
    return exit_done;
}

}  // namespace

void add_compress(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<CompressOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "compress", "Make finished files smaller, or store one side",
        R"(Encodes the files again, as gen of this version does. A new file replaces the old one only if it is smaller,
or with --sides if it stores other sides, and only if every value, read back from the disk, is unchanged;
otherwise the old one is kept. Can be stopped and run again at any time.

With --sides one, the .dtm of a class of more than 8 million positions keeps one side to move, the one that
takes less space. The other side's values are found by searching one move; compress computes them once and
compares them with those that were stored. --sides two restores both sides, byte for byte.
)",
        R"(  dameotb compress --dir tables
  dameotb compress --dir tables KKMvKM
  dameotb compress --dir archive --sides one
)");
    add_directory_option(subcommand, options->directory)->envname(directory_variable);
    add_classes_option(subcommand, options->classes, "The classes whose files to compress");
    add_threads_option(subcommand, options->threads);
    add_sides_option(subcommand, options->sides, "Sides to move that a .dtm will store; default: unchanged");
    on_chosen(subcommand, chosen, options, run_compress);
}

}  // namespace dameotb::tools

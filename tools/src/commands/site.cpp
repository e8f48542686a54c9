// dameotb site: writes a folder of files from which any web server can serve the tables: pages, precomputed answers,
// and the tables themselves, which the visitor's browser reads.
#include <fmt/format.h>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/store/recompress.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/numbers.hpp>
#include <dameotb/web/answers/class_json.hpp>
#include <dameotb/web/static_site/static_site.hpp>

#include "commands/report.hpp"
#include "files/site_directory.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

namespace fs = std::filesystem;
namespace site = web::static_site;

constexpr auto tables_folder = "tables/";
constexpr std::uint32_t sample_seed = 1;  ///< The same tables make the same site.

struct SiteOptions : ReadingOptions {
    std::string out;
    std::vector<std::string> claims;
    int pieces = 0;  ///< 0: no limit.
    std::optional<std::uint64_t> most_bytes;
    std::optional<store::DistanceSides> sides;
    std::string kept;            ///< Directory of the counts that were kept; empty: that of the tables.
    std::string tables_address;  ///< Empty: the tables are part of the site.
    std::optional<std::uint64_t> part_bytes;
};

/// Returns the bytes of a class's files.
std::uint64_t bytes_of(const table::TableDirectories& directories, const index::Material& material) {
    std::uint64_t bytes = 0;
    for (const table::Metric metric : table::metrics) {
        if (const table::TableName table{material, metric}; table::has_table(directories, table)) {
            bytes += fs::file_size(directories.find(table));
        }
    }
    return bytes;
}

/// Returns the requested classes and all that they depend on, in build order.
std::vector<index::Material> asked_classes(const SiteOptions& options) {
    return index::with_dependencies(classes_to_read(options.directory, options.classes));
}

/// Returns those of `classes` that fit the site's limits.
std::vector<index::Material> chosen_classes(std::vector<index::Material> classes, const SiteOptions& options) {
    if (options.pieces != 0) {
        std::erase_if(classes, [&](const index::Material& material) { return material.pieces() > options.pieces; });
    }
    if (options.most_bytes) {
        // In build order a class comes after all that it depends on, so dropping a tail leaves no class without these.
        std::uint64_t sum = 0;
        const auto first_too_large = std::ranges::find_if(classes, [&](const index::Material& material) {
            return (sum += bytes_of(options.directory, material)) > *options.most_bytes;
        });
        classes.erase(first_too_large, classes.end());
    }
    if (classes.empty()) {
        throw terminal::UserError{"no class fits --pieces or --size"};
    }
    return classes;
}

class SiteRun {
public:
    SiteRun(const SiteOptions& options, std::vector<claims::Claim> claims)
        : options_{options},
          asked_{asked_classes(options)},
          classes_{chosen_classes(asked_, options)},
          parts_{.claims = !claims.empty(),
                 .tables = options.tables_address.empty() ? tables_folder : options.tables_address},
          claims_{std::move(claims)},
          site_{options.out} {}

    void run() {
        if (options_.tables_address.empty()) {
            add_tables();
        }
        add_report();
        add_answers();
        for (const site::SiteFile& file : site::site_pages(parts_)) {
            site_.write(file.name, file.bytes);
        }
        if (options_.part_bytes) {
            cut_tables(*options_.part_bytes);
        }
        if (options_.tables_address.empty()) {
            list_checksums();
        }
        site_.finish();
        tell();
    }

private:
    /// Copies the tables, and makes them one-sided if requested.
    void add_tables() {
        display_.begin_step(fmt::format("copying the tables of {} classes", classes_.size()));
        for (const index::Material& material : classes_) {
            for (const table::TableName& table : store::recompress_order(material)) {
                go_on();
                if (table::has_table(options_.directory, table)) {
                    display_.show(table.file_name());
                    site_.copy(tables_folder + table.file_name(), options_.directory.find(table), [this] { go_on(); });
                }
            }
            for (const table::Metric metric : table::metrics) {
                if (options_.sides && needs_wdl(metric) && table::has_table(tables(), {material, metric})) {
                    store_sides({material, metric}, *options_.sides);
                }
            }
            table_bytes_ += bytes_of(tables(), material);
        }
        site_.write(std::string{tables_folder} + site::table_list_name,
                    site::table_list(tables().first(), options_.part_bytes));
    }

    /// Re-encodes a .dtm or .dtz of the site if it stores other sides.
    void store_sides(const table::TableName& table, store::DistanceSides sides) {
        if (sides == store::DistanceSides::One) {
            sides = store::sides_to_store(table.material, store::one_side_for_space);
        }
        const bool is_so = index::stored_sides(table.material) == 1 ||
                           store::sides_of(table::open_table(tables(), table).header()) == sides;
        if (!is_so && !store::recompress(table, {tables().first(), options_.threads, &interrupts_.flag(), sides})) {
            stop();
        }
    }

    /// Replaces tables by their parts. Requires: nothing reads the site's tables any more.
    void cut_tables(std::uint64_t part_bytes) {
        const fs::path folder = tables().first();
        for (const table::TableName& table : table::list_tables(folder)) {
            const std::string name = tables_folder + table.file_name();
            const fs::path whole = table::table_path(folder, table);
            const std::vector<site::FilePart> parts = site::parts_of(name, fs::file_size(whole), part_bytes);
            for (const site::FilePart& part : parts) {
                display_.show(part.name);
                site_.copy_range(part.name, whole, part.offset_bytes, part.size_bytes, [this] { go_on(); });
            }
            if (!parts.empty()) {
                site_.remove(name);
                ++tables_in_parts_;
                table_parts_ += parts.size();
            }
        }
    }

    /// Lists checksums of all that is beside the site's tables, for who verifies an upload.
    void list_checksums() {
        std::vector<fs::path> files{fs::directory_iterator{tables().first()}, {}};
        std::ranges::sort(files);
        std::string checksums;
        for (const fs::path& file : files) {
            display_.show(fmt::format("checksum of {}", file.filename().string()));
            checksums += site::checksum_line(file, [this] { go_on(); });
        }
        site_.write(std::string{tables_folder} + site::checksum_list_name, checksums);
    }

    void add_report() {
        // Uses the site's own tables, so that claims about others are skipped.
        const ReportContents contents{.directory = tables(),
                                      .classes = classes_,
                                      .claims = claims_,
                                      .explorer = "../explorer.html",
                                      .kept = kept_directories(options_.kept, options_.directory),
                                      .threads = options_.threads,
                                      .memory_bytes = options_.memory_bytes};
        const auto write = [this](const std::string& name, std::string_view bytes) {
            const std::string in_site = "report/" + name;
            name.ends_with(".html") ? site_.write(in_site, site::with_policy(std::string{bytes}, parts_))
                                    : site_.write(in_site, bytes);
        };
        const auto write_statistics = [this](const analysis::ClassFigures& figures) {
            site_.write(site::statistics_name(figures.material),
                        web::statistics_json(figures.material, figures) + '\n');
        };
        if (!write_report(contents, interrupts_, display_, write, write_statistics)) {
            stop();
        }
    }

    void add_answers() {
        site_.write(site::classes_name(), web::classes_json(probe::Tablebase{tables()}) + '\n');
        // Many positions are looked up, which is slow where one side is stored. The original tables give the same
        // answers.
        const probe::Tablebase all{options_.directory};
        display_.begin_step(fmt::format("looking up positions to play of {} classes", classes_.size()));
        for (const index::Material& material : classes_) {
            go_on();
            display_.show(fmt::format("{}: positions to play", material.name()));
            site_.write(site::samples_name(material), site::samples_answer(all, material, sample_seed));
        }
    }

    /// Prints what exists now, and what was left out.
    void tell() {
        if (const std::size_t left = asked_.size() - classes_.size(); left > 0) {
            display_.print(fmt::format("left out for --pieces or --size: {} of {} classes, {} the first of them", left,
                                       asked_.size(), first_left_out().name()));
        }
        std::string tables = options_.tables_address.empty()
                                 ? fmt::format(", tables of {} bytes", terminal::size_text(table_bytes_))
                                 : "";
        if (tables_in_parts_ > 0) {
            tables += fmt::format(", {} in {} parts", tables_in_parts_, table_parts_);
        }
        display_.print(fmt::format("{} class{} in {}{}: {} is ready for a web server", classes_.size(),
                                   classes_.size() == 1 ? "" : "es", terminal::duration_text(display_.seconds()),
                                   tables, options_.out));
    }

    [[nodiscard]] index::Material first_left_out() const {
        return *std::ranges::find_if(
            asked_, [this](const index::Material& one) { return std::ranges::find(classes_, one) == classes_.end(); });
    }

    /// Returns the location, while the site is made, of the tables that it shows.
    [[nodiscard]] table::TableDirectories tables() const {
        return options_.tables_address.empty() ? table::TableDirectories{site_.unfinished() / tables_folder}
                                               : options_.directory;
    }

    void go_on() const {
        if (interrupts_.flag()) {
            stop();
        }
    }

    [[noreturn]] void stop() const { throw interrupts_.stopped(options_.out + " is unchanged"); }

    terminal::Interrupts interrupts_;  // created before anything that a signal would leave behind
    const SiteOptions& options_;
    std::vector<index::Material> asked_;
    std::vector<index::Material> classes_;
    site::SiteParts parts_;
    std::vector<claims::Claim> claims_;
    terminal::ProgressDisplay display_{terminal::ProgressDisplay::Steps::Print};
    SiteDirectory site_;
    std::uint64_t table_bytes_ = 0;
    std::size_t tables_in_parts_ = 0;
    std::size_t table_parts_ = 0;
};

/// Returns why the text is not an address of tables; empty if it is one.
std::string tables_address(const std::string& text) {
    return is_web_address(text, "?#\"'<>; \t\n") && text.ends_with('/')
               ? ""
               : "write the address of a folder, with a slash at its end, as in https://example.org/tables/, not " +
                     text;
}

int run_site(const SiteOptions& options) {
    if (!site::has_package()) {
        throw terminal::UserError{
            "this dameotb was built without the browser module, which is made with: scripts/install-packages.sh --wasm "
            "&& cmake --preset release -DDAMEOTB_WASM=ON && cmake --build build --target dameotb"};
    }
    SiteRun{options, read_claims(options.claims)}.run();
    return exit_done;
}

}  // namespace

void add_site(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<SiteOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "site", "Make a static site of the tables, for any web server",
        R"(Writes a folder of files for a web server that runs no program: a front page, the explorer, the rules, the
report, and the tables, which visitors' browsers read a part at a time. The server must support range requests,
as nearly all do, but `python3 -m http.server` does not. The folder works below any address. It appears when it
is complete. An earlier site or report is replaced; any other directory that is not empty is refused. After an
upload, `xxhsum --check` finds damage by the checksums of the tables, tables/tables.xxh128. Needs .wdl and .dtm
files. Counting classes takes longest; counts that `dameotb stats --keep` has kept are taken as they are.
docs/static-site.md explains how to put the folder on the web.
)",
        R"(  dameotb site --dir tables --out site
  dameotb site --dir tables --out site --sides one --size 130M --claims data/claims/*.claims
  dameotb site --dir tables --out site --pieces 4
  dameotb site --dir tables --out site --part-bytes 90M
  dameotb site --dir tables --out site --tables https://example.org/tables/
)");
    add_directories_option(subcommand, options->directory);
    subcommand->add_option("--out", options->out, "The folder to write")->type_name("DIR")->required()->check(named);
    subcommand->add_option("--claims", options->claims, "Files of claims, see `dameotb claims`")->type_name("FILE");
    add_classes_option(subcommand, options->classes, "The classes to show, along with those that they lead to");
    subcommand->add_option("--pieces", options->pieces, "Only classes of up to N pieces")
        ->type_name("N")
        ->transform(whole_number(2, index::most_pieces));
    add_size_option(
        subcommand, "--size", options->most_bytes,
        "Leave out the largest classes, so that the files of the others in --dir take at most SIZE bytes; K,\n"
        "M, G and T are powers of 1024");
    add_sides_option(
        subcommand, options->sides,
        "Sides to move that a .dtm of the site stores; default: as in --dir. One takes less than half the space,\n"
        "but visitors read more for each position (see `dameotb compress`)");
    CLI::Option* const part_bytes = add_read_option(
        subcommand, "--part-bytes",
        [options = options.get()](const std::string& text) {
            options->part_bytes = terminal::parse_size(text);
            return options->part_bytes >= site::least_part_bytes
                       ? ""
                       : fmt::format("write a number of bytes, 1K or more, as in 90M, not '{}'", text);
        },
        "Cut each table that has more than SIZE bytes into parts of SIZE bytes, for a host that limits the size of\n"
        "a file");
    part_bytes->type_name("SIZE");
    subcommand
        ->add_option(
            "--tables", options->tables_address,
            "Where the tables are, if they are not to be part of the site: a folder with its list tables.json,\n"
            "on a server that lets pages of other sites read it")
        ->type_name("URL")
        ->excludes(part_bytes)
        ->check(tables_address);
    add_stats_directory_option(subcommand, options->kept);
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_site);
}

}  // namespace dameotb::tools

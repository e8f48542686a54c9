// dameotb report: writes pages that show what the tables say, class by class. A browser reads them without a server.
#include <iostream>

#include <fmt/format.h>

#include <dameotb/analysis/figures.hpp>
#include <dameotb/web/report/claims_page.hpp>
#include <dameotb/web/report/class_page.hpp>
#include <dameotb/web/report/html.hpp>
#include <dameotb/web/report/index_page.hpp>
#include <dameotb/web/report/resources.hpp>

#include "commands/asked_tables.hpp"
#include "commands/command_line.hpp"
#include "output/site_directory.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/machine_memory.hpp"
#include "terminal/progress.hpp"
#include "text/claims_input.hpp"
#include "text/class_progress_text.hpp"

namespace dameotb::tools {

namespace {

constexpr std::string_view no_explorer = "none";

struct ReportOptions {
    std::string directory;
    std::string out;
    std::vector<std::string> classes;
    std::vector<std::string> claims;
    std::string explorer = "http://127.0.0.1:8080/";
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes;
};

/// Makes one report.
class ReportRun {
public:
    ReportRun(const ReportOptions& options, std::vector<claims::Claim> claims)
        : options_{options},
          claims_{std::move(claims)},
          pages_{.classes = classes_to_read(options.directory, options.classes),
                 .has_claims = !claims_.empty(),
                 .explorer = options.explorer == no_explorer ? "" : options.explorer,
                 .best_line = [this](const rules::Position& position) { return tables_.line(position); }},
          tables_{options.directory},
          site_{options.out} {}

    void run() {
        const std::vector<analysis::ClassFigures> all = class_pages();
        site_.write("index.html", web::report::index_page(all, pages_));
        if (pages_.has_claims) {
            site_.write("claims.html", web::report::claims_page(claims_, answers(), pages_));
        }
        for (const char* name : {"colours.js", "common.css", "dark.css", "report.css", "report.js", "favicon.svg"}) {
            site_.write(name, web::report::resource(std::string{"/"} + name));
        }
        site_.finish();
        display_.print(fmt::format("{} classes in {}: open {}", pages_.classes.size(),
                                   duration_text(display_.seconds()),
                                   (std::filesystem::path{options_.out} / "index.html").string()));
    }

private:
    /// Returns what runs work with. `what`: begins the line that shows how far a run is.
    [[nodiscard]] analysis::RunOptions run_options(const std::string& what) {
        return {.directory = options_.directory,
                .threads = options_.threads,
                .memory_bytes = bound_memory(options_.memory_bytes),
                .on_progress =
                    [this, what](const analysis::ClassProgress& progress) {
                        display_.show(what + class_progress_text(progress));
                    },
                .stop = &interrupts_.flag()};
    }

    std::vector<analysis::ClassFigures> class_pages() {
        std::vector<analysis::ClassFigures> all;
        const bool complete =
            analysis::count_figures(pages_.classes, run_options(""), [&](const analysis::ClassFigures& figures) {
                site_.write(web::report::page_name(figures.material), web::report::class_page(figures, pages_));
                all.push_back(figures);
            });
        if (!complete) {
            stop();
        }
        return all;
    }

    std::vector<claims::Answer> answers() {
        const analysis::RunOptions work = run_options("claims: ");
        claims::Judge judge{claims_, work};
        judge.answer_positions();
        if (!judge.answer_classes()) {
            stop();
        }
        return judge.answers();
    }

    [[noreturn]] void stop() const {
        throw Stopped{interrupts_.exit_status(), fmt::format("stopped: {} is as it was", options_.out)};
    }

    Interrupts interrupts_;  // made before anything that a signal would leave behind
    const ReportOptions& options_;
    std::vector<claims::Claim> claims_;
    web::report::Pages pages_;
    AskedTables tables_;
    SiteDirectory site_;
    ProgressDisplay display_;
};

/// Returns why the text is no address of an explorer; nothing if it is one.
std::string explorer_address(const std::string& text) {
    const bool is_web = text.starts_with("http://") || text.starts_with("https://");
    return text == no_explorer || text == "/" || (is_web && text.find_first_of("?# \t\n") == std::string::npos)
               ? ""
               : "write an address, as in http://127.0.0.1:8080/, or / for the server that shows the report, or none, "
                 "not " +
                     text;
}

int run_report(const ReportOptions& options) {
    auto claims = read_claims(options.claims);
    if (!claims) {
        return exit_usage;
    }
    ReportRun{options, std::move(*claims)}.run();
    return exit_done;
}

}  // namespace

void add_report(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ReportOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "report", "Make pages that show what the tables say",
        "Writes a directory of HTML pages, to be opened in a browser without a server or a network: a page for each\n"
        "class with its results, distances, longest wins to play through and zugzwangs, a table of all "
        "classes,\n"
        "and what the tables say of claims. The directory is there when all of it is; a former report is replaced,\n"
        "any other directory that is not empty is refused. Claims whose tables are missing are skipped.\n"
        "Needs .dtm files. docs/report.md describes the pages.\n",
        "  dameotb report --dir tables --out site\n"
        "  dameotb report --dir tables --out site KKvK KKMvK\n"
        "  dameotb report --dir tables --out site --claims claims/*.claims\n");
    add_directory_option(subcommand, options->directory);
    subcommand->add_option("--out", options->out, "Directory of the pages")->type_name("DIR")->required()->check(named);
    subcommand->add_option("--claims", options->claims, "Files of claims, see `dameotb claims`")->type_name("FILE");
    subcommand
        ->add_option("--explorer", options->explorer,
                     "Address of the explorer (`dameotb serve`) in which boards can be opened; / if it serves the\n"
                     "report, too (serve --report); or none; default: http://127.0.0.1:8080/")
        ->type_name("URL")
        ->check(explorer_address);
    add_classes_option(subcommand, options->classes, "The classes to show");
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_report);
}

}  // namespace dameotb::tools

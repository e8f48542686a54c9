// dameotb report: writes pages that show the tables' contents class by class, readable in a browser without a server.
#include "commands/report.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/terminal/numbers.hpp>
#include <dameotb/web/answers/kept_counts.hpp>
#include <dameotb/web/report/pages.hpp>
#include <dameotb/web/resources.hpp>

#include "commands/answers.hpp"
#include "files/site_directory.hpp"
#include "messages/run_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

bool write_report(const ReportContents& contents, const terminal::Interrupts& interrupts,
                  terminal::ProgressDisplay& display, const WritePage& write,
                  const std::function<void(const analysis::ClassFigures&)>& take_figures) {
    const AskedTables tables{contents.directory};
    const web::report::Pages pages{
        .classes = contents.classes,
        .has_claims = !contents.claims.empty(),
        .explorer = contents.explorer,
        .best_line = [&tables](const Position& position) { return tables.line({{position}}); }};
    // `what` begins the progress line.
    const auto run_options = [&](const std::string& what) -> analysis::RunOptions {
        const auto show = [&display, what, begun = 0](const analysis::ClassProgress& at) mutable {
            if (std::exchange(begun, at.class_number) != at.class_number) {
                display.begin_step((what.empty() ? "counting " : what) + class_text(at));
            }
            display.show(what + class_progress_text(at));
        };
        return {.directory = contents.directory,
                .threads = contents.threads,
                .memory_bytes = terminal::bound_memory(contents.memory_bytes),
                .on_progress = show,
                .stop = &interrupts.flag()};
    };
    std::map<index::Material, analysis::ClassFigures> under_rule;
    if (const DrawRule rule = tables.draw_rule(); rule.exists()) {
        std::vector<index::Material> classes = pages.classes;
        std::erase_if(classes, [&](const index::Material& material) {
            return table::first_missing(contents.directory, {material}, table::Metric::Dtz).has_value();
        });
        analysis::RunOptions work = run_options("draw rule: ");
        work.rule = rule;
        if (!analysis::count_figures(classes, work, [&](const analysis::ClassFigures& figures) {
                under_rule[figures.material] = figures;
            })) {
            return false;
        }
    }
    const web::KeptCounts kept{contents.directory, contents.kept};
    std::vector<analysis::ClassFigures> all;
    const bool complete =
        kept.figures(pages.classes, run_options(""), web::KeptCounts::Counted::Forget, [&](const auto& figures) {
            const auto found = under_rule.find(figures.material);
            write(web::report::page_name(figures.material),
                  web::report::class_page(figures, pages, found == under_rule.end() ? nullptr : &found->second));
            if (take_figures) {
                take_figures(figures);
            }
            all.push_back(figures);
        });
    if (!complete) {
        return false;
    }
    write("index.html", web::report::index_page(all, pages));
    if (pages.has_claims) {
        const analysis::RunOptions work = run_options("claims: ");
        claims::Judge judge{contents.claims, work};
        judge.answer_positions();
        if (!judge.answer_classes()) {
            return false;
        }
        write("claims.html", web::report::claims_page(contents.claims, judge.answers(), pages));
    }
    for (const char* name : {"colours.js", "common.css", "dark.css", "report.css", "report.js", "favicon.svg"}) {
        write(name, web::report_resource(std::string{"/"} + name));
    }
    return true;
}

namespace {

constexpr std::string_view no_explorer = "none";

struct ReportOptions : ReadingOptions {
    std::string out;
    std::vector<std::string> claims;
    std::string kept;
    std::string explorer = "http://127.0.0.1:8080/explorer.html";
};

/// Returns why the text is not an explorer's address; empty if it is one.
std::string explorer_address(const std::string& text) {
    return text == no_explorer || text == "/" || is_web_address(text, "?# \t\n")
               ? ""
               : "write an address, as in http://127.0.0.1:8080/explorer.html, or / for the server that shows the "
                 "report, or none, not " +
                     text;
}

/// Returns the address for links from boards; empty for none.
std::string explorer_of(const ReportOptions& options) {
    return options.explorer == no_explorer ? "" : options.explorer == "/" ? "/explorer.html" : options.explorer;
}

int run_report(const ReportOptions& options) {
    std::vector<claims::Claim> claims = read_claims(options.claims);
    const terminal::Interrupts interrupts;  // created before anything that a signal would leave behind
    terminal::ProgressDisplay display;
    const std::vector<index::Material> classes = classes_to_read(options.directory, options.classes);
    SiteDirectory site{options.out};
    const ReportContents contents{.directory = options.directory,
                                  .classes = classes,
                                  .claims = std::move(claims),
                                  .explorer = explorer_of(options),
                                  .kept = kept_directories(options.kept, options.directory),
                                  .threads = options.threads,
                                  .memory_bytes = options.memory_bytes};
    const auto write = [&](const std::string& name, std::string_view bytes) { site.write(name, bytes); };
    if (!write_report(contents, interrupts, display, write)) {
        throw interrupts.stopped(options.out + " is unchanged");
    }
    site.finish();
    display.print(fmt::format("{} classes in {}: open {}", classes.size(), terminal::duration_text(display.seconds()),
                              (std::filesystem::path{options.out} / "index.html").string()));
    return exit_done;
}

}  // namespace

void add_report(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ReportOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "report", "Make pages that show what the tables say",
        R"(Writes a directory of HTML pages that a browser opens without a server or a network: a page for each class
with its results, distances, longest wins to play through and zugzwangs, a table of all classes, and what
the tables say about claims. Counts that `dameotb stats --keep` has kept are taken as they are. The directory
appears when it is complete. An earlier report is replaced; any other directory that is not empty is refused. Claims
whose tables are missing are skipped. Needs .dtm files.
docs/report.md describes the pages.
)",
        R"(  dameotb report --dir tables --out site
  dameotb report --dir tables --out site KKvK KKMvK
  dameotb report --dir tables --out site --claims data/claims/*.claims
)");
    add_directories_option(subcommand, options->directory);
    subcommand->add_option("--out", options->out, "Directory of the pages")->type_name("DIR")->required()->check(named);
    subcommand->add_option("--claims", options->claims, "Files of claims, see `dameotb claims`")->type_name("FILE");
    subcommand
        ->add_option("--explorer", options->explorer,
                     "Address of the explorer (`dameotb serve`) that boards link to; / if it also serves the report\n"
                     "(serve --report); or none; default: http://127.0.0.1:8080/explorer.html")
        ->type_name("URL")
        ->check(explorer_address);
    add_classes_option(subcommand, options->classes, "The classes to show");
    add_stats_directory_option(subcommand, options->kept);
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_report);
}

}  // namespace dameotb::tools

// dameotb report: writes pages that show what the tables say, class by class. A browser reads them without a server.
#include <fmt/format.h>

#include "commands/command_line.hpp"
#include "commands/pages/report_writer.hpp"
#include "output/site_directory.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/progress.hpp"
#include "text/claims_input.hpp"

namespace dameotb::tools {

namespace {

constexpr std::string_view no_explorer = "none";

struct ReportOptions {
    std::string directory;
    std::string out;
    std::vector<std::string> classes;
    std::vector<std::string> claims;
    std::string explorer = "http://127.0.0.1:8080/explorer.html";
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes;
};

/// Returns why the text is no address of an explorer; nothing if it is one.
std::string explorer_address(const std::string& text) {
    const bool is_web = text.starts_with("http://") || text.starts_with("https://");
    return text == no_explorer || text == "/" || (is_web && text.find_first_of("?# \t\n") == std::string::npos)
               ? ""
               : "write an address, as in http://127.0.0.1:8080/explorer.html, or / for the server that shows the "
                 "report, or none, "
                 "not " +
                     text;
}

/// Returns the address to which boards lead; empty for none.
std::string explorer_of(const ReportOptions& options) {
    return options.explorer == no_explorer ? "" : options.explorer == "/" ? "/explorer.html" : options.explorer;
}

int run_report(const ReportOptions& options) {
    auto claims = read_claims(options.claims);
    if (!claims) {
        return exit_usage;
    }
    const Interrupts interrupts;  // made before anything that a signal would leave behind
    ProgressDisplay display;
    const std::vector<index::Material> classes = classes_to_read(options.directory, options.classes);
    ReportWriter report{{.directory = options.directory,
                         .classes = classes,
                         .claims = std::move(*claims),
                         .explorer = explorer_of(options),
                         .threads = options.threads,
                         .memory_bytes = options.memory_bytes},
                        interrupts,
                        display};
    SiteDirectory site{options.out};
    if (!report.write([&](const std::string& name, std::string_view bytes) { site.write(name, bytes); })) {
        throw Stopped{interrupts.exit_status(), fmt::format("stopped: {} is as it was", options.out)};
    }
    site.finish();
    display.print(fmt::format("{} classes in {}: open {}", classes.size(), duration_text(display.seconds()),
                              (std::filesystem::path{options.out} / "index.html").string()));
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
        "  dameotb report --dir tables --out site --claims data/claims/*.claims\n");
    add_directory_option(subcommand, options->directory);
    subcommand->add_option("--out", options->out, "Directory of the pages")->type_name("DIR")->required()->check(named);
    subcommand->add_option("--claims", options->claims, "Files of claims, see `dameotb claims`")->type_name("FILE");
    subcommand
        ->add_option("--explorer", options->explorer,
                     "Address of the explorer (`dameotb serve`) in which boards can be opened; / if it serves the\n"
                     "report, too (serve --report); or none; default: http://127.0.0.1:8080/explorer.html")
        ->type_name("URL")
        ->check(explorer_address);
    add_classes_option(subcommand, options->classes, "The classes to show");
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_report);
}

}  // namespace dameotb::tools

// Counts one class after the other, and writes its page.
#include "commands/pages/report_writer.hpp"

#include <utility>

#include <dameotb/web/report/claims_page.hpp>
#include <dameotb/web/report/class_page.hpp>
#include <dameotb/web/report/html.hpp>
#include <dameotb/web/report/index_page.hpp>
#include <dameotb/web/report/resources.hpp>

#include "terminal/machine_memory.hpp"
#include "text/class_progress_text.hpp"

namespace dameotb::tools {

ReportWriter::ReportWriter(ReportContents contents, const Interrupts& interrupts, ProgressDisplay& display)
    : contents_{std::move(contents)},
      interrupts_{interrupts},
      display_{display},
      tables_{contents_.directory},
      pages_{.classes = contents_.classes,
             .has_claims = !contents_.claims.empty(),
             .explorer = contents_.explorer,
             .best_line = [this](const rules::Position& position) { return tables_.line(position); }} {}

/// Returns what runs work with. `what`: begins the line that shows how far a run is.
analysis::RunOptions ReportWriter::run_options(const std::string& what) {
    return {.directory = contents_.directory,
            .threads = contents_.threads,
            .memory_bytes = bound_memory(contents_.memory_bytes),
            .on_progress =
                [this, what](const analysis::ClassProgress& progress) {
                    display_.show(what + class_progress_text(progress));
                },
            .stop = &interrupts_.flag()};
}

bool ReportWriter::write(const Write& write, const std::function<void(const analysis::ClassFigures&)>& take_figures) {
    std::vector<analysis::ClassFigures> all;
    const bool complete =
        analysis::count_figures(pages_.classes, run_options(""), [&](const analysis::ClassFigures& figures) {
            write(web::report::page_name(figures.material), web::report::class_page(figures, pages_));
            if (take_figures) {
                take_figures(figures);
            }
            all.push_back(figures);
        });
    if (!complete) {
        return false;
    }
    write("index.html", web::report::index_page(all, pages_));
    if (pages_.has_claims) {
        const analysis::RunOptions work = run_options("claims: ");
        claims::Judge judge{contents_.claims, work};
        judge.answer_positions();
        if (!judge.answer_classes()) {
            return false;
        }
        write("claims.html", web::report::claims_page(contents_.claims, judge.answers(), pages_));
    }
    for (const char* name : {"colours.js", "common.css", "dark.css", "report.css", "report.js", "favicon.svg"}) {
        write(name, web::report::resource(std::string{"/"} + name));
    }
    return true;
}

}  // namespace dameotb::tools

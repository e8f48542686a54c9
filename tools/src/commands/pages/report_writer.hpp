// Writes the pages of a report, class by class.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/analysis/figures.hpp>
#include <dameotb/web/report/pages.hpp>

#include "commands/asked_tables.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/progress.hpp"

namespace dameotb::tools {

/// What a report is made of.
struct ReportContents {
    std::string directory;  ///< Of the tables.
    std::vector<index::Material> classes;
    std::vector<claims::Claim> claims;
    std::string explorer;  ///< Its address, to which boards lead; empty for none.
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes;
};

class ReportWriter {
public:
    /// Takes a file of the report.
    using Write = std::function<void(const std::string& name, std::string_view bytes)>;

    ReportWriter(ReportContents contents, const Interrupts& interrupts, ProgressDisplay& display);

    /// Writes all of it. Calls take_figures, if there is one, with the figures of each class. Returns false if stopped.
    /// Throws what analysis::count_figures and the claims throw.
    [[nodiscard]] bool write(const Write& write,
                             const std::function<void(const analysis::ClassFigures&)>& take_figures = {});

private:
    [[nodiscard]] analysis::RunOptions run_options(const std::string& what);

    ReportContents contents_;
    const Interrupts& interrupts_;
    ProgressDisplay& display_;
    AskedTables tables_;
    web::report::Pages pages_;
};

}  // namespace dameotb::tools

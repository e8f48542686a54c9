// The pages of a report, which a site contains too.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/interrupt.hpp>

namespace dameotb::tools {

/// The contents of a report.
struct ReportContents {
    table::TableDirectories directory;
    std::vector<index::Material> classes;
    std::vector<claims::Claim> claims;
    std::string explorer;          ///< Its address, for links from boards; empty for none.
    table::TableDirectories kept;  ///< Those of the counts that were kept.
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes;
};

/// Receives a file of the report.
using WritePage = std::function<void(const std::string& name, std::string_view bytes)>;

/// Counts one class after another, unless its counts are kept, and writes its page, then the other pages. Calls
/// take_figures, if given, with the figures of each class. Returns false if stopped. Throws what
/// analysis::count_figures and the claims throw.
[[nodiscard]] bool write_report(const ReportContents& contents, const terminal::Interrupts& interrupts,
                                terminal::ProgressDisplay& display, const WritePage& write,
                                const std::function<void(const analysis::ClassFigures&)>& take_figures = {});

}  // namespace dameotb::tools

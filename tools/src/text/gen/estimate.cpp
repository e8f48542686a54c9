// dameotb gen --estimate: prints what a run will take, before it begins.
#include "text/gen/estimate.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include <dameotb/gen/estimate.hpp>

#include "terminal/progress.hpp"
#include "terminal/sizes.hpp"

namespace dameotb::tools {

namespace {

using EstimateRow = std::array<std::string, 7>;

EstimateRow estimate_row(const std::string& name, const gen::ClassEstimate& of) {
    return {name,
            std::to_string(of.stored),
            size_text(of.least_bytes),
            size_text(of.memory_bytes),
            size_text(of.scratch_bytes),
            size_text(of.disk_bytes),
            of.seconds < 10 ? fmt::format("{:.2f} s", of.seconds) : duration_text(of.seconds)};
}

/// Returns the rate, or "-" if it was not measured.
std::string rate(double nanoseconds) {
    return nanoseconds > 0 ? fmt::format("{:.0f}", nanoseconds) : "-";
}

std::string measured_text(const gen::Measurement& measured) {
    const gen::WorkRates& ns = measured.nanoseconds;
    return fmt::format(
        "Measured in {:.1f} s, ns a position on one core: solve {} (kings alone {}, men alone {}), encode "
        "{} (without models {}), read {}.",
        measured.seconds, rate(ns.solve_both), rate(ns.solve_kings), rate(ns.solve_men), rate(ns.encode_models),
        rate(ns.encode_plain), rate(ns.read));
}

}  // namespace

void print_estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from, int threads,
                    const std::optional<gen::Measurement>& measured) {
    const gen::RunEstimate run =
        gen::estimate(classes, one_side_from, threads, measured ? measured->factors : gen::WorkRates{});
    std::vector<EstimateRow> rows{{"class", "stored", "least", "memory", "scratch", "disk", "time"}};
    gen::ClassEstimate all;
    all.memory_bytes = run.peak_bytes;
    all.least_bytes = run.least_bytes;
    all.scratch_bytes = run.scratch_bytes;
    for (const gen::ClassEstimate& of : run.classes) {
        rows.push_back(estimate_row(of.material.name(), of));
        all.stored += of.stored;
        all.disk_bytes += of.disk_bytes;
        all.seconds += of.seconds;
    }
    rows.push_back(estimate_row("all", all));
    std::array<std::size_t, std::tuple_size_v<EstimateRow>> widths{};
    for (const EstimateRow& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    for (const EstimateRow& row : rows) {
        std::string line = fmt::format("{:<{}}", row[0], widths[0]);
        for (std::size_t i = 1; i < row.size(); ++i) {
            line += fmt::format("  {:>{}}", row[i], widths[i]);
        }
        std::cout << line << '\n';
    }
    if (measured) {
        std::cout << measured_text(*measured) << '\n';
    }
    std::cout << fmt::format(
        "Estimates for {} thread{}; `stored` is exact. Memory: a bound on each class with what it needs, and on the "
        "run. Scratch: with the least.\n"
        "The least that --memory can be: {}\n",
        threads, threads == 1 ? "" : "s", size_text(run.least_bytes));
}

}  // namespace dameotb::tools

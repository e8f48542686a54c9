// The command line: its options, and the runs that they describe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/terminal/errors.hpp>

#include "options/command_line.hpp"

namespace dameotb::mpi {

struct Options {
    bool verifies = false;  ///< The run verifies tables, and makes none.
    std::string directory;
    std::string scratch;  ///< Empty for the directory of the tables.
    int pieces = 0;
    std::vector<std::string> classes;
    int threads = 1;
    std::optional<store::DistanceSides> sides;  ///< Sides that a .dtm stores; both if not given.
    tools::MetricOptions metrics;
    std::optional<std::uint64_t> memory_bytes;  ///< Per process; nothing for no limit.
};

/// Adds the subcommands, which fill `options`. Keeps the reference.
void add_subcommands(CLI::App& app, Options& options);

/// Returns the requested runs, of which one follows the other. Throws terminal::UsageError, and table::TablebaseError
/// if the directory of tables to verify cannot be read.
[[nodiscard]] std::vector<cluster::SharedRun> runs_of(const Options& options);

}  // namespace dameotb::mpi

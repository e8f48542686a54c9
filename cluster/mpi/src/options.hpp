// The command line: what it asks for, and the run that this is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/scores/load/class_io.hpp>

namespace dameotb::mpi {

struct Options {
    bool verifies = false;  ///< The run verifies tables, and makes none.
    std::string directory;
    std::string scratch;  ///< Empty for the directory of the tables.
    int pieces = 0;
    std::vector<std::string> classes;
    int threads = 1;
    std::optional<scores::DistanceSides> sides;  ///< That a .dtm stores; both if it is not given.
    std::optional<std::uint64_t> memory_bytes;   ///< Of each process; nothing for no bound.
};

/// Adds the subcommands, which fill `options`. Keeps the reference.
void add_subcommands(CLI::App& app, Options& options);

/// Returns the run that is asked for. Throws tools::UsageError, and table::TablebaseError if the directory of tables to
/// be verified cannot be read.
[[nodiscard]] cluster::SharedRun run_of(const Options& options);

}  // namespace dameotb::mpi

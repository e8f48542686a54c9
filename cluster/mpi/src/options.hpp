// The command line: what it asks for, and the run that this is.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <dameotb/cluster/shared_run.hpp>

namespace dameotb::mpi {

struct Options {
    bool verifies = false;  ///< The run verifies tables, and makes none.
    std::string directory;
    std::string scratch;  ///< Empty for the directory of the tables.
    int pieces = 0;
    std::vector<std::string> classes;
    int threads = 1;
    std::string sides = "two";
    std::string memory;
};

/// Says that the command line asks for what cannot be.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Adds the subcommands, which fill `options`. Keeps the reference.
void add_subcommands(CLI::App& app, Options& options);

/// Returns the run that is asked for. Throws UsageError, and table::TablebaseError if the directory of tables to be
/// verified cannot be read.
[[nodiscard]] cluster::SharedRun run_of(const Options& options);

/// Returns the bound on memory of a process; nothing for no bound. Throws UsageError.
[[nodiscard]] std::optional<std::uint64_t> memory_of(const Options& options);

}  // namespace dameotb::mpi

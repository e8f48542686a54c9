// The first process's work: hands out tasks and reports progress.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <dameotb/cluster/shared_run.hpp>

namespace dameotb::mpi {

/// A worker could not continue; `what()` is one line.
struct WorkerFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Ending : std::uint8_t { Complete, Stopped };

/// A run, and what the processes need to begin it.
struct BeginningRun {
    const cluster::SharedRun& run;
    std::uint32_t number;  ///< Its index among those of the command (runs_of).
    std::string token;     ///< The contents of the token file, for the workers to compare.
};

/// Hands out the run's tasks until all classes are made or `stop` is set. Prints a line for each finished class. Unless
/// it returns Complete, workers may still have tasks. Throws WorkerFailed, table::TablebaseError and
/// std::filesystem::filesystem_error. Requires: the directories exist, and nobody else writes to them; the workers have
/// no tasks.
Ending manage(const BeginningRun& run, const std::atomic<bool>& stop);

/// Dismisses all workers and waits until they are gone. If the run has failed (`status` is not 0), waits at most two
/// seconds, then aborts all processes. Every exit of the first process leads here.
void let_workers_go(int status);

}  // namespace dameotb::mpi

// What the first process does: it hands out tasks, and says how far the run is.
#pragma once

#include <atomic>
#include <stdexcept>

#include <dameotb/cluster/shared_run.hpp>

namespace dameotb::mpi {

/// A worker could not go on; `what()` is one line.
struct WorkerFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Ending : std::uint8_t { Complete, Stopped };

/// Hands out the tasks of the run until all classes are made, or `stop` is set. Prints a line for each class that is
/// finished. When it does not return Complete, workers may still have tasks. Throws WorkerFailed,
/// table::TablebaseError and std::filesystem::filesystem_error. Requires: the directories are there, and nobody else
/// writes into them. `token`: what lies there, for the workers to see.
Ending manage(const cluster::SharedRun& run, const std::string& token, const std::atomic<bool>& stop);

/// Lets all workers go, and waits until they are gone. If the run has failed, with a status other than 0, that takes
/// two seconds at most: then all processes are ended. Every way out of the first process leads here.
void let_workers_go(int status);

}  // namespace dameotb::mpi

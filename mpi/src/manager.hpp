// What the first process does: it hands out tasks, and says how far the run is.
#pragma once

#include <atomic>
#include <stdexcept>

#include <dameotb/gen/shared_run.hpp>

namespace dameotb::mpi {

/// A worker could not go on; `what()` is one line.
struct WorkerFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Ending : std::uint8_t { Complete, Stopped };

/// Hands out the tasks of the run until all classes are made, or `stop` is set. Prints a line for each class that is
/// finished. When it returns or throws, no worker has a task any more, or waits for one. Throws WorkerFailed,
/// format::TablebaseError and files::DirectoryLockedError. Requires: the directories are there, and nobody else writes
/// into them.
Ending manage(const gen::SharedRun& run, const std::atomic<bool>& stop);

}  // namespace dameotb::mpi

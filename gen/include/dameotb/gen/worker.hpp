// Does tasks of a run that several workers share, each in a process of its own. What a task needs lies in the directory
// of tables and in the shared directory; what it finds goes there.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <dameotb/gen/task.hpp>
#include <dameotb/gen/task_graph.hpp>
#include <dameotb/store/load/class_io.hpp>

namespace dameotb::gen {

/// A run of several workers. The same for all of them.
struct SharedRun {
    std::filesystem::path tables;  ///< The directory of tables.
    std::filesystem::path shared;  ///< The directory of scores, which all workers see. It is there.
    /// In build order and closed under dependencies.
    std::vector<index::Material> classes;
    int workers = 1;  ///< How many there are. Classes are cut so that each has something to do.
    /// From how many positions on a .dtm that is made stores one side to move (store::one_side_for_space).
    std::uint64_t one_side_from = store::never_one_side;
    /// A class of fewer positions is made by one worker, as one of men or of kings alone is.
    std::uint64_t cut_from = std::uint64_t{1} << 22;
    /// A batch has at least so many bytes of scores: less takes too little time to be worth a message.
    std::uint64_t least_batch_bytes = std::uint64_t{1} << 22;
};

/// Returns what is there of the run's classes. Throws format::TablebaseError for a damaged file.
[[nodiscard]] std::vector<ClassState> state_of(const SharedRun& run);

struct WorkerOptions {
    int threads = 1;
    /// The most memory in bytes that the process may take; nothing for no bound.
    std::optional<std::uint64_t> memory_bytes;
    /// When it becomes true, `run` ends with store::StopRequested. May be null.
    const std::atomic<bool>* stop = nullptr;
};

/// Keeps in memory what its next task may need. Not thread-safe.
class Worker {
public:
    /// Throws store::MemoryBoundError if the bound is too small for some class of the run.
    Worker(SharedRun run, const WorkerOptions& options);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does a task. Throws format::TablebaseError, store::StopRequested and std::bad_alloc. A task that was done before
    /// leaves the same. Requires: what TaskGraph says of when it can be done.
    TaskResult run(const Task& task);

private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace dameotb::gen

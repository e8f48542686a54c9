// Does the tasks of a run shared by several workers, each in its own process. A task's input comes from the directory
// of tables and the shared directory, and its output goes there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::cluster {

/// A part of a class, and the scores to verify it with: its own, as its .dtm gives them, and those that its moves lead
/// to.
struct PartToVerify {
    const scores::ClassScores& own;
    const scores::SolvedClasses& solved_classes;
    std::uint32_t part;
    std::uint32_t parts;
    const memory::Team& team;
};

struct WorkerOptions {
    int threads = 1;
    /// Limit on the process's memory in bytes; nothing for no limit.
    std::optional<std::uint64_t> memory_bytes;
    /// Verifies a part; throws if a value in it is wrong. Empty for a run that makes tables.
    std::function<void(const PartToVerify&)> verify{};
    /// When it becomes true, `run` throws memory::StopRequested. May be null.
    const std::atomic<bool>* stop = nullptr;
};

/// Keeps in memory what its next task may need. Not thread-safe.
class Worker {
public:
    /// Throws memory::MemoryBoundError if the limit is too small for a class of the run.
    Worker(SharedRun run, const WorkerOptions& options);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does a task. Throws table::TablebaseError, memory::StopRequested, std::bad_alloc, and what `verify` throws.
    /// Repeating a task yields the same files. Requires: TaskGraph says that the task can be done.
    TaskResult run(const Task& task);

private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace dameotb::cluster

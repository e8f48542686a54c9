// Does tasks of a run that several workers share, each in a process of its own. What a task needs lies in the directory
// of tables and in the shared directory; what it finds goes there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/cluster/task.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/threads/team.hpp>

namespace dameotb::cluster {

/// A part of a class, and the scores with which it is verified: its own, as its .dtm says them, and those that its
/// moves lead to.
struct PartToVerify {
    const scores::ClassScores& own;
    const scores::SolvedClasses& solved_classes;
    std::uint32_t part;
    std::uint32_t parts;
    const scores::Team& team;
};

struct WorkerOptions {
    int threads = 1;
    /// The most memory in bytes that the process may take; nothing for no bound.
    std::optional<std::uint64_t> memory_bytes;
    /// Verifies a part, and throws if a value in it is wrong. Empty for a run that makes tables.
    std::function<void(const PartToVerify&)> verify{};
    /// When it becomes true, `run` ends with scores::StopRequested. May be null.
    const std::atomic<bool>* stop = nullptr;
};

/// Keeps in memory what its next task may need. Not thread-safe.
class Worker {
public:
    /// Throws scores::MemoryBoundError if the bound is too small for some class of the run.
    Worker(SharedRun run, const WorkerOptions& options);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does a task. Throws table::TablebaseError, scores::StopRequested, std::bad_alloc, and what `verify` throws. A
    /// task that was done before leaves the same. Requires: what TaskGraph says of when it can be done.
    TaskResult run(const Task& task);

private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace dameotb::cluster

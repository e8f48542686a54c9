// How long a run of several workers takes, and what it moves: the tasks of the real run, one after the other as the
// manager would hand them out, with what each is supposed to cost. Nothing is made or written.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/cluster/task.hpp>
#include <dameotb/gen/estimate.hpp>
#include <dameotb/gen/measure.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/scores/load/class_io.hpp>

namespace dameotb::cluster {

/// The workers, and how they reach the shared directory.
struct Cluster {
    int workers = 1;
    int threads = 1;  ///< Of each worker.
    /// Bytes a second that one worker reads or writes of the shared directory, and that all do together.
    std::uint64_t worker_rate = std::uint64_t{1} << 29;
    std::uint64_t shared_rate = std::uint64_t{1} << 32;
    /// From a worker's report to its next task.
    double message_seconds = 0.002;
    gen::WorkRates factors;  ///< Of each worker's machine.
};

struct ScaleEstimate {
    double seconds = 0;       ///< From the first task to the end of the last.
    double work_seconds = 0;  ///< Of one core, for what one process alone would have to do, too.
    double busy_seconds = 0;  ///< Of all workers, in tasks, waiting for the shared directory included.
    std::uint64_t tasks = 0;
    std::uint64_t read_bytes = 0;     ///< Of the shared directory.
    std::uint64_t written_bytes = 0;  ///< To it.
    std::uint64_t shared_bytes = 0;   ///< The most that lies there at a time, without tables.
    Task longest;                     ///< The task that takes longest,
    double longest_seconds = 0;       ///< and how long.
};

/// Plays a run over `classes` from nothing. Takes some microseconds a task. Requires: `classes` are in build order and
/// closed under dependencies, and index::has_size; workers and threads are at least 1.
[[nodiscard]] ScaleEstimate estimate_scale(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                           const Cluster& cluster);

/// Returns what the run has still to write; `scratch_bytes`: the most that lies in the shared directory at a time, if
/// nothing is there yet. Throws table::TablebaseError for a damaged file of an earlier run.
[[nodiscard]] gen::DiskNeed disk_need(const SharedRun& run);

}  // namespace dameotb::cluster

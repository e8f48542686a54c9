// Estimates how long a run with several workers takes and how much data it moves: plays the tasks of the real run in
// the order in which the manager would hand them out, at estimated costs. Nothing is made or written.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/gen/run/estimate.hpp>
#include <dameotb/gen/run/measure.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::cluster {

/// The workers, and their connection to the shared directory.
struct Cluster {
    int workers = 1;
    int threads = 1;  ///< Per worker.
    /// Bytes per second that one worker, and all together, read or write in the shared directory.
    std::uint64_t worker_rate = std::uint64_t{1} << 29;
    std::uint64_t shared_rate = std::uint64_t{1} << 32;
    /// From a worker's report to its next task.
    double message_seconds = 0.002;
    gen::WorkRates factors;  ///< Of each worker's machine.
};

struct ScaleEstimate {
    double seconds = 0;       ///< From the first task to the end of the last.
    double work_seconds = 0;  ///< Of one core, including what a single process would have to do.
    double busy_seconds = 0;  ///< Of all workers, in tasks, including waits for the shared directory.
    std::uint64_t tasks = 0;
    std::uint64_t read_bytes = 0;     ///< From the shared directory.
    std::uint64_t written_bytes = 0;  ///< To it.
    std::uint64_t shared_bytes = 0;   ///< The peak there, without tables.
    Task longest;                     ///< The task that takes longest,
    double longest_seconds = 0;       ///< and its time.
};

/// Simulates a run over `classes` from scratch, in some microseconds per task. Requires: `classes` are closed
/// under dependencies, each after those that it depends on, and index::has_size; workers and threads are at least 1.
[[nodiscard]] ScaleEstimate estimate_scale(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                           const Cluster& cluster);

/// Returns what the run has yet to write; `scratch_bytes` is the peak in the shared directory, assuming that it starts
/// empty. Throws table::TablebaseError for a damaged file of an earlier run, and what planned_classes throws.
[[nodiscard]] gen::DiskNeed disk_need(const SharedRun& run);

}  // namespace dameotb::cluster

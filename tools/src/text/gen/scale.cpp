#include "text/gen/scale.hpp"

#include <fmt/format.h>

#include "terminal/progress.hpp"
#include "terminal/sizes.hpp"
#include "text/gen/task_words.hpp"

namespace dameotb::tools {

std::string scale_text(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                       const cluster::Cluster& cluster) {
    const cluster::ScaleEstimate run = cluster::estimate_scale(classes, one_side_from, cluster);
    const double cores = static_cast<double>(cluster.workers) * cluster.threads;
    const auto plural = [](int count) { return count == 1 ? "" : "s"; };
    return fmt::format(
        "{} worker{} with {} thread{}: {}, {:.0f} % of it for what one process would do too ({} of one core), {:.0f} % "
        "busy.\n"
        "{} tasks; the longest takes {} ({}, {}).\n"
        "Shared directory, at {} a second a worker and {} for all: {} read, {} written, {} at most at a time.\n",
        cluster.workers, plural(cluster.workers), cluster.threads, plural(cluster.threads), duration_text(run.seconds),
        100 * run.work_seconds / (run.seconds * cores), duration_text(run.work_seconds),
        100 * run.busy_seconds / (run.seconds * cluster.workers), run.tasks, duration_text(run.longest_seconds),
        run.longest.material.name(), task_words(run.longest.kind), size_text(cluster.worker_rate),
        size_text(cluster.shared_rate), size_text(run.read_bytes), size_text(run.written_bytes),
        size_text(run.shared_bytes));
}

}  // namespace dameotb::tools

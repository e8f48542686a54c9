// Plays TaskGraph with a clock of its own. What tasks cost comes from the rates of the estimate.
#include <dameotb/gen/scale.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include <dameotb/gen/shared_run.hpp>
#include <dameotb/gen/task_graph.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/store/slice/class_bytes.hpp>

#include "class_cut.hpp"
#include "level_counts.hpp"
#include "planned_classes.hpp"
#include "rates.hpp"

namespace dameotb::gen {

namespace {

/// What a task takes.
struct Cost {
    double core_seconds = 0;  ///< Shared by the worker's threads.
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
};

// Fitted to runs over all classes of 5 pieces (docs/cluster.md).

/// Seconds of one core to train the models of a class, whatever its size.
constexpr double planning_seconds = 0.2;
/// A part has the codes of its places beside its pages, packed into so many bytes a place.
constexpr double packed_code_bytes = 0.3;
/// Nanoseconds to pack a byte of scores or codes.
constexpr double packing_ns = 4;
/// Nanoseconds to unpack a byte of codes and to hash it.
constexpr double hashing_ns = 2;
/// Nanoseconds to unpack a byte of scores, and to have it in pages of its own.
constexpr double fetching_ns = 8;
/// So many tasks need a score besides the one that finds it: to solve other slices, and to encode the class.
constexpr double tasks_that_solve = 4;
constexpr double tasks_that_encode = 1;

/// Returns how often a score comes from the shared directory: once to each worker that chance gives one of these tasks,
/// but not to the one that has found it. For 5 pieces this says 0.97, 2.3 and 3.4 for 2, 4 and 8 workers; they read
/// each score 1.03, 2.3 and 3.4 times.
double reads_of_score(int workers) {
    return (workers - 1) * (1 - std::pow(1 - 1.0 / workers, tasks_that_solve + tasks_that_encode));
}

class ClassCosts {
public:
    ClassCosts(const index::Material& material, const SharedRun& run, const Cluster& cluster)
        : seconds_{class_seconds(material, cluster.factors)},
          score_bytes_{store::class_bytes(material)},
          packed_bytes_{class_scratch_bytes(material)},
          file_bytes_{class_disk_bytes(material, store::sides_to_store(material, run.one_side_from))},
          part_bytes_{file_bytes_ + bytes(packed_code_bytes, index::stored_positions(material))},
          codes_{static_cast<double>(index::stored_positions(material))},
          reads_{reads_of_score(cluster.workers) / (tasks_that_solve + tasks_that_encode)},
          parts_{file_parts(material)} {
        if (is_whole(material)) {
            return;
        }
        for (const std::uint64_t slices : level_counts(material)) {
            slices_ += slices;
            batches_.push_back(batch_sizes(material, slices, cluster.workers * cluster.threads, run.least_batch_bytes));
        }
    }

    [[nodiscard]] Cost of(const Task& task) const {
        switch (task.kind) {
            case Task::Kind::Make:
                return {seconds_.solve + seconds_.encode + packing(1), 0, packed_bytes_ + file_bytes_};
            case Task::Kind::SolveAll:
                return {seconds_.solve + packing(1), packed_bytes_, packed_bytes_};
            case Task::Kind::Read:
                return {seconds_.read + packing(1), file_bytes_, packed_bytes_};
            case Task::Kind::Cut:
                return {};
            case Task::Kind::Solve: {
                const double part =
                    static_cast<double>(batches_[task.batch.level][task.batch.batch]) / static_cast<double>(slices_);
                const double fetched = part * tasks_that_solve * reads_;
                return {part * seconds_.solve + packing(part) + fetching(fetched), bytes(fetched, packed_bytes_),
                        bytes(part, packed_bytes_)};
            }
            case Task::Kind::Plan:
                return {planning_seconds};
            case Task::Kind::Encode: {
                const double part = 1.0 / parts_;
                const double fetched = part * tasks_that_encode * reads_;
                return {part * (seconds_.encode + codes_ * packing_ns / 1e9) + fetching(fetched),
                        bytes(fetched, packed_bytes_), part_bytes_ / parts_};
            }
            case Task::Kind::Join:
                return {codes_ * hashing_ns / 1e9, part_bytes_, file_bytes_};
            case Task::Kind::Verify:
                break;  // a run that makes tables has none
        }
        return {};
    }

    /// Returns what the worker says of the task.
    [[nodiscard]] TaskResult result_of(const Task& task) const {
        TaskResult result;
        if (task.kind == Task::Kind::Cut) {
            for (const auto& level : batches_) {
                result.batches.push_back(static_cast<std::uint32_t>(level.size()));
            }
        } else if (task.kind == Task::Kind::Plan) {
            result.batches = {parts_};
        }
        return result;
    }

    /// Returns what one process would need for all of the class.
    [[nodiscard]] double alone() const { return seconds_.solve + seconds_.encode; }
    [[nodiscard]] std::uint64_t packed_bytes() const { return packed_bytes_; }
    [[nodiscard]] std::uint64_t part_bytes() const { return part_bytes_; }

private:
    [[nodiscard]] double packing(double part) const {
        return part * static_cast<double>(score_bytes_) * packing_ns / 1e9;
    }
    [[nodiscard]] double fetching(double part) const {
        return part * static_cast<double>(score_bytes_) * fetching_ns / 1e9;
    }
    [[nodiscard]] static std::uint64_t bytes(double part, std::uint64_t of) {
        return static_cast<std::uint64_t>(part * static_cast<double>(of));
    }

    ClassSeconds seconds_;
    std::uint64_t score_bytes_;
    std::uint64_t packed_bytes_;
    std::uint64_t file_bytes_;
    std::uint64_t part_bytes_;  ///< Of all parts of the files.
    double codes_;              ///< How many there are.
    double reads_;              ///< Of a score from the shared directory, for each task that needs it.
    std::uint32_t parts_;
    std::uint64_t slices_ = 0;
    std::vector<std::vector<std::uint64_t>> batches_;  ///< Slices of each, by level.
};

class Play {
public:
    /// Of the run the classes count, and how they are cut and stored.
    Play(const SharedRun& run, const Cluster& cluster)
        : cluster_{cluster}, graph_{states_of(run)}, last_(static_cast<std::size_t>(cluster.workers)) {
        for (const index::Material& material : run.classes) {
            const auto& costs = costs_.try_emplace(material, material, run, cluster).first->second;
            found_.work_seconds += costs.alone();
        }
        for (int worker = cluster.workers; worker-- > 0;) {
            idle_.push_back(worker);
        }
    }

    ScaleEstimate play() {
        hand_out(0);
        while (!ends_.empty()) {
            const End end = ends_.top();
            ends_.pop();
            found_.seconds = end.seconds;
            finish(end);
            hand_out(end.seconds);
        }
        return found_;
    }

private:
    /// When a worker ends its task.
    struct End {
        double seconds;
        int worker;
        Task task;
        bool operator<(const End& other) const { return seconds > other.seconds; }  // the first is on top
    };

    static std::vector<ClassState> states_of(const SharedRun& run) {
        std::vector<ClassState> states;
        for (const index::Material& material : run.classes) {
            states.push_back(new_state(material, run));
        }
        return states;
    }

    void hand_out(double now) {
        while (!idle_.empty()) {
            const int worker = idle_.back();
            const std::optional<Task> task = graph_.next(last_[static_cast<std::size_t>(worker)]);
            if (!task) {
                return;
            }
            idle_.pop_back();
            begin(worker, *task, now + cluster_.message_seconds);
        }
    }

    void begin(int worker, const Task& task, double now) {
        const Cost cost = costs_.at(task.material).of(task);
        const auto moved = static_cast<double>(cost.read_bytes + cost.written_bytes);
        const double alone = cost.core_seconds / cluster_.threads + moved / static_cast<double>(cluster_.worker_rate);
        // The directory serves one after the other, as fast as it can.
        directory_free_ = std::max(directory_free_, now) + moved / static_cast<double>(cluster_.shared_rate);
        const double end = std::max(now + alone, directory_free_);
        ends_.push({end, worker, task});
        ++found_.tasks;
        found_.busy_seconds += end - now;
        found_.read_bytes += cost.read_bytes;
        found_.written_bytes += cost.written_bytes;
        if (end - now > found_.longest_seconds) {
            found_.longest_seconds = end - now;
            found_.longest = task;
        }
    }

    void finish(const End& end) {
        const ClassCosts& costs = costs_.at(end.task.material);
        graph_.done(end.task, costs.result_of(end.task));
        last_[static_cast<std::size_t>(end.worker)] = end.task;
        idle_.push_back(end.worker);
        shared_bytes_ += shared_by(end.task.kind, costs);
        found_.shared_bytes = std::max(found_.shared_bytes, shared_bytes_);
        if (end.task.kind == Task::Kind::Join) {
            shared_bytes_ -= costs.part_bytes();
        }
        for (const index::Material& material : graph_.take_needless()) {
            shared_bytes_ -= costs_.at(material).packed_bytes();
        }
    }

    /// Returns what is shared of a class from such a task on.
    static std::uint64_t shared_by(Task::Kind kind, const ClassCosts& costs) {
        switch (kind) {
            case Task::Kind::Make:
            case Task::Kind::SolveAll:
            case Task::Kind::Read:
            case Task::Kind::Cut:
                return costs.packed_bytes();
            case Task::Kind::Plan:
                return costs.part_bytes();
            case Task::Kind::Solve:
            case Task::Kind::Encode:
            case Task::Kind::Join:
            case Task::Kind::Verify:
                break;
        }
        return 0;
    }

    Cluster cluster_;
    std::map<index::Material, ClassCosts> costs_;
    TaskGraph graph_;
    std::vector<std::optional<Task>> last_;  ///< By worker.
    std::vector<int> idle_;
    std::priority_queue<End> ends_;
    double directory_free_ = 0;  ///< When it has done all that it was asked for so far.
    std::uint64_t shared_bytes_ = 0;
    ScaleEstimate found_;
};

}  // namespace

ScaleEstimate estimate_scale(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                             const Cluster& cluster) {
    SharedRun run;
    run.classes = classes;
    run.one_side_from = one_side_from;
    return Play{run, cluster}.play();
}

DiskNeed disk_need(const SharedRun& run) {
    DiskNeed need;
    need.file_bytes = missing_file_bytes(planned_classes(run.tables, run.classes, run.one_side_from));
    if (need.file_bytes > 0) {
        Cluster cluster;
        cluster.workers = run.workers;
        need.scratch_bytes = Play{run, cluster}.play().shared_bytes;
    }
    return need;
}

}  // namespace dameotb::gen

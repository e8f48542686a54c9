// Runs TaskGraph on a simulated clock. The costs of tasks come from the rates of the estimate.
#include <dameotb/cluster/simulation.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/distance_sides.hpp>

#include <dameotb/gen/run/rates.hpp>
#include <dameotb/gen/run/slice_schedule.hpp>
#include "class_cut.hpp"

namespace dameotb::cluster {

namespace {

/// The cost of a task.
struct Cost {
    double core_seconds = 0;  ///< Shared by the worker's threads.
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
};

// Fitted to runs over all classes of 5 pieces (docs/cluster.md). Nanoseconds refer to the core whose rates the estimate
// uses.

/// Besides its block groups a part has the codes of its positions, compressed to this many bytes per position.
constexpr double packed_code_bytes = 0.3;
/// Nanoseconds to compress a byte of scores or codes.
constexpr double packing_ns = 4.5;
/// Nanoseconds to decompress and hash a byte of codes.
constexpr double hashing_ns = 2;
/// Nanoseconds to decompress a byte of scores into pages.
constexpr double fetching_ns = 8;
/// The fraction of a class's compressed scores that follow promotions.
constexpr double promoted_part = 0.25;
/// How often a score is needed to solve other slices of its own class, and to solve all of another class. With these
/// figures 1, 2, 4 and 8 workers fetch 0, 1.3, 4.1 and 8.9 GiB of scores; measured were 0, 1.5, 3.3 and 11.
constexpr double uses_by_own = 1;
constexpr double uses_by_others = 0.8;

class ClassCosts {
public:
    ClassCosts(const index::Material& material, const SharedRun& run, const Cluster& cluster)
        : seconds_{gen::class_seconds(material, cluster.factors)},
          zstd_factor_{cluster.factors.encode_plain},
          score_bytes_{scores::class_bytes(material)},
          packed_bytes_{gen::class_scratch_bytes(material)},
          part_still_needed_{part_of(still_needed(run, material), material)},
          file_bytes_{gen::class_disk_bytes(material, store::sides_to_store(material, run.one_side_from))},
          part_bytes_{file_bytes_ + bytes(packed_code_bytes, index::stored_positions(material))},
          codes_{static_cast<double>(index::stored_positions(material))},
          parts_{file_parts(material)} {
        if (is_whole(material)) {
            return;
        }
        for (const std::uint64_t slices : index::level_counts(material)) {
            slices_ += slices;
            batches_.push_back(batch_sizes(material, slices, cluster.workers * cluster.threads, run.least_batch_bytes));
        }
    }

    /// Returns the cost of a task except for fetching scores.
    [[nodiscard]] Cost of(const Task& task) const {
        switch (task.kind) {
            case Task::Kind::Make:
                return {seconds_.solve + seconds_.encode + packing(part_still_needed_), 0,
                        still_needed_bytes() + file_bytes_};
            case Task::Kind::SolveAll:
                return {seconds_.solve + packing(1), 0, packed_bytes_};
            case Task::Kind::Read:
                return {seconds_.read + packing(part_still_needed_), file_bytes_, still_needed_bytes()};
            case Task::Kind::Cut:
                return {};
            case Task::Kind::Solve:
                return {part(task) * seconds_.solve + packing(part(task)), 0, bytes(part(task), packed_bytes_)};
            case Task::Kind::Write:
                return {seconds_.encode, 0, file_bytes_};
            case Task::Kind::Plan:
                return {seconds_.train};
            case Task::Kind::Encode:
                return {part(task) * (seconds_.encode - seconds_.train + moving(packing_ns, codes_)), 0,
                        part_bytes_ / parts_};
            case Task::Kind::Join:
                return {moving(hashing_ns, codes_), part_bytes_, file_bytes_};
            case Task::Kind::Verify:
                break;  // a run that makes tables has none
        }
        return {};
    }
    /// Returns the cost of fetching a part of the class's scores, of which `shared_bytes` are shared.
    [[nodiscard]] Cost of_fetching(double part, std::uint64_t shared_bytes) const {
        return {moving(fetching_ns, part * static_cast<double>(score_bytes_)), bytes(part, shared_bytes), 0};
    }

    /// Returns which part of its class a task solves or encodes.
    [[nodiscard]] double part(const Task& task) const {
        return task.kind == Task::Kind::Solve
                   ? static_cast<double>(batches_[task.batch.level][task.batch.batch]) / static_cast<double>(slices_)
               : task.kind == Task::Kind::Encode ? 1.0 / parts_
                                                 : 1.0;
    }

    /// Returns the worker's report on the task.
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

    /// Returns what one process would need for the whole class.
    [[nodiscard]] double alone() const { return seconds_.solve + seconds_.encode; }
    [[nodiscard]] std::uint64_t packed_bytes() const { return packed_bytes_; }
    /// Returns how many bytes are shared of a class that has files.
    [[nodiscard]] std::uint64_t still_needed_bytes() const { return bytes(part_still_needed_, packed_bytes_); }
    [[nodiscard]] std::uint64_t part_bytes() const { return part_bytes_; }

private:
    static double part_of(std::optional<SharedScores> scores, const index::Material& material) {
        // share_class shares all scores of kings alone.
        return !scores ? 0 : *scores == SharedScores::Promoted && material.men() > 0 ? promoted_part : 1;
    }
    [[nodiscard]] double packing(double part) const {
        return moving(packing_ns, part * static_cast<double>(score_bytes_));
    }
    /// Returns the time for work bound by zstd and memory, in seconds.
    [[nodiscard]] double moving(double ns, double scores) const { return zstd_factor_ * ns * scores / 1e9; }
    [[nodiscard]] static std::uint64_t bytes(double part, std::uint64_t of) {
        return static_cast<std::uint64_t>(part * static_cast<double>(of));
    }

    gen::ClassSeconds seconds_;
    double zstd_factor_;  ///< Of the worker's machine.
    std::uint64_t score_bytes_;
    std::uint64_t packed_bytes_;
    double part_still_needed_;  ///< Once the files exist.
    std::uint64_t file_bytes_;
    std::uint64_t part_bytes_;  ///< Of all parts of the files.
    double codes_;              ///< Their number.
    std::uint32_t parts_;
    std::uint64_t slices_ = 0;
    std::vector<std::vector<std::uint64_t>> batches_;  ///< Slices of each, by level.
};

/// A part of a class's scores. `of` is the class's index in the run.
struct PartOfClass {
    std::size_t of;
    double part;
};

/// Which part of each class a worker has in memory. Assumes that nothing is ever evicted.
class Memory {
public:
    explicit Memory(std::size_t classes) : parts_(classes) {}

    /// Returns which of the scores that a task needs the worker must fetch. `own`: the task's class, of which it solves
    /// or encodes `part`; `begun`: which part of it all workers have solved or begun to solve. `needed`: the classes
    /// that it depends on.
    std::vector<PartOfClass> fetch(Task::Kind kind, std::size_t own, double part, double begun,
                                   const std::vector<std::size_t>& needed) {
        std::vector<PartOfClass> fetched;
        // `part_needed`: of the class; `known`: the part that anybody has found yet.
        const auto need = [&](std::size_t of, double part_needed, double known) {
            const double lacks = std::min(part_needed, known) * std::max(1 - parts_[of] / known, 0.0);
            if (lacks > 0) {
                parts_[of] += lacks;
                fetched.push_back({of, lacks});
            }
        };
        switch (kind) {
            case Task::Kind::Make:
            case Task::Kind::SolveAll:
            case Task::Kind::Solve:
                for (const std::size_t other : needed) {
                    need(other, at_random(uses_by_others * part), 1);
                }
                if (begun > 0) {
                    need(own, at_random(uses_by_own * part), begun);
                }
                parts_[own] += part;
                break;
            case Task::Kind::Write:
                need(own, 1, 1);
                break;
            case Task::Kind::Encode:
                // Parts have nothing in common, so what one has fetched does not help the next.
                fetched.push_back({own, part * std::max(1 - parts_[own], 0.0)});
                break;
            case Task::Kind::Read:
            case Task::Kind::Cut:
            case Task::Kind::Plan:
            case Task::Kind::Join:
            case Task::Kind::Verify:
                break;
        }
        return fetched;
    }

private:
    /// Returns which part of a class is hit at least once by this many random uses, in multiples of the class's size.
    static double at_random(double uses) { return 1 - std::exp(-uses); }

    std::vector<double> parts_;
};

class Simulator {
public:
    /// Of `run`, only the classes and how they are cut and stored matter.
    Simulator(const SharedRun& run, const Cluster& cluster)
        : cluster_{cluster},
          graph_{states_of(run), cluster.workers, run.most_alone},
          last_(static_cast<std::size_t>(cluster.workers)),
          memories_(last_.size(), Memory{run.classes.size()}) {
        for (const index::Material& material : run.classes) {
            class_indices_[material] = classes_.size();
            Class& one = classes_.emplace_back(ClassCosts{material, run, cluster});
            for (const index::Material& needed : index::direct_dependencies(material)) {
                one.needed.push_back(class_indices_.at(needed));
            }
            found_.work_seconds += one.costs.alone();
        }
        for (int worker = cluster.workers; worker-- > 0;) {
            idle_.push_back(worker);
        }
    }

    ScaleEstimate run() {
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
    /// When a worker finishes its task.
    struct End {
        double seconds;
        int worker;
        Task task;
        bool operator<(const End& other) const { return seconds > other.seconds; }  // the first is on top
    };

    struct Class {
        ClassCosts costs;
        std::vector<std::size_t> needed{};  ///< Classes that it depends on.
        double begun = 0;                   ///< Which part is solved or in progress.
        std::uint64_t shared_bytes = 0;     ///< Its scores, in the shared directory.
    };

    [[nodiscard]] Class& class_of(const index::Material& material) { return classes_[class_indices_.at(material)]; }

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
        const std::size_t own = class_indices_.at(task.material);
        Class& one = classes_[own];
        const double part = one.costs.part(task);
        Cost cost = one.costs.of(task);
        for (const PartOfClass& fetched :
             memories_[static_cast<std::size_t>(worker)].fetch(task.kind, own, part, one.begun, one.needed)) {
            const Class& fetched_class = classes_[fetched.of];
            const Cost fetching = fetched_class.costs.of_fetching(fetched.part, fetched_class.shared_bytes);
            cost.core_seconds += fetching.core_seconds;
            cost.read_bytes += fetching.read_bytes;
        }
        one.begun += task.kind == Task::Kind::Solve ? part : 0;
        const auto moved = static_cast<double>(cost.read_bytes + cost.written_bytes);
        const double alone = cost.core_seconds / cluster_.threads + moved / static_cast<double>(cluster_.worker_rate);
        // The directory serves requests one after another, at full speed.
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
        Class& one = class_of(end.task.material);
        graph_.done(end.task, one.costs.result_of(end.task));
        last_[static_cast<std::size_t>(end.worker)] = end.task;
        idle_.push_back(end.worker);
        share(end.task.kind, one);
        for (const index::Material& material : graph_.take_unneeded()) {
            shared_bytes_ -= class_of(material).shared_bytes;
        }
    }

    /// Accounts for what is shared of a class after a task of this kind.
    void share(Task::Kind kind, Class& one) {
        if (kind == Task::Kind::Join) {
            shared_bytes_ -= one.costs.part_bytes();
        } else if (kind == Task::Kind::Plan) {
            shared_bytes_ += one.costs.part_bytes();
        } else if (kind == Task::Kind::Make || kind == Task::Kind::Read) {
            one.shared_bytes = one.costs.still_needed_bytes();
            shared_bytes_ += one.shared_bytes;
        } else if (kind == Task::Kind::SolveAll || kind == Task::Kind::Cut) {
            one.shared_bytes = one.costs.packed_bytes();
            shared_bytes_ += one.shared_bytes;
        }
        found_.shared_bytes = std::max(found_.shared_bytes, shared_bytes_);
    }

    Cluster cluster_;
    std::vector<Class> classes_;
    std::map<index::Material, std::size_t> class_indices_;
    TaskGraph graph_;
    std::vector<std::optional<Task>> last_;  ///< By worker.
    std::vector<Memory> memories_;           ///< By worker.
    std::vector<int> idle_;
    std::priority_queue<End> ends_;
    double directory_free_ = 0;  ///< When it has served all requests so far.
    std::uint64_t shared_bytes_ = 0;
    ScaleEstimate found_;
};

}  // namespace

ScaleEstimate estimate_scale(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                             const Cluster& cluster) {
    SharedRun run;
    run.classes = classes;
    run.one_side_from = one_side_from;
    run.most_alone *= static_cast<std::uint64_t>(cluster.threads);
    return Simulator{run, cluster}.run();
}

gen::DiskNeed disk_need(const SharedRun& run) {
    gen::DiskNeed need;
    need.file_bytes =
        gen::missing_file_bytes(gen::planned_classes(run.tables, run.classes, run.one_side_from, run.rule));
    if (need.file_bytes > 0) {
        Cluster cluster;
        cluster.workers = run.workers;
        need.scratch_bytes = Simulator{run, cluster}.run().shared_bytes;
    }
    return need;
}

}  // namespace dameotb::cluster

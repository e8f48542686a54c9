// The order in which tasks are handed out, without anybody doing them.
#include <dameotb/cluster/task_graph.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <dameotb/gen/run/slice_schedule.hpp>
#include <dameotb/index/class_index.hpp>

#include "catch.hpp"
#include "class_cut.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using cluster::Task;
using Kind = cluster::Task::Kind;

namespace {

constexpr std::uint64_t least_batch_bytes = std::uint64_t{1} << 22;

/// Workers who take a task each, and of whom chance says who is ready first. Keeps its own account of what is solved.
class Players {
public:
    Players(int pieces, int workers, std::uint64_t most_alone = cluster::SharedRun{}.most_alone)
        : run_{of(pieces, workers, most_alone)}, graph_{states(), workers, run_.most_alone} {
        tasks_.resize(static_cast<std::size_t>(workers));
        last_.resize(tasks_.size());
    }

    /// Calls begun(task, last, classes) for each task, in the order in which they are handed out. `last`: the one that
    /// the worker has done before; `classes`: how many could be worked on.
    template <class Begun>
    void play(tests::Random& random, const Begun& begun) {
        while (!graph_.is_finished()) {
            const std::size_t worker = random() % tasks_.size();
            if (tasks_[worker]) {
                finish(worker);
                continue;
            }
            const std::size_t could_work_on = classes_to_work_on().size();
            tasks_[worker] = graph_.next(last_[worker]);
            if (tasks_[worker]) {
                check(*tasks_[worker]);
                begun(*tasks_[worker], last_[worker], could_work_on);
            }
        }
    }

    /// Returns the classes on which somebody works.
    [[nodiscard]] std::multiset<index::Material> in_work() const {
        std::multiset<index::Material> classes;
        for (const auto& task : tasks_) {
            if (task) {
                classes.insert(task->material);
            }
        }
        return classes;
    }
    [[nodiscard]] std::map<Kind, int>& kinds() { return kinds_; }
    [[nodiscard]] const cluster::SharedRun& run() const { return run_; }
    [[nodiscard]] bool is_written(const index::Material& material) const { return written_.contains(material); }
    /// Returns the work on the class, as the graph counts it.
    [[nodiscard]] static std::uint64_t work_of(const index::Material& material) {
        return index::stored_positions(material) * (cluster::is_whole(material) ? 4 : 1);
    }
    /// Returns that on all classes that are not solved.
    [[nodiscard]] std::uint64_t unsolved_work() const {
        return work_on([this](const index::Material& material) { return !solved_.contains(material); });
    }
    /// Returns that on all classes that nobody has begun, and that wait only for others than this one in work.
    [[nodiscard]] std::uint64_t work_without(const index::Material& one) const {
        const auto working = in_work();
        return work_on([&](const index::Material& material) {
            const auto needed = index::direct_dependencies(material);
            return !touched_.contains(material) && std::ranges::all_of(needed, [&](const index::Material& other) {
                return other != one && (solved_.contains(other) || working.contains(other));
            });
        });
    }

private:
    static cluster::SharedRun of(int pieces, int workers, std::uint64_t most_alone) {
        cluster::SharedRun run;
        run.classes = index::build_order(pieces);
        run.workers = workers;
        run.cut_from = 1000;
        run.most_alone = most_alone;
        return run;
    }
    [[nodiscard]] std::vector<cluster::ClassState> states() const {
        std::vector<cluster::ClassState> states;
        for (const index::Material& material : run_.classes) {
            states.push_back(cluster::new_state(material, run_));
        }
        return states;
    }

    /// Returns the classes on which somebody works or could begin to: all that they depend on is solved, and their
    /// files are not there.
    [[nodiscard]] std::set<index::Material> classes_to_work_on() const {
        const auto working = in_work();
        std::set<index::Material> classes{working.begin(), working.end()};
        for (const index::Material& material : run_.classes) {
            if (!written_.contains(material) && can_be_solved(material)) {
                classes.insert(material);
            }
        }
        return classes;
    }
    [[nodiscard]] bool can_be_solved(const index::Material& material) const {
        const auto needed = index::direct_dependencies(material);
        return std::ranges::all_of(needed, [this](const index::Material& other) { return solved_.contains(other); });
    }
    template <class Counts>
    [[nodiscard]] std::uint64_t work_on(const Counts& counts) const {
        std::uint64_t work = 0;
        for (const index::Material& material : run_.classes) {
            work += counts(material) ? work_of(material) : 0;
        }
        return work;
    }

    /// Each task is handed out once, and not before what it needs is done.
    void check(const Task& task) {
        CHECK(begun_.insert({task.kind, task.material, task.batch}).second);
        touched_.insert(task.material);
        const bool is_of_files =
            task.kind == Kind::Write || task.kind == Kind::Plan || task.kind == Kind::Encode || task.kind == Kind::Join;
        CHECK(solved_.contains(task.material) == is_of_files);
        for (const index::Material& needed : index::direct_dependencies(task.material)) {
            CHECK(solved_.contains(needed));
        }
    }

    void finish(std::size_t worker) {
        const Task task = std::exchange(tasks_[worker], std::nullopt).value();
        last_[worker] = task;
        ++kinds_[task.kind];
        cluster::TaskResult result;
        switch (task.kind) {
            case Kind::Make:
            case Kind::Write:
            case Kind::Join:
                CHECK(written_.insert(task.material).second);
                solved_.insert(task.material);
                break;
            case Kind::SolveAll:
                CHECK(solved_.insert(task.material).second);
                break;
            case Kind::Cut:
                for (const std::uint64_t slices : index::level_counts(task.material)) {
                    result.batches.push_back(static_cast<std::uint32_t>(
                        cluster::batch_sizes(task.material, slices, run_.workers, least_batch_bytes).size()));
                    left_[task.material] += result.batches.back();
                }
                break;
            case Kind::Solve:
                if (--left_[task.material] == 0) {
                    solved_.insert(task.material);
                }
                break;
            case Kind::Plan:
                result.batches = {cluster::file_parts(task.material)};
                break;
            default:
                break;
        }
        graph_.done(task, result);
    }

    cluster::SharedRun run_;
    cluster::TaskGraph graph_;
    std::vector<std::optional<Task>> tasks_;
    std::vector<std::optional<Task>> last_;
    std::set<std::tuple<Kind, index::Material, cluster::BatchName>> begun_;
    std::set<index::Material> touched_;              ///< Classes of which a task was begun.
    std::map<index::Material, std::uint64_t> left_;  ///< Batches to be solved.
    std::set<index::Material> solved_;
    std::set<index::Material> written_;
    std::map<Kind, int> kinds_;
};

}  // namespace

TEST_CASE("two workers share a class only where there is none for each of them") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const std::uint64_t most_alone = GENERATE(std::uint64_t{0}, cluster::SharedRun{}.most_alone);
    for (const int workers : {1, 2, 3, 5}) {
        CAPTURE(workers, most_alone);
        Players players{5, workers, most_alone};
        int alone = 0;
        int together = 0;
        int stays = 0;
        players.play(random, [&](const Task& task, const std::optional<Task>& last, std::size_t could_work_on) {
            if (players.in_work().count(task.material) > 1) {
                ++together;
                CHECK(could_work_on < static_cast<std::size_t>(workers));
                return;
            }
            ++alone;
            // A worker stays with its class if nobody else has come to it.
            if (could_work_on >= static_cast<std::size_t>(workers) && last && !players.is_written(last->material) &&
                players.in_work().count(last->material) == (last->material == task.material ? 1 : 0)) {
                ++stays;
                CHECK(task.material == last->material);
            }
        });
        CHECK((workers == 1) == (together == 0));
        if (most_alone == 0) {  // otherwise most classes are one task
            CHECK(alone > together);
            CHECK(stays > 100);
        }
    }
}

TEST_CASE("one worker makes one class after the other, and each in one task unless it is large") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const std::uint64_t most_alone : {std::uint64_t{0}, cluster::SharedRun{}.most_alone}) {
        Players players{4, 1, most_alone};
        std::vector<index::Material> order;
        players.play(random, [&](const Task& task, const std::optional<Task>&, std::size_t) {
            if (order.empty() || order.back() != task.material) {
                order.push_back(task.material);
            }
        });
        CHECK(order == players.run().classes);
        CHECK((players.kinds()[Kind::Make] == static_cast<int>(order.size())) == (most_alone > 0));
        CHECK((players.kinds()[Kind::Plan] == 0) == (most_alone > 0));
        CHECK(players.kinds()[Kind::Write] == 0);
    }
}

TEST_CASE("one worker makes or writes a class in one task while all others have as much to do, and else all do") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const int workers : {2, 4}) {
        CAPTURE(workers);
        Players players{5, workers};
        players.play(random, [&](const Task& task, const std::optional<Task>&, std::size_t could_work_on) {
            CAPTURE(task.material.name(), task.kind);
            const bool one_class_per_worker = could_work_on >= static_cast<std::size_t>(workers);
            const std::uint64_t meanwhile = players.work_of(task.material) * static_cast<std::uint64_t>(workers - 1);
            if (task.kind == Kind::Write || task.kind == Kind::Plan) {
                CHECK((task.kind == Kind::Write) == (one_class_per_worker && meanwhile <= players.unsolved_work()));
            } else if (task.kind == Kind::Make || task.kind == Kind::SolveAll || task.kind == Kind::Cut) {
                const bool is_small = index::stored_positions(task.material) < players.run().cut_from;
                CHECK((task.kind == Kind::Make) ==
                      (is_small || (one_class_per_worker && meanwhile <= players.work_without(task.material))));
            }
        });
        CHECK(players.kinds()[Kind::Make] > 10);
        CHECK(players.kinds()[Kind::Write] > 0);
        CHECK(players.kinds()[Kind::Plan] > 0);
        CHECK(players.kinds()[Kind::Join] == players.kinds()[Kind::Plan]);
    }
    // Where there are far more than classes, nobody is kept waiting for one who writes.
    Players many{tests::sampled ? 4 : 5, 60};
    many.play(random, [](const Task&, const std::optional<Task>&, std::size_t) {});
    CHECK(many.kinds()[Kind::Write] == 0);
}

TEST_CASE("large classes are never made or written in one task, however few the workers are") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const std::uint64_t most = 100'000'000;
    for (const int workers : {1, 2}) {
        Players players{5, workers, most};
        int large = 0;
        players.play(random, [&](const Task& task, const std::optional<Task>&, std::size_t) {
            const bool is_large = players.work_of(task.material) > most;
            CHECK(((task.kind != Kind::Write && task.kind != Kind::Make) || !is_large));
            large += task.kind == Kind::Plan && is_large ? 1 : 0;
        });
        CHECK(large > 0);
        CHECK(players.kinds()[Kind::Make] > 0);
    }
}

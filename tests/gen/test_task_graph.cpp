// The order in which tasks are handed out, without anybody doing them.
#include <dameotb/gen/task_graph.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <dameotb/index/class_index.hpp>

#include "catch.hpp"
#include "run/class_cut.hpp"
#include "run/level_counts.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using gen::Task;
using Kind = gen::Task::Kind;

namespace {

constexpr std::uint64_t least_batch_bytes = std::uint64_t{1} << 22;

/// Workers who take a task each, and of whom chance says who is ready first. Keeps its own account of what is solved.
class Players {
public:
    Players(int pieces, int workers, std::uint64_t most_written_alone = gen::SharedRun{}.most_written_alone)
        : run_{of(pieces, workers, most_written_alone)}, graph_{states(), workers, run_.most_written_alone} {
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
    [[nodiscard]] const gen::SharedRun& run() const { return run_; }
    [[nodiscard]] bool is_written(const index::Material& material) const { return written_.contains(material); }
    /// Returns how many positions the classes have that are not solved.
    [[nodiscard]] std::uint64_t unsolved_positions() const {
        std::uint64_t positions = 0;
        for (const index::Material& material : run_.classes) {
            positions += solved_.contains(material) ? 0 : index::stored_positions(material);
        }
        return positions;
    }

private:
    static gen::SharedRun of(int pieces, int workers, std::uint64_t most_written_alone) {
        gen::SharedRun run;
        run.classes = index::build_order(pieces);
        run.workers = workers;
        run.cut_from = 1000;
        run.most_written_alone = most_written_alone;
        return run;
    }
    [[nodiscard]] std::vector<gen::ClassState> states() const {
        std::vector<gen::ClassState> states;
        for (const index::Material& material : run_.classes) {
            states.push_back(gen::new_state(material, run_));
        }
        return states;
    }

    /// Returns the classes on which somebody works or could begin to: all that they depend on is solved, and their
    /// files are not there.
    [[nodiscard]] std::set<index::Material> classes_to_work_on() const {
        const auto working = in_work();
        std::set<index::Material> classes{working.begin(), working.end()};
        for (const index::Material& material : run_.classes) {
            const auto needed = index::direct_dependencies(material);
            if (!written_.contains(material) &&
                std::ranges::all_of(needed, [this](const index::Material& other) { return solved_.contains(other); })) {
                classes.insert(material);
            }
        }
        return classes;
    }

    /// Each task is handed out once, and not before what it needs is done.
    void check(const Task& task) {
        CHECK(begun_.insert({task.kind, task.material, task.batch}).second);
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
        gen::TaskResult result;
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
                for (const std::uint64_t slices : gen::level_counts(task.material)) {
                    result.batches.push_back(static_cast<std::uint32_t>(
                        gen::batch_sizes(task.material, slices, run_.workers, least_batch_bytes).size()));
                    left_[task.material] += result.batches.back();
                }
                break;
            case Kind::Solve:
                if (--left_[task.material] == 0) {
                    solved_.insert(task.material);
                }
                break;
            case Kind::Plan:
                result.batches = {gen::file_parts(task.material)};
                break;
            default:
                break;
        }
        graph_.done(task, result);
    }

    gen::SharedRun run_;
    gen::TaskGraph graph_;
    std::vector<std::optional<Task>> tasks_;
    std::vector<std::optional<Task>> last_;
    std::set<std::tuple<Kind, index::Material, store::BatchName>> begun_;
    std::map<index::Material, std::uint64_t> left_;  ///< Batches to be solved.
    std::set<index::Material> solved_;
    std::set<index::Material> written_;
    std::map<Kind, int> kinds_;
};

}  // namespace

TEST_CASE("two workers share a class only where there is none for each of them") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const int workers : {1, 2, 3, 5}) {
        CAPTURE(workers);
        Players players{5, workers};
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
        CHECK(alone > together);
        CHECK(stays > 100);
        CHECK((workers == 1) == (together == 0));
    }
}

TEST_CASE("one worker stays with a class until its files are there") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    Players players{4, 1};
    std::vector<index::Material> order;
    players.play(random, [&](const Task& task, const std::optional<Task>&, std::size_t) {
        if (order.empty() || order.back() != task.material) {
            order.push_back(task.material);
        }
    });
    CHECK(order == players.run().classes);
    CHECK(players.kinds()[Kind::Write] > 0);
    CHECK(players.kinds()[Kind::Plan] == 0);
}

TEST_CASE("files are written by one worker as long as the others have more to do, and then in parts by all") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const int workers : {2, 4}) {
        CAPTURE(workers);
        Players players{5, workers};
        players.play(random, [&](const Task& task, const std::optional<Task>&, std::size_t could_work_on) {
            if (task.kind == Kind::Write || task.kind == Kind::Plan) {
                const std::uint64_t work =
                    index::stored_positions(task.material) * (gen::is_whole(task.material) ? 4 : 1);
                const bool others_have_as_much =
                    work * static_cast<std::uint64_t>(workers - 1) <= players.unsolved_positions();
                CHECK((task.kind == Kind::Write) ==
                      (others_have_as_much && could_work_on >= static_cast<std::size_t>(workers)));
            }
        });
        CHECK(players.kinds()[Kind::Write] > 10);
        CHECK(players.kinds()[Kind::Plan] > 0);
        CHECK(players.kinds()[Kind::Join] == players.kinds()[Kind::Plan]);
    }
    // Where there are far more than classes, nobody is kept waiting for one who writes.
    Players many{tests::sampled ? 4 : 5, 60};
    many.play(random, [](const Task&, const std::optional<Task>&, std::size_t) {});
    CHECK(many.kinds()[Kind::Write] == 0);
}

TEST_CASE("files of large classes are written in parts, however few the workers are") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const std::uint64_t most = 100'000'000;
    Players players{5, 1, most};
    int large = 0;
    players.play(random, [&](const Task& task, const std::optional<Task>&, std::size_t) {
        const bool is_large = index::stored_positions(task.material) * (gen::is_whole(task.material) ? 4 : 1) > most;
        CHECK((task.kind != Kind::Write || !is_large));
        CHECK((task.kind != Kind::Plan || is_large));
        large += task.kind == Kind::Plan ? 1 : 0;
    });
    CHECK(large > 0);
    CHECK(players.kinds()[Kind::Write] > 0);
}

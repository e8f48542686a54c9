// Several workers in one process, and the files that they should leave.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/cluster/worker.hpp>
#include <dameotb/gen/run/generate.hpp>
#include <dameotb/index/class_index.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "samples.hpp"
#include "temporary_directory.hpp"

namespace dameotb::tests {

inline std::vector<index::Material> classes_of(const std::vector<std::string>& names) {
    std::vector<index::Material> classes;
    for (const std::string& name : names) {
        classes.push_back(index::Material::parse(name).value());
    }
    return index::with_dependencies(classes);
}

using Files = std::map<std::string, std::string>;

inline void put(const Files& files, const std::filesystem::path& directory) {
    for (const auto& [name, bytes] : files) {
        std::ofstream{directory / name, std::ios::binary} << bytes;
    }
}

/// Returns the files of the tables that one process makes, under a draw rule the .dtz and those without the rule. It
/// makes them once.
inline const Files& files_of_one_run(const std::vector<index::Material>& classes, DrawRule rule = {},
                                     std::uint64_t one_side_from = store::never_one_side) {
    static std::map<std::tuple<std::vector<index::Material>, int, std::uint64_t>, Files> made;
    const std::tuple key{classes, rule.plies, one_side_from};
    if (!made.contains(key)) {
        const TemporaryDirectory directory;
        gen::GenerateOptions options;
        options.directory = directory.path();
        options.classes = classes;
        options.rule = rule;
        options.one_side_from = one_side_from;
        if (rule.exists()) {
            put(files_of_one_run(classes, {}, one_side_from), directory.path());
        }
        REQUIRE(gen::generate(options) == gen::GenerateResult::Complete);
        made[key] = contents(directory.path());
    }
    return made.at(key);
}

using Kind = cluster::Task::Kind;

/// Workers in one process, of which one after the other does a task. Chance says which, and who is killed.
class ManyWorkers {
public:
    ManyWorkers(const std::vector<index::Material>& classes, int workers, std::uint64_t cut_from,
                std::uint64_t most_alone, std::optional<std::uint64_t> memory_bytes = {}) {
        run_.tables = tables_.path();
        run_.shared = shared_.path();
        run_.classes = classes;
        run_.workers = workers;
        run_.cut_from = cut_from;
        run_.most_alone = most_alone;
        run_.least_batch_bytes = 1;
        run_.least_part_positions = 500;
        options_.memory_bytes = memory_bytes;
    }
    /// Another run, where this one is.
    ManyWorkers(const ManyWorkers& other) : run_{other.run_}, options_{other.options_}, kinds_{other.kinds_} {
        run_.tables = tables_.path();
        run_.shared = shared_.path();
        std::filesystem::copy(other.run_.tables, run_.tables, std::filesystem::copy_options::recursive);
        std::filesystem::copy(other.run_.shared, run_.shared, std::filesystem::copy_options::recursive);
    }
    ManyWorkers& operator=(const ManyWorkers&) = delete;

    /// Goes on until all is done, or after `most` tasks. Returns whether all is done.
    bool go(Random& random, int most = 1'000'000) {
        struct Seat {
            std::unique_ptr<cluster::Worker> worker;
            std::optional<cluster::Task> task;
            std::optional<cluster::Task> last;
        };
        std::vector<Seat> seats(static_cast<std::size_t>(run_.workers));
        for (Seat& seat : seats) {
            seat.worker = std::make_unique<cluster::Worker>(run_, options_);
        }
        cluster::TaskGraph graph{cluster::state_of(run_), run_.workers, run_.most_alone};
        const cluster::SharedDirectory shared = run_.directory();
        while (!graph.is_finished()) {
            Seat& seat = seats[random() % seats.size()];
            if (!seat.task) {
                seat.task = graph.next(seat.last);  // it may wait while others do theirs
                continue;
            }
            if (most-- == 0) {
                return false;
            }
            const cluster::TaskResult result = seat.worker->run(*seat.task);
            graph.done(*seat.task, result);
            seat.last = std::exchange(seat.task, std::nullopt);
            ++kinds_[seat.last->kind];
            if (seat.last->kind == Kind::Verify && graph.is_finished(seat.last->material)) {
                shared.mark_verified(seat.last->material);
            }
            for (const index::Material& material : graph.take_unneeded()) {
                shared.remove(material);
            }
        }
        return true;
    }

    /// From now on verifies these classes. `verify`: what is done with each part.
    void verify(const std::vector<index::Material>& classes, std::function<void(const cluster::PartToVerify&)> verify) {
        run_.to_verify = classes;
        options_.verify = std::move(verify);
    }
    /// From now on makes these classes.
    void make(const std::vector<index::Material>& classes) { run_.classes = classes; }
    /// From now on makes the .dtz under the rule, or without one the other files.
    void make_under(DrawRule rule) { run_.rule = rule; }
    /// From now on is another run, in what it shares.
    void set_identity(std::uint64_t identity) { run_.identity = identity; }
    void store_one_side_from(std::uint64_t positions) { run_.one_side_from = positions; }
    [[nodiscard]] const cluster::SharedRun& run() const { return run_; }
    void forget_other_tables() const { cluster::forget_other_tables(run_); }

    [[nodiscard]] auto files() const { return contents(tables_.path()); }
    [[nodiscard]] bool has_shared() const { return !std::filesystem::is_empty(run_.shared); }
    [[nodiscard]] const std::filesystem::path& tables() const { return run_.tables; }
    [[nodiscard]] const std::filesystem::path& shared() const { return run_.shared; }
    [[nodiscard]] std::map<cluster::Task::Kind, int>& kinds() { return kinds_; }

private:
    TemporaryDirectory tables_;
    TemporaryDirectory shared_;
    cluster::SharedRun run_;
    cluster::WorkerOptions options_;
    std::map<cluster::Task::Kind, int> kinds_;
};

inline constexpr std::uint64_t cut_all = 0;
/// No class is made or written in one task for being one worker's.
inline constexpr std::uint64_t none_alone = 0;
/// Each may be.
inline constexpr std::uint64_t any_alone = std::uint64_t{1} << 40;

}  // namespace dameotb::tests

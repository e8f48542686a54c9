// What a run reports: it joins what the solver, the writer and the reader say of their work to a report of the run.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include <dameotb/gen/generate.hpp>
#include <dameotb/scores/memory/score_memory.hpp>

#include <dameotb/gen/class_solver.hpp>
#include <dameotb/gen/memory_plan.hpp>
#include <dameotb/gen/rates.hpp>
#include "pace.hpp"

namespace dameotb::gen {

/// Makes and sends the reports of one run. Not thread-safe.
class RunProgress {
public:
    /// Keeps all but `classes`. `memory`: null if all scores stay in memory. `report`: may be empty.
    RunProgress(const MemoryPlanner& planner, const std::vector<index::Material>& classes, scores::ScoreMemory* memory,
                const std::function<void(const Progress&)>& report);

    void begin_class(std::size_t class_index, bool is_present);
    /// `file_bytes`: those of the class's files.
    void end_class(std::uint64_t file_bytes);

    /// `class_index`: that of the class that is worked on.
    void begin_work(Work work, std::size_t class_index);
    void end_work();

    /// Says how much of the work is done, from 0 to 1.
    void report(double share);
    void report(const SolverProgress& solver);
    /// Says for how many positions the files of a class that is kept are checked.
    void report_checked(std::uint64_t positions);

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] double seconds_since(Clock::time_point moment) const {
        return std::chrono::duration<double>(Clock::now() - moment).count();
    }
    /// Returns what this work on the class should take.
    [[nodiscard]] double expected(Work work, std::size_t class_index) const;
    [[nodiscard]] double expected_of_plan(std::size_t class_index) const;
    [[nodiscard]] double& seconds_of_work();
    void send();

    const MemoryPlanner& planner_;
    scores::ScoreMemory* memory_;
    const std::function<void(const Progress&)>& report_;
    std::vector<index::Material> classes_;
    std::vector<ClassSeconds> class_seconds_;  ///< Expected, by class index.
    Pace pace_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point class_begun_;
    Clock::time_point work_begun_;
    double expected_before_ = 0;   ///< Of the works for this class that are done.
    double expected_of_work_ = 0;  ///< Of the one that goes on.
    std::uint64_t positions_of_work_ = 0;
    std::uint64_t solver_bytes_ = 0;  ///< What is not scores, while a class is solved.
    Progress progress_;
};

}  // namespace dameotb::gen

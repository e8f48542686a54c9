// A run's reports: combines what the solver, the writer and the reader report of their work.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include <dameotb/gen/run/generate.hpp>
#include <dameotb/memory/score_memory.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/memory_plan.hpp>
#include <dameotb/gen/run/rates.hpp>
#include "pace.hpp"

namespace dameotb::gen {

/// Makes and sends the reports of one run. Not thread-safe.
class RunProgress {
public:
    /// Keeps references to all but `classes`. `memory`: null if all scores stay in memory. `report`: may be empty.
    RunProgress(const MemoryPlanner& planner, const std::vector<index::Material>& classes, memory::ScoreMemory* memory,
                const std::function<void(const Progress&)>& report);

    void begin_class(std::size_t class_index, bool is_present);
    /// `file_bytes`: of the class's files.
    void end_class(std::uint64_t file_bytes);

    /// `class_index`: of the class that is worked on.
    void begin_work(Work work, std::size_t class_index);
    void end_work();

    /// Reports how much of the work is done, from 0 to 1.
    void report(double share);
    void report(const SolverProgress& solver);
    /// Reports how many positions of the files of a kept class are checked.
    void report_checked(std::uint64_t positions);

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] double seconds_since(Clock::time_point moment) const {
        return std::chrono::duration<double>(Clock::now() - moment).count();
    }
    /// Returns how long this work on the class should take.
    [[nodiscard]] double expected(Work work, std::size_t class_index) const;
    [[nodiscard]] double expected_of_plan(std::size_t class_index) const;
    [[nodiscard]] double& seconds_of_work();
    void send();

    const MemoryPlanner& planner_;
    memory::ScoreMemory* memory_;
    const std::function<void(const Progress&)>& report_;
    std::vector<index::Material> classes_;
    std::vector<ClassSeconds> class_seconds_;  ///< Expected, by class index.
    Pace pace_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point class_begun_;
    Clock::time_point work_begun_;
    double expected_before_ = 0;   ///< Of the finished works for this class.
    double expected_of_work_ = 0;  ///< Of the current one.
    std::uint64_t positions_of_work_ = 0;
    std::uint64_t solver_bytes_ = 0;  ///< What is not scores, while a class is solved.
    Progress progress_;
};

}  // namespace dameotb::gen

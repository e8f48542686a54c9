// What a run reports, and how much longer it will take: what the rest should take by the rates, at the pace of the run
// so far.
// A plain fraction of the positions would mislead: in one class a position takes three times as long as in another.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/generate.hpp>
#include <dameotb/gen/run/memory_plan.hpp>
#include <dameotb/gen/run/rates.hpp>
#include <dameotb/memory/score_memory.hpp>

namespace dameotb::gen {

/// Accounts for expected and elapsed seconds. The caller passes the time, in seconds from any fixed moment, so that the
/// account can be tested.
class Pace {
public:
    /// `expected_seconds`: of each class of the run, in order; in any unit, since only their ratios count.
    explicit Pace(std::vector<double> expected_seconds);

    /// Begins the next class. The rest of the last one counts as done.
    void begin_class(double now);
    /// Sets how many of this class's expected seconds of work are done by now.
    void set_done(double expected_seconds, double now);
    /// Ends the class. No time passes between two classes.
    void end_class(double now);

    /// Returns the fraction of the class that is done, from 0 to 1.
    [[nodiscard]] double class_share() const;
    /// Returns how long the rest of the class takes; nothing while it is too early to say.
    [[nodiscard]] std::optional<double> class_seconds_left() const;
    /// As above, for the run.
    [[nodiscard]] std::optional<double> run_seconds_left() const;

private:
    [[nodiscard]] double of_class() const { return expected_[class_]; }
    [[nodiscard]] double class_passed() const { return now_ - begun_; }
    /// Returns the actual seconds per expected second.
    [[nodiscard]] std::optional<double> run_pace() const;
    [[nodiscard]] std::optional<double> class_pace() const;

    std::vector<double> expected_;
    std::size_t class_ = 0;
    std::size_t classes_begun_ = 0;
    double later_ = 0;          ///< Expected of the classes after this one.
    double before_ = 0;         ///< Expected of the classes before this one.
    double passed_before_ = 0;  ///< What they took.
    double done_ = 0;           ///< Expected, of this class.
    double begun_ = 0;
    double now_ = 0;
};

// Combines what the solver, the writer and the reader report of their work.

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

// Schedules the slices of a class over the threads.
#include <dameotb/gen/run/class_solver.hpp>

#include <algorithm>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/captures/reached_slices.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

#include <dameotb/gen/run/slice_schedule.hpp>
#include <dameotb/gen/slice/slices_solver.hpp>
#include "men/men_row_solver.hpp"
#include "slice/slice_solver.hpp"

namespace dameotb::gen {

namespace {

/// Reports the solver's level and progress now and then.
class Reporter {
public:
    /// `steps`: the work of the whole class.
    Reporter(const ClassSolverOptions& options, std::size_t levels, std::uint64_t steps)
        : options_{options},
          levels_{static_cast<int>(levels)},
          count_{steps, options.on_progress ? memory::OnShare{[this](double share) { report(share); }} : nullptr} {}
    Reporter(const Reporter&) = delete;
    Reporter& operator=(const Reporter&) = delete;

    void begin_level() { ++level_; }
    [[nodiscard]] memory::WorkCount& count() { return count_; }

private:
    void report(double share) const { options_.on_progress({level_, levels_, share}); }

    const ClassSolverOptions& options_;
    int levels_;
    int level_ = 0;
    memory::WorkCount count_;
};

/// Solves a class of men alone. White's sets of equal advancement do not depend on each other, so the threads share
/// them. Throws memory::StopRequested.
void solve_men(scores::ClassScores& solved, const scores::SolvedClasses& solved_classes,
               const ClassSolverOptions& options) {
    MenRows rows{solved.material()};
    std::vector<MenRowSolver> solvers(static_cast<std::size_t>(options.threads),
                                      MenRowSolver{solved_classes, rows, solved});
    Reporter reporter{options, rows.levels().size(), rows.other_sets().size()};
    for (std::size_t level = 0; level < rows.levels().size(); ++level) {
        reporter.begin_level();
        rows.begin_level(level);
        const auto [first, end] = rows.levels()[level];
        memory::parallel_for_within(solved.memory(), working_set_to_solve(solved.material()), end - first,
                                    memory::Team{options.threads, options.stop},
                                    [&, others = first](std::size_t thread, std::uint64_t i) {
                                        solvers[thread].solve(others + i);
                                        reporter.count().add(thread, 1);
                                    });
    }
}

/// Makes the solved levels outlive the process.
class Checkpoints {
public:
    Checkpoints(scores::ClassScores& solved, const ClassSolverOptions& options) : solved_{solved}, options_{options} {
        if (is_possible()) {
            found_ = solved_.pages().restore();
        }
    }

    /// Returns the number of levels solved by an earlier process.
    [[nodiscard]] std::uint64_t found() const { return found_; }
    /// Makes a checkpoint after that many levels if the last one is long enough ago.
    void after(std::uint64_t levels) {
        const auto now = std::chrono::steady_clock::now();
        if (is_possible() && now - last_ >= options_.between_checkpoints) {
            solved_.pages().checkpoint(levels, memory::Team{options_.threads, options_.stop});
            last_ = std::chrono::steady_clock::now();
        }
    }

private:
    [[nodiscard]] bool is_possible() const { return solved_.memory() != nullptr && !options_.scratch.empty(); }

    scores::ClassScores& solved_;
    const ClassSolverOptions& options_;
    std::uint64_t found_ = 0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Returns whether the solver brings in the cells of each slice itself, all of them or in parts: of the only slice of a
/// class without men, and if the memory is too small for a whole slice with all that its moves lead to.
bool may_solve_in_parts(const scores::ClassScores& solved, const memory::WorkingSet& of_slices) {
    return solved.memory() != nullptr && can_be_solved_in_parts(solved.material()) &&
           (solved.material().men() == 0 || !solved.memory()->can_hold(of_slices.least()));
}

/// Solves the slices of a class. Throws memory::StopRequested.
void solve_slices(scores::ClassScores& solved, const scores::SolvedClasses& solved_classes,
                  const ClassSolverOptions& options) {
    const std::uint64_t part = slices_of_task(solved.material());
    const memory::WorkingSet working_set = working_set_of_task(solved.material());
    const bool may_be_in_parts = may_solve_in_parts(solved, working_set);
    const int with_room =
        solved.memory() == nullptr ? options.threads : solved.memory()->tasks_at_a_time(working_set, options.threads);
    const int count = may_be_in_parts ? 1 : solvers_of(solved.material(), options.threads, with_room);
    SlicesSolver solver{solved_classes, solved, count, memory::Team{options.threads, options.stop},
                        may_be_in_parts ? solved.memory() : nullptr};
    const auto levels = levels_of(solved.material(), memory::Team{options.threads, options.stop});
    const std::uint64_t rows = scores::slice_rows(solved.material());
    const std::uint64_t steps = SliceSolver::steps(rows);
    Reporter reporter{options, levels.size(), solved.slices().count() * steps};
    // For small slices counting would cost too much.
    constexpr std::uint64_t large_rows = 4096;
    if (rows >= large_rows) {
        solver.count_in(reporter.count());
    }
    Checkpoints checkpoints{solved, options};
    for (std::size_t number = 1; number <= levels.size(); ++number) {
        const auto& level = levels[number - 1];
        reporter.begin_level();
        if (number <= checkpoints.found()) {
            reporter.count().add(0, level.size() * steps * (solved.material().is_symmetric() ? 2 : 1));
            continue;
        }
        memory::parallel_for_within(
            may_be_in_parts ? nullptr : solved.memory(), working_set, (level.size() + part - 1) / part,
            memory::Team{solver.count(), options.stop}, [&](std::size_t thread, std::uint64_t task) {
                std::uint64_t known = 0;
                std::uint64_t counted = 0;
                for (std::uint64_t i = task * part; i < std::min((task + 1) * part, level.size()); ++i) {
                    known += solver.solve(thread, level[i]);
                    counted += rows >= large_rows ? 1 : 0;
                }
                reporter.count().add(thread, (known - counted) * steps);
            });
        checkpoints.after(number);
    }
}

/// Returns the memory of the slice solver a row, for each thread that solves slices of its own. It keeps 84 bytes; 8
/// more where king moves cross bands; without men 68 and half a byte of marks. Under a draw rule a ply decides wins and
/// losses, and keeps two more sets of each side to move.
std::uint64_t solver_bytes_a_row(const index::Material& material, DrawRule rule) {
    constexpr std::uint64_t sets_of_rule = 32;
    return (material.men() > 0 ? 96 : 72) + (rule.exists() ? sets_of_rule : 0);
}

}  // namespace

std::uint64_t solver_bytes(const index::Material& material, int threads, DrawRule rule) {
    if (material.kings() == 0) {
        return MenRows::bytes(material);
    }
    constexpr std::uint64_t schedule_bytes_each = 8;  // levels_of
    const std::uint64_t schedule =
        index::SliceIndex{material.white.men, material.black.men}.count() * schedule_bytes_each;
    return schedule + static_cast<std::uint64_t>(solvers_of(material, threads)) * scores::slice_rows(material) *
                          solver_bytes_a_row(material, rule);
}

memory::WorkingSet working_set_of_task(const index::Material& material) {
    if (material.kings() > 0) {
        return working_set_of_slices(material, slices_of_task(material));
    }
    // All slices with one set of white men, or with the sets that one move makes of it.
    const std::uint64_t own = 2 * scores::slices_of_white_set(material) * scores::slice_bytes(material);
    std::uint64_t bytes = std::min(scores::class_bytes(material), own);
    for (const auto& [reached, slices] : scores::slices_reached_from_white_set(material)) {
        bytes += std::min(scores::class_bytes(reached), slices * scores::slice_bytes(reached));
    }
    return {bytes, scores::moves_working_set(material).total};
}

memory::WorkingSet working_set_to_solve(const index::Material& material) {
    return can_be_solved_in_parts(material) ? working_set_in_parts(material) : working_set_of_task(material);
}

std::unique_ptr<scores::ClassScores> solve_class(const index::Material& material,
                                                 const scores::SolvedClasses& solved_classes,
                                                 const ClassSolverOptions& options) {
    const bool is_of_men_alone = material.kings() == 0;
    // Without checkpoints no later process has a use for the scratch.
    auto solved = std::make_unique<scores::ClassScores>(
        material, solved_classes.memory(), is_of_men_alone ? std::filesystem::path{} : options.scratch, options.rule);
    if (is_of_men_alone) {
        solve_men(*solved, solved_classes, options);
    } else {
        solve_slices(*solved, solved_classes, options);
    }
    return solved;
}

}  // namespace dameotb::gen

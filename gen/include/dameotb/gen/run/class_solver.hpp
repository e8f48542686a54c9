// Solves one class: its slices in order of descending advancement, those of equal advancement in parallel.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::gen {

/// How far a class is solved. Slices, or sets of men, of equal advancement form a level.
struct SolverProgress {
    int level = 0;  ///< Counted from 1.
    int levels = 0;
    double share = 0;  ///< Of the class, from 0 to 1.
};

struct ClassSolverOptions {
    int threads = 1;
    /// Called now and then, at most some ten times a second, from the calling thread only. May be empty.
    std::function<void(const SolverProgress&)> on_progress;
    /// The solver stops soon after this becomes true, with memory::StopRequested. May be null.
    const std::atomic<bool>* stop = nullptr;
    /// Where solved levels outlive the process, if not empty and scores are in a memory::ScoreMemory. A solver that
    /// finds such a file for its class continues from its last checkpoint. Classes of men alone have none.
    std::filesystem::path scratch{};
    std::chrono::milliseconds between_checkpoints{};  ///< At least; checkpoints are made only after a level.
    /// The draw rule by which scores count. `solved_classes` have results then (store::reduce_to_results).
    DrawRule rule{};
};

/// Returns what the solver takes besides scores, for all threads.
[[nodiscard]] std::uint64_t solver_bytes(const index::Material& material, int threads, DrawRule rule = {});
/// Returns the working set of a task that solves slices as a whole or, in a class of men alone, sets of them.
[[nodiscard]] memory::WorkingSet working_set_of_task(const index::Material& material);
/// Returns the least working set of a task of solve_class. If the class can be solved in parts of a slice, it is that
/// of the greatest part.
[[nodiscard]] memory::WorkingSet working_set_to_solve(const index::Material& material);

/// Solves the class and returns all its scores, in the memory of `solved_classes`. The scores do not depend on
/// `threads`. Throws memory::StopRequested, table::TablebaseError if the scratch fails, and std::overflow_error for a
/// win of more plies than a score can say (scores::longest_plies). The scratch keeps its name. Requires:
/// `solved_classes` has all of index::direct_dependencies(material).
[[nodiscard]] std::unique_ptr<scores::ClassScores> solve_class(const index::Material& material,
                                                               const scores::SolvedClasses& solved_classes,
                                                               const ClassSolverOptions& options);

}  // namespace dameotb::gen

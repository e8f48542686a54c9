// Solves slices of one class, each in one of several threads, or one after the other with all threads inside.
#pragma once

#include <memory>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/memory/work_count.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::gen {

class SliceSolver;

/// Returns whether the class can be solved with only some rows of a slice in memory: without men, or if men's moves
/// lead to few rows.
[[nodiscard]] bool can_be_solved_in_parts(const index::Material& material);
/// Returns the working set of the greatest part of a slice of such a class.
[[nodiscard]] memory::WorkingSet working_set_in_parts(const index::Material& material);
/// Returns the working set of a task that solves this number of slices as a whole.
[[nodiscard]] memory::WorkingSet working_set_of_slices(const index::Material& material, std::uint64_t slices);

class SlicesSolver {
public:
    /// Keeps the references and the pointer. `count`: of solvers (solvers_of in slice_schedule.hpp). `memory`: null if
    /// the caller makes room for all that each slice loads. Otherwise that of the class, which can_be_solved_in_parts;
    /// `solve` then brings in parts of each slice, in epochs of its own, and `count` is 1. Requires: a class with men
    /// and kings, or kings alone.
    SlicesSolver(const scores::SolvedClasses& solved_classes, scores::ClassScores& solved, int count,
                 const memory::Team& team, memory::ScoreMemory* memory = nullptr);
    ~SlicesSolver();
    SlicesSolver(const SlicesSolver&) = delete;
    SlicesSolver& operator=(const SlicesSolver&) = delete;

    /// Returns how many slices can be solved concurrently.
    [[nodiscard]] int count() const { return static_cast<int>(solvers_.size()); }
    /// Solves a slice and, in a symmetric class, fills its colour-flipped image. Returns how many slices this made
    /// known: 1 or 2. Throws what SliceSolver::solve throws. Requires: the slices that men's moves lead to are solved.
    /// Thread-safe for different values of `solver`, from 0 to count() - 1.
    std::uint64_t solve(std::size_t solver, index::SliceId id);

    /// From now on counts the progress inside slices: SliceSolver::steps for each.
    void count_in(memory::WorkCount& count);

private:
    scores::ClassScores& solved_;
    std::vector<std::unique_ptr<SliceSolver>> solvers_;
};

}  // namespace dameotb::gen

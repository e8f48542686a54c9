// Solves slices of one class, each in one of several threads, or one after the other with all threads inside.
#pragma once

#include <memory>
#include <vector>

#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/threads/team.hpp>
#include <dameotb/scores/threads/work_count.hpp>

namespace dameotb::gen {

class SliceSolver;

/// Returns the slices of a class grouped by the advancement of their men, most advanced first, each group in ascending
/// order. The last group has advancement 0; like others, it may be empty. In a symmetric class only one of two slices
/// that are colour-flipped images of each other is included, the one with the lower index.
[[nodiscard]] std::vector<std::vector<index::SliceId>> levels_of(const index::Material& material);

/// Returns how many slices of the class are solved concurrently. If it is one, all threads share the work inside it.
[[nodiscard]] int solvers_of(const index::Material& material, int threads);
/// As above, if memory has room for that many slices at a time.
[[nodiscard]] int solvers_of(const index::Material& material, int threads, int slices_with_room);

/// Returns how many slices a task of solve_class takes: one with few rows is too little work. Requires: a class with
/// kings.
[[nodiscard]] std::uint64_t slices_of_task(const index::Material& material);

class SlicesSolver {
public:
    /// Keeps the references and the pointer. `count`: of solvers (solvers_of). `memory`: null if the caller makes room
    /// for all that each slice loads. Otherwise that of the class, which can_be_solved_in_parts; `solve` then brings in
    /// parts of each slice, in epochs of its own, and `count` is 1. Requires: a class with men and kings, or kings
    /// alone.
    SlicesSolver(const scores::SolvedClasses& solved_classes, scores::ClassScores& solved, int count,
                 const scores::Team& team, scores::ScoreMemory* memory = nullptr);
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
    void count_in(scores::WorkCount& count);

private:
    scores::ClassScores& solved_;
    std::vector<std::unique_ptr<SliceSolver>> solvers_;
};

}  // namespace dameotb::gen

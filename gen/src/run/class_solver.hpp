// Solves one class: its slices in the order of falling advancement, and those of equal advancement in parallel.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include <dameotb/store/slice/class_scores.hpp>

namespace dameotb::gen {

struct ClassSolverOptions {
    int threads = 1;
    /// Called now and then, from the calling thread only, with the number of slices done.
    std::function<void(std::uint64_t)> on_slices_done;
    /// When it becomes true, the solver ends soon with store::StopRequested. May be null.
    const std::atomic<bool>* stop = nullptr;
};

/// Solves the class and returns all its scores, which do not depend on `threads`. Throws store::StopRequested.
/// Requires: `finished` has all of index::direct_dependencies(material).
[[nodiscard]] std::unique_ptr<store::ClassScores> solve_class(const index::Material& material,
                                                              const store::FinishedClasses& finished,
                                                              const ClassSolverOptions& options);

}  // namespace dameotb::gen

// Solves one class: its slices from the most advanced men backwards, those of one advancement in parallel.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include <dameotb/store/slice/class_scores.hpp>

namespace dameotb::gen {

struct ClassSolverOptions {
    int threads = 1;
    /// Called now and then from the calling thread with the number of slices done.
    std::function<void(std::uint64_t)> on_slices_done;
    /// When it becomes true, the solver gives up soon.
    const std::atomic<bool>* stop = nullptr;
};

/// All scores of the class. Throws store::StopRequested. Requires: all of index::direct_dependencies(material) in
/// `finished`. The scores do not depend on `threads`.
[[nodiscard]] std::unique_ptr<store::ClassScores> solve_class(const index::Material& material,
                                                              const store::FinishedClasses& finished,
                                                              const ClassSolverOptions& options);

}  // namespace dameotb::gen

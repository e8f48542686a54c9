// The generator's part of the memory model (scores/memory_model.hpp): what its solvers take, and what their tasks load.
#pragma once

#include <cstdint>

#include <dameotb/index/material.hpp>
#include <dameotb/scores/memory_model.hpp>

namespace dameotb::gen {

/// Returns the working set of a task that solves this number of slices of a class with kings.
[[nodiscard]] scores::WorkingSet working_set_of_slices(const index::Material& material, std::uint64_t slices);
/// Returns the working set of a task of solve_class.
[[nodiscard]] scores::WorkingSet working_set_to_solve(const index::Material& material);

/// The memory that one class takes, in bytes. Upper bounds.
struct ClassMemory {
    std::uint64_t scores = 0;    ///< All of its scores.
    std::uint64_t metadata = 0;  ///< As long as the class is held, whatever part of it is in memory.
    std::uint64_t solver = 0;    ///< Besides scores, while the class is solved, for all threads.
    /// The least memory for scores, own and others', while the class is read from its file, and while it is made: with
    /// no more, only one thread works.
    std::uint64_t working_set_to_read = 0;
    std::uint64_t working_set_to_make = 0;
};

/// Returns the memory that the class takes. Requires: a canonical class, not bare.
[[nodiscard]] ClassMemory class_memory(const index::Material& material, scores::DistanceSides sides, int threads);

}  // namespace dameotb::gen

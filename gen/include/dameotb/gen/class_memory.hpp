// What its solvers take, and what their tasks load.
#pragma once

#include <algorithm>
#include <cstdint>

#include <dameotb/index/material.hpp>
#include <dameotb/memory/score_pages.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/codes_of.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::gen {

/// Returns the working set of a task that solves this number of slices of a class with kings.
[[nodiscard]] memory::WorkingSet working_set_of_slices(const index::Material& material, std::uint64_t slices);
/// Returns the working set of a task that solves slices as a whole or, in a class of men alone, sets of them.
[[nodiscard]] memory::WorkingSet working_set_of_task(const index::Material& material);
/// Returns the least working set of a task of solve_class. If the class can be solved in parts of a slice, it is that
/// of the greatest part.
[[nodiscard]] memory::WorkingSet working_set_to_solve(const index::Material& material);

/// Returns whether the class can be solved with only some rows of a slice in memory: without men, or if men's moves
/// lead to few rows.
[[nodiscard]] bool can_be_solved_in_parts(const index::Material& material);

// Such a class:

/// The rows whose positions are decided together: those of the largest pages.
inline constexpr std::uint64_t rows_of_cells_part = memory::ScorePages::most_page / scores::SliceLayout::row_cells;
/// Returns the working set of such a part, with one side to move.
[[nodiscard]] memory::WorkingSet working_set_of_cells_part(const index::Material& material);
/// Returns how many adjacent rows are initialised together: those of one set of co-kings, if there are any.
[[nodiscard]] std::uint64_t initialised_together(const index::Material& material);

/// The memory that one class takes, in bytes. Upper bounds.
struct ClassMemory {
    std::uint64_t scores = 0;    ///< All of its scores.
    std::uint64_t metadata = 0;  ///< As long as the class is held, whatever part of it is in memory.
    std::uint64_t solver = 0;    ///< Besides scores, while the class is solved, for all threads.
    /// The least memory for scores, own and others', while the class is read from its file, while it is solved, and
    /// while its files are written: with no more, only one thread works.
    std::uint64_t working_set_to_read = 0;
    std::uint64_t working_set_to_solve = 0;
    std::uint64_t working_set_to_write = 0;

    /// Returns the least memory besides metadata while the class is made. The solver is gone before files are written.
    [[nodiscard]] std::uint64_t least_to_make() const {
        return std::max(solver + working_set_to_solve, working_set_to_write);
    }
};

/// Returns the memory that the class takes, solved under that rule. Requires: a canonical class, not bare.
[[nodiscard]] ClassMemory class_memory(const index::Material& material, store::DistanceSides sides, int threads,
                                       DrawRule rule = {});

}  // namespace dameotb::gen

// How much memory work on classes takes, computed in advance: plans of runs, budgets and refusals rest on these figures
// alone. All are upper bounds in bytes, those of scores in whole pages (memory/score_pages.hpp). A process takes
//
//     process    the program, its threads and the lists that these share        process_bytes
//   + metadata   of each class that it holds: which of its pages are in memory  metadata_bytes
//   + solver     while it solves a class, what all threads need for that        gen/class_memory.hpp
//   + scores     without a bound, of all classes that it holds                  class_bytes
//                with one, those that fit, at least what one task loads         WorkingSet of each kind of task
//
// Without a bound only a run that makes checkpoints has pages, and so metadata (gen/memory_plan.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/memory/score_memory.hpp>
#include <dameotb/store/class_io.hpp>
#include <dameotb/store/class_loader.hpp>

namespace dameotb::store {

// What a process and its classes take at any time.

/// Returns what a process that works on these classes takes besides scores and solvers.
[[nodiscard]] std::uint64_t process_bytes(const std::vector<index::Material>& classes, int threads);
/// Returns the size of the metadata: which pages of the class are in memory.
[[nodiscard]] std::uint64_t metadata_bytes(const index::Material& material);
/// As above, if its scores come from a source (memory/score_pages.hpp), one slice at a time.
[[nodiscard]] std::uint64_t metadata_bytes_with_source(const index::Material& material);

/// Return the bytes of scores: of adjacent rows of a slice with one side to move, wherever they begin; of one slice
/// with one side to move; of adjacent slices with one side to move; of all slices with both sides to move.
[[nodiscard]] std::uint64_t rows_bytes(const index::Material& material, std::uint64_t rows);
[[nodiscard]] std::uint64_t slice_bytes(const index::Material& material);
[[nodiscard]] std::uint64_t slices_bytes(const index::Material& material, std::uint64_t slices);
[[nodiscard]] std::uint64_t class_bytes(const index::Material& material);

/// Returns whether consecutive indices of a class without men lie in the rows of few co-kings, so that it can be read,
/// verified and written with only these rows in memory. `leader`: of the index.
[[nodiscard]] bool lies_by_co_kings(const index::Material& material, Colour leader);

/// Returns whether quiet moves of men lead from rows with the same co-kings to rows with the same co-kings, in another
/// slice or, after a promotion, in another class. Never without men.
[[nodiscard]] bool men_keep_co_kings(const index::Material& material);

// What one task on a number of slices loads, and all tasks together: the class, and the classes that moves lead to.

/// Returns the bytes that forced captures out of the slices load.
[[nodiscard]] std::uint64_t capture_working_set(const index::Material& material, std::uint64_t slices);
/// Returns the working set of the slices themselves, with both sides to move, and of all that moves out of them lead
/// to.
[[nodiscard]] memory::WorkingSet moves_working_set(const index::Material& material, std::uint64_t slices = 1);
/// Returns the bytes of all rows with the same co-kings in one slice, with both sides to move, and of those that quiet
/// moves of men out of them lead to. Requires: men_keep_co_kings(material).
[[nodiscard]] std::uint64_t men_moves_of_rows_bytes(const index::Material& material);
/// Returns the working set of a part of a loop over the class (slices_of_part), with what `reach` calls for.
[[nodiscard]] memory::WorkingSet working_set_of_scan(const index::Material& material, Reach reach);
/// Returns the working set of a loop over the rows of a class that lies_by_co_kings, some adjacent rows at a time, with
/// one side to move: these rows, and what their quiet moves lead to. A few other indices may be used as well.
[[nodiscard]] memory::WorkingSet working_set_of_rows(const index::Material& material);
/// Returns the working set of a step of read_class. `leader`: of the index, if the class has no men.
[[nodiscard]] memory::WorkingSet working_set_to_read(const index::Material& material, DistanceSides sides,
                                                     Colour leader);
[[nodiscard]] inline memory::WorkingSet working_set_to_read(const index::Material& material, DistanceSides sides) {
    return working_set_to_read(material, sides, index::leader(material));
}
/// Returns the working set of consecutive indices of the class with one side to move, without what moves lead to.
/// `leader`: of the index, if the class has no men.
[[nodiscard]] memory::WorkingSet working_set_of_indices(const index::Material& material, Colour leader,
                                                        std::uint64_t indices);
/// As above, if scores come in by whole slices.
[[nodiscard]] memory::WorkingSet working_set_of_slice_indices(const index::Material& material, std::uint64_t indices);
/// Returns the working set of a part of write_class_files.
[[nodiscard]] memory::WorkingSet working_set_to_write(const index::Material& material);

/// Work on a class does not fit into the memory that the process may use. Thrown before any work is done.
class MemoryBoundError : public std::runtime_error {
public:
    MemoryBoundError(const index::Material& material, std::uint64_t needed_bytes, std::uint64_t bound_bytes)
        : std::runtime_error{material.name() + " needs " + std::to_string(needed_bytes) +
                             " bytes of memory, the bound is " + std::to_string(bound_bytes)},
          material_{material},
          needed_bytes_{needed_bytes},
          bound_bytes_{bound_bytes} {}

    /// Returns the class that needs the most memory.
    [[nodiscard]] const index::Material& material() const { return material_; }
    /// Returns the least bound that makes the work possible.
    [[nodiscard]] std::uint64_t needed_bytes() const { return needed_bytes_; }
    [[nodiscard]] std::uint64_t bound_bytes() const { return bound_bytes_; }

private:
    index::Material material_;
    std::uint64_t needed_bytes_;
    std::uint64_t bound_bytes_;
};

/// What a process takes for a step of its work.
struct MemoryNeed {
    std::uint64_t process = 0;
    std::uint64_t metadata = 0;  ///< Of all classes held then.
    std::uint64_t solver = 0;
    std::uint64_t working_set = 0;  ///< Of one task: with no more, only one thread works.

    /// Returns the least bound with which the step is possible.
    [[nodiscard]] std::uint64_t least_bound() const { return process + metadata + solver + working_set; }
    /// Returns the part of a bound that goes to a ScoreMemory, for metadata and pages. Requires: bound >=
    /// least_bound().
    [[nodiscard]] std::uint64_t budget(std::uint64_t bound_bytes) const { return bound_bytes - process - solver; }
    /// Throws MemoryBoundError if the step, which is for that class, is impossible within the bound.
    void require_within(std::uint64_t bound_bytes, const index::Material& material) const {
        if (least_bound() > bound_bytes) {
            throw MemoryBoundError{material, least_bound(), bound_bytes};
        }
    }
};

}  // namespace dameotb::store

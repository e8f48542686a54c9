// How much memory a step of work takes, computed in advance: plans of runs, budgets and refusals rest on these figures
// alone. All are upper bounds in bytes, those of scores in whole pages (score_pages.hpp). A process takes
//
//     process    the program, its threads and the lists that these share        store::process_bytes
//   + metadata   of each class that it holds: which of its pages are in memory  scores::metadata_bytes
//   + solver     while it solves a class, what all threads need for that        gen::solver_bytes
//   + scores     without a bound, of all classes that it holds                  scores::class_bytes
//                with one, those that fit, at least what one task loads         WorkingSet, declared beside each loop
//
// Without a bound only a run that makes checkpoints has pages, and so metadata (gen::MemoryPlanner).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <dameotb/index/material.hpp>

namespace dameotb::memory {

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

}  // namespace dameotb::memory

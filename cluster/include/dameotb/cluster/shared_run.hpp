// A run shared by several workers, and its state, which the files in its directories record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::cluster {

/// A run shared by several workers, identical for all of them.
struct SharedRun {
    std::filesystem::path tables;  ///< The directory of tables.
    std::filesystem::path shared;  ///< The directory of scores, visible to all workers. It must exist.
    std::uint64_t identity = 0;    ///< Of what is shared there (begin_sharing).
    /// Closed under dependencies, each class after those that it depends on.
    std::vector<index::Material> classes;
    /// With a draw rule the run makes the .dtz of each class, whose .wdl must be there; without, the .wdl and the .dtm.
    DrawRule rule{};
    [[nodiscard]] SharedDirectory directory() const { return SharedDirectory{shared, rule, identity}; }
    /// The classes to verify. If there are any, the run makes nothing: all classes have files already.
    std::vector<index::Material> to_verify{};
    [[nodiscard]] bool verifies() const { return !to_verify.empty(); }
    int workers = 1;  ///< Their number. Classes are cut so that each worker has something to do.
    /// Number of positions from which a new .dtm stores only one side to move (store::one_side_for_space).
    std::uint64_t one_side_from = store::never_one_side;
    /// A class with fewer positions is made by one worker, like one of men or kings alone.
    std::uint64_t cut_from = std::uint64_t{1} << 22;
    /// The least bytes of scores in a batch: smaller ones take too little time to be worth a message.
    std::uint64_t least_batch_bytes = std::uint64_t{1} << 22;
    /// The least positions in a part of a class to verify, for the same reason.
    std::uint64_t least_part_positions = std::uint64_t{1} << 22;
    /// A class with more positions is never made in one task, nor are its files: a worker that dies loses its task's
    /// work. One thread solves and writes this many in about four minutes; the limit scales with the threads of a
    /// worker.
    std::uint64_t most_alone = std::uint64_t{1} << 31;
};

/// Returns the state of the run's classes. Removes shared files of a class whose cut is not, or no longer, recorded.
/// Throws table::TablebaseError for a damaged file or one of another rule, and std::filesystem::filesystem_error.
/// Requires: nobody works on the run.
[[nodiscard]] std::vector<ClassState> state_of(const SharedRun& run);

/// Returns the number of parts in which a class is verified. Each leaves a marker file, so there are not too many.
[[nodiscard]] std::uint32_t parts_to_verify(const SharedRun& run, const index::Material& material);

/// Makes the directory of what a run shares, or finds that of a run that did not end, and returns the identity that is
/// noted there. Throws table::TablebaseError if something lies there that runs did not make, or the directory cannot be
/// made. Requires: nobody works on the run, and the directory in which it lies exists.
[[nodiscard]] std::uint64_t begin_sharing(const std::filesystem::path& shared);
/// Returns the identity that begin_sharing has noted. Throws table::TablebaseError if there is none.
[[nodiscard]] std::uint64_t shared_identity(const std::filesystem::path& shared);
/// Removes the directory. What runs did not make stays in it. Requires: nobody works on the run.
void end_sharing(const std::filesystem::path& shared);

/// For a run that verifies: removes everything shared if it belongs to other tables than the present ones. Throws
/// table::TablebaseError and std::filesystem::filesystem_error. Requires: nobody works on the run.
void forget_other_tables(const SharedRun& run);

}  // namespace dameotb::cluster

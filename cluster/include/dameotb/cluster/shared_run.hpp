// A run that several workers share, and what is there of it: the files in its directories say so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/scores/load/class_io.hpp>

namespace dameotb::cluster {

/// A run of several workers. The same for all of them.
struct SharedRun {
    std::filesystem::path tables;  ///< The directory of tables.
    std::filesystem::path shared;  ///< The directory of scores, which all workers see. It is there.
    /// In build order and closed under dependencies.
    std::vector<index::Material> classes;
    /// Those that are verified. If there are any, the run makes nothing: all classes have files then.
    std::vector<index::Material> to_verify{};
    [[nodiscard]] bool verifies() const { return !to_verify.empty(); }
    int workers = 1;  ///< How many there are. Classes are cut so that each has something to do.
    /// From how many positions on a .dtm that is made stores one side to move (scores::one_side_for_space).
    std::uint64_t one_side_from = scores::never_one_side;
    /// A class of fewer positions is made by one worker, as one of men or of kings alone is.
    std::uint64_t cut_from = std::uint64_t{1} << 22;
    /// A batch has at least this many bytes of scores: less takes too little time to be worth a message.
    std::uint64_t least_batch_bytes = std::uint64_t{1} << 22;
    /// A part of a class that is verified has at least this many positions, for the same reason.
    std::uint64_t least_part_positions = std::uint64_t{1} << 22;
    /// A class of more positions is never made in one task, nor are its files: if a worker dies, what it was at is
    /// lost. So many one thread solves and writes in some four minutes; workers with more threads can have as many
    /// times that.
    std::uint64_t most_alone = std::uint64_t{1} << 31;
};

/// Returns which scores of a class whose files are there the run still needs; nothing if none. Others of its classes
/// that have more pieces capture into it; of classes that have as many only men promote into it, if it has kings.
[[nodiscard]] std::optional<SharedScores> still_needed(const SharedRun& run, const index::Material& material);

/// Returns what is there of the run's classes. Removes what is shared of a class of which nothing says, or nothing says
/// any more, how it was cut. Throws table::TablebaseError for a damaged file, and std::filesystem::filesystem_error.
/// Requires: nobody works on the run.
[[nodiscard]] std::vector<ClassState> state_of(const SharedRun& run);

/// Returns in how many parts a class is verified. Each has a file as its mark, so there are not too many.
[[nodiscard]] std::uint32_t parts_to_verify(const SharedRun& run, const index::Material& material);

/// For a run that verifies: removes all that is shared if it is of other tables than those that are there now. Throws
/// table::TablebaseError, and std::filesystem::filesystem_error. Requires: nobody works on the run.
void forget_other_tables(const SharedRun& run);

}  // namespace dameotb::cluster

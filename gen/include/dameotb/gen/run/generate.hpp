// The generator: makes the tables of some classes in a directory.
// It solves one class after another and writes the files of each as soon as it is solved. It keeps finished files of an
// earlier run: their classes are read, not solved again.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::gen {

/// What the generator is doing.
enum class Work : std::uint8_t {
    Check,  ///< Reads through the files of a kept class.
    Read,   ///< Reads a class that is needed to make another.
    Solve,
    Encode,  ///< And writes.
};

/// The seconds that the work for one class took.
struct WorkSeconds {
    double read = 0;  ///< Other classes that were needed and not in memory.
    double solve = 0;
    double encode = 0;
};

/// What the generator reports while it works. It reports only from the calling thread: when some work begins, at most
/// some ten times a second during it, and once when a class is finished.
struct Progress {
    index::Material material;  ///< The class that is being made or kept.
    int class_number = 0;      ///< Counted from 1.
    int classes = 0;
    std::uint64_t positions = 0;  ///< Stored positions of this class.
    bool reused = false;          ///< The class's finished files already existed.
    double class_seconds = 0;     ///< Since the class began.

    Work work = Work::Check;
    index::Material worked_on;  ///< The class itself, or one being read for it.
    int level = 0;              ///< Of the solver, counted from 1; 0 for other work. A level needs those before it.
    int levels = 0;
    std::uint64_t work_positions = 0;  ///< Of `worked_on`: those for which this work is done. Grows steadily.
    double work_seconds = 0;           ///< Since this work began.
    double class_share = 0;            ///< Of all work for the class, from 0 to 1.
    // Estimates, from the rates of all classes and the pace so far; nothing while it is too early to say.
    std::optional<double> class_seconds_left;
    std::optional<double> run_seconds_left;
    // If scores are in pages (MemoryPlanner::uses_pages); otherwise nothing.
    std::optional<std::uint64_t> memory_bytes;   ///< As the bound counts it.
    std::optional<std::uint64_t> scratch_bytes;  ///< Scores that are on disk.

    bool class_finished = false;  ///< Solved, written and synced. The following are known only then.
    WorkSeconds seconds;
    std::uint64_t file_bytes = 0;          ///< Of both files.
    std::uint64_t peak_scratch_bytes = 0;  ///< The most scratch in use while the class was made.
};

struct GenerateOptions {
    std::filesystem::path directory;
    /// Closed under dependencies (index::with_dependencies), each class after those that it depends on (in_run_order).
    std::vector<index::Material> classes;
    int threads = 1;  ///< At least 1.
    /// The number of positions from which a .dtm that is made stores only one side to move
    /// (store::one_side_for_space). Existing files stay as they are.
    std::uint64_t one_side_from = store::never_one_side;
    /// With a draw rule the run makes the .dtz of each class, whose .wdl must be there; without, the .wdl and the .dtm.
    DrawRule rule{};
    /// The most memory in bytes that the process may use; nothing for no bound. Scores that do not fit go to the
    /// scratch. The generator counts by measured upper bounds, and assumes that freed memory returns to the system.
    /// Memory that the caller itself uses is not included.
    std::optional<std::uint64_t> memory_bytes;
    /// Where scores go that do not fit into the bound, and the solved part of the class being made, from which the next
    /// run continues; empty for `directory`. If not empty, it must exist.
    std::filesystem::path scratch;
    [[nodiscard]] const std::filesystem::path& scratch_directory() const {
        return scratch.empty() ? directory : scratch;
    }
    /// The least time between checkpoints of the class being made, which outlive the process.
    std::chrono::milliseconds between_checkpoints = std::chrono::minutes{1};
    /// If set, called for each class whose files are kept, before they are used. It may call `on_done` with the number
    /// of positions that are done. It returns false if it was stopped. An exception from it ends the run.
    std::function<bool(const index::Material&, const std::function<void(std::uint64_t)>& on_done)> check_kept;
    std::function<void(const Progress&)> on_progress;
    /// When it becomes true, the run ends with GenerateResult::Stopped: within a second, or once a checkpoint that is
    /// being written is on the disk. Finished classes are kept, and so are the checkpoints of the class being made, if
    /// it has any. May be null.
    const std::atomic<bool>* stop = nullptr;
};

enum class GenerateResult : std::uint8_t { Complete, Stopped };

/// Makes the files of every class, such as `KKMvKM.wdl` and `KKMvKM.dtm`, in the directory, which is created if
/// missing.
/// Throws table::TablebaseError for a full disk, a directory that cannot be written, or a damaged file of an earlier
/// run.
/// Throws table::DirectoryLockedError if something is to be made and another run is writing into the directory.
/// Throws memory::ScratchError, which is a TablebaseError, if the scratch cannot be written or read.
/// Throws table::MissingTableError if there is a rule and a .wdl is missing. Throws memory::MemoryBoundError. Throws
/// std::bad_alloc if memory runs out and the bound is higher or not set. The bytes written depend neither on `threads`
/// nor on `memory_bytes`.
GenerateResult generate(const GenerateOptions& options);

}  // namespace dameotb::gen

// The generator: makes the tables of some classes in a directory.
// It solves class after class and writes the files of each class as soon as it is solved. It keeps finished files of an
// earlier run: their classes are read and not solved again.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/scores/load/class_io.hpp>
#include <dameotb/scores/memory_model.hpp>

namespace dameotb::gen {

/// What the generator does at a time.
enum class Work : std::uint8_t {
    Check,  ///< Reads through the files of a class that is kept.
    Read,   ///< Reads a class that is needed to make another one.
    Solve,
    Encode,  ///< And writes.
};

/// The seconds that the work for one class took.
struct WorkSeconds {
    double read = 0;  ///< Other classes that were needed and not in memory.
    double solve = 0;
    double encode = 0;
};

/// What the generator reports while it works. It reports from the calling thread only: when some work begins, at most
/// some ten times a second in the midst of it, and once when a class is finished.
struct Progress {
    index::Material material;  ///< The class that is made or kept.
    int class_number = 0;      ///< Counted from 1.
    int classes = 0;
    std::uint64_t positions = 0;  ///< Stored positions of this class.
    bool reused = false;          ///< The class's finished files were there already.
    double class_seconds = 0;     ///< Since the class began.

    Work work = Work::Check;
    index::Material worked_on;  ///< The class itself, or one that is read for it.
    int level = 0;              ///< Of the solver, counted from 1; 0 for other work. A level needs those before it.
    int levels = 0;
    std::uint64_t work_positions = 0;  ///< Of `worked_on`: those for which this work is done. They grow steadily.
    double work_seconds = 0;           ///< Since this work began.
    double class_share = 0;            ///< Of all that is to be done for the class, from 0 to 1.
    // Estimates, from the rates of all classes and the pace so far; nothing while it is too early to say.
    std::optional<double> class_seconds_left;
    std::optional<double> run_seconds_left;
    // With a bound that the run may reach; nothing otherwise.
    std::optional<std::uint64_t> memory_bytes;   ///< As the bound counts it.
    std::optional<std::uint64_t> scratch_bytes;  ///< Scores that are on disk.

    bool class_finished = false;  ///< Solved, written and synced. Only then the following are known.
    WorkSeconds seconds;
    std::uint64_t file_bytes = 0;          ///< Of both files.
    std::uint64_t peak_scratch_bytes = 0;  ///< The most that the scratch had while the class was made.
};

struct GenerateOptions {
    std::filesystem::path directory;
    /// In build order and closed under dependencies (index::with_dependencies).
    std::vector<index::Material> classes;
    int threads = 1;  ///< At least 1.
    /// From how many positions on a .dtm that is made stores one side to move (scores::one_side_for_space). Files that
    /// are there stay as they are.
    std::uint64_t one_side_from = scores::never_one_side;
    /// The most memory in bytes that the process may take; nothing for no bound. Scores that do not fit are in the
    /// scratch meanwhile. The generator counts by measured upper bounds, and supposes that freed
    /// memory goes back to the system. Memory that the caller itself takes comes on top.
    std::optional<std::uint64_t> memory_bytes;
    /// Where scores are kept that do not fit into the bound, and what is solved of the class that is being made, so
    /// that the next run goes on there; empty for `directory`. It must exist then.
    std::filesystem::path scratch;
    [[nodiscard]] const std::filesystem::path& scratch_directory() const {
        return scratch.empty() ? directory : scratch;
    }
    /// How long the work on a class lasts before what is solved of it is made to outlast the process, at least.
    std::chrono::milliseconds between_checkpoints = std::chrono::minutes{1};
    /// If set, it is called for each class whose files are kept, before the files are used. It may call `on_done` with
    /// the number of positions that are done. It returns false if it was stopped. An exception from it ends the run.
    std::function<bool(const index::Material&, const std::function<void(std::uint64_t)>& on_done)> check_kept;
    std::function<void(const Progress&)> on_progress;
    /// When it becomes true, the run ends within a second with GenerateResult::Stopped. Finished classes are kept,
    /// and of the class that was being made what its checkpoints have, if it has any. May be null.
    const std::atomic<bool>* stop = nullptr;
};

enum class GenerateResult : std::uint8_t { Complete, Stopped };

/// Makes both files of every class, such as `KKMvKM.wdl` and `KKMvKM.dtm`, in the directory, which is created if
/// missing.
/// Throws table::TablebaseError for a full disk, a directory that cannot be written, or a damaged file of an earlier
/// run.
/// Throws table::DirectoryLockedError if something is to be made and another run is writing into the directory.
/// Throws scores::ScratchError, which is one of them, if the scratch cannot be written or read.
/// Throws scores::MemoryBoundError. Throws std::bad_alloc if there is too little memory and the bound is higher or not
/// set.
/// The bytes written depend neither on `threads` nor on `memory_bytes`.
GenerateResult generate(const GenerateOptions& options);

}  // namespace dameotb::gen

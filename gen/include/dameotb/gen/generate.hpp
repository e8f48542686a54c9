// The generator: makes the tables of some classes in a directory.
// It solves class after class and writes the files of each class as soon as it is solved. It keeps finished files of an
// earlier run: their classes are read and not solved again.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/store/load/class_io.hpp>

namespace dameotb::gen {

/// What the generator reports while it works. It reports from the calling thread only: at most some ten times a second
/// while it solves a class, and once when a class is finished.
struct Progress {
    index::Material material;
    int class_number = 0;  ///< Counted from 1.
    int classes = 0;
    std::uint64_t slices_done = 0;
    std::uint64_t slices = 0;
    std::uint64_t positions_done = 0;      ///< Stored positions of this class; counted by slices while it is solved.
    std::uint64_t positions = 0;           ///< In this class.
    std::uint64_t run_positions_done = 0;  ///< In the whole run.
    std::uint64_t run_positions = 0;
    bool class_finished = false;  ///< Solved, written and synced.
    bool reused = false;          ///< The class's finished files were there already.
    double class_seconds = 0;     ///< Since the class began.
};

struct GenerateOptions {
    std::filesystem::path directory;
    /// In build order and closed under dependencies (index::with_dependencies).
    std::vector<index::Material> classes;
    int threads = 1;  ///< At least 1.
    /// From how many positions on a .dtm that is made stores one side to move (store::one_side_for_space). Files that
    /// are there stay as they are.
    std::uint64_t one_side_from = store::never_one_side;
    /// The most memory in bytes that the process may take; nothing for no bound. Classes that do not fit are dropped
    /// and read again from their files later. The generator counts by measured upper bounds, and supposes that freed
    /// memory goes back to the system. Memory that the caller itself takes comes on top.
    std::optional<std::uint64_t> memory_bytes;
    /// If set, it is called for each class whose files are kept, before the files are used. It may call `on_done` with
    /// the number of positions that are done. It returns false if it was stopped. An exception from it ends the run.
    std::function<bool(const index::Material&, const std::function<void(std::uint64_t)>& on_done)> check_kept;
    std::function<void(const Progress&)> on_progress;
    /// When it becomes true, the run ends within a second with GenerateResult::Stopped. Finished classes are kept;
    /// nothing is left of the class that was being made. May be null.
    const std::atomic<bool>* stop = nullptr;
};

/// Says that a class does not fit into GenerateOptions::memory_bytes. Thrown before anything is done.
class MemoryBoundError : public std::runtime_error {
public:
    MemoryBoundError(const index::Material& material, std::uint64_t needed_bytes, std::uint64_t bound_bytes)
        : std::runtime_error{material.name() + " needs " + std::to_string(needed_bytes) +
                             " bytes of memory, the bound is " + std::to_string(bound_bytes)},
          material_{material},
          needed_bytes_{needed_bytes} {}

    /// Returns the class of the run that needs the most memory.
    [[nodiscard]] const index::Material& material() const { return material_; }
    /// Returns the least bound with which the run is possible.
    [[nodiscard]] std::uint64_t needed_bytes() const { return needed_bytes_; }

private:
    index::Material material_;
    std::uint64_t needed_bytes_;
};

enum class GenerateResult : std::uint8_t { Complete, Stopped };

/// Makes both files of every class, such as `KKMvKM.wdl` and `KKMvKM.dtm`, in the directory, which is created if
/// missing.
/// Throws format::TablebaseError for a full disk, a directory that cannot be written, or a damaged file of an earlier
/// run.
/// Throws files::DirectoryLockedError if something is to be made and another run is writing into the directory.
/// Throws MemoryBoundError. Throws std::bad_alloc if there is too little memory and the bound is higher or not set.
/// The bytes written depend neither on `threads` nor on `memory_bytes`.
GenerateResult generate(const GenerateOptions& options);

}  // namespace dameotb::gen

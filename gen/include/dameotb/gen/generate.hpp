// Generating tables: which classes, in what order, into which directory.
// Solves class after class, writes each one's files as soon as it is solved, and keeps what is already there: a
// finished file of an earlier run is read instead of being solved again.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <dameotb/files/compression.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::gen {

/// What the generator reports while it works. Called from the generating thread only, at most some times a second
/// inside a class and once when a class is finished.
struct Progress {
    index::Material material;
    int class_number = 0;  ///< Counted from 1.
    int classes = 0;
    std::uint64_t slices_done = 0;
    std::uint64_t slices = 0;
    std::uint64_t positions_done = 0;      ///< In this class, stored positions over both sides to move, by slices done.
    std::uint64_t positions = 0;           ///< In this class.
    std::uint64_t run_positions_done = 0;  ///< In the whole run.
    std::uint64_t run_positions = 0;
    bool class_finished = false;  ///< Solved, written and synced.
    bool reused = false;          ///< Finished files were there already; they are only read.
    double class_seconds = 0;     ///< Since the class was begun.
};

struct GenerateOptions {
    std::filesystem::path directory;
    /// In build order and closed under dependencies (index::with_dependencies).
    std::vector<index::Material> classes;
    int threads = 1;  ///< At least 1.
    files::Compression compression = files::Compression::Default;
    /// The most memory that the process may take, if bounded: classes that do not fit are dropped and read back from
    /// their files later. Counted by measured upper bounds, and provided that freed memory goes back to the system;
    /// what the caller itself takes comes on top.
    std::optional<std::uint64_t> memory_bytes;
    /// Is called, if there is one, for each class whose files are kept, before they are used, with a function that
    /// takes how many of its positions are done. Returns false if it was stopped. What it throws ends the run.
    std::function<bool(const index::Material&, const std::function<void(std::uint64_t)>& on_done)> check_kept;
    std::function<void(const Progress&)> on_progress;
    /// When it becomes true, the run ends within a second with GenerateResult::Stopped; finished classes are kept, and
    /// of the class that was being made nothing is left.
    const std::atomic<bool>* stop = nullptr;
};

/// A class does not fit into GenerateOptions::memory_bytes. Thrown before anything is done.
class MemoryBoundError : public std::runtime_error {
public:
    MemoryBoundError(const index::Material& material, std::uint64_t needed_bytes, std::uint64_t bound_bytes)
        : std::runtime_error{material.name() + " needs " + std::to_string(needed_bytes) +
                             " bytes of memory, the bound is " + std::to_string(bound_bytes)},
          material_{material},
          needed_bytes_{needed_bytes} {}

    /// The class of the run that needs most.
    [[nodiscard]] const index::Material& material() const { return material_; }
    /// The least bound that the run can do with.
    [[nodiscard]] std::uint64_t needed_bytes() const { return needed_bytes_; }

private:
    index::Material material_;
    std::uint64_t needed_bytes_;
};

enum class GenerateResult : std::uint8_t { Complete, Stopped };

/// Makes `KKMvKM.wdl` and `.dtm` for every class in the directory (created if missing).
/// Throws format::TablebaseError: a full disk, an unwritable directory, a damaged file of an earlier run.
/// Throws files::DirectoryLockedError if something is to be made and another run is writing into the directory.
/// Throws MemoryBoundError, and std::bad_alloc when there is less memory than the bound or none was given.
/// The bytes written depend neither on `threads` nor on `memory_bytes`.
GenerateResult generate(const GenerateOptions& options);

}  // namespace dameotb::gen

// Generating tables: which classes, in what order, into which directory.
// Solves class after class, writes each one's files as soon as it is solved, and keeps what is already there: a
// finished file of an earlier run is read instead of being solved again.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

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
    bool reused = false;          ///< Finished files were there already.
    double class_seconds = 0;     ///< Since the class was begun.
};

struct GenerateOptions {
    std::filesystem::path directory;
    /// In build order and closed under dependencies (index::with_dependencies).
    std::vector<index::Material> classes;
    int threads = 1;      ///< At least 1.
    int zstd_level = 12;  ///< 1 to 19.
    std::function<void(const Progress&)> on_progress;
    /// When it becomes true, the run ends soon with GenerateResult::Stopped; finished classes are kept.
    const std::atomic<bool>* stop = nullptr;
};

enum class GenerateResult : std::uint8_t { Complete, Stopped };

/// Makes `KKMvKM.wdl` and `.dtm` for every class in the directory (created if missing).
/// Throws format::TablebaseError: a full disk, an unwritable directory, a damaged file of an earlier run.
/// Throws std::bad_alloc when memory does not suffice. The bytes written do not depend on `threads`.
GenerateResult generate(const GenerateOptions& options);

}  // namespace dameotb::gen

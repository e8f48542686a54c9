// An estimate of what a run of the generator takes: memory, disk, time.
// Computed from the sizes of the classes and from rates measured on small classes. Makes and writes nothing. Also
// covers classes for which no tables can be made yet.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/gen/run/generate.hpp>
#include <dameotb/gen/run/measure.hpp>
#include <dameotb/gen/run/memory_plan.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::gen {

struct ClassEstimate {
    index::Material material;
    std::uint64_t stored = 0;         ///< Positions in a table, over the stored sides to move. Exact.
    std::uint64_t memory_bytes = 0;   ///< While it is made, with all scores it needs. An upper bound.
    std::uint64_t least_bytes = 0;    ///< The least bound with which it can be made.
    std::uint64_t scratch_bytes = 0;  ///< With the least bound: its scores and all that it needs, compressed.
    std::uint64_t disk_bytes = 0;     ///< Both files. Within a factor of about three.
    double seconds = 0;               ///< To solve and write it with all threads. Within a factor of about three.
    int threads = 1;                  ///< How many of the threads have room to solve it at a time.
};

struct RunEstimate {
    std::vector<ClassEstimate> classes;
    std::uint64_t peak_bytes = 0;        ///< The most memory that a run without a bound takes. An upper bound.
    std::uint64_t least_bytes = 0;       ///< The least GenerateOptions::memory_bytes with which the run is possible.
    std::uint64_t scratch_bytes = 0;     ///< The most scratch at any time of a run with the least bound.
    std::uint64_t disk_bytes = 0;        ///< The most that files and scratch take together at any time of such a run,
    index::Material fullest;             ///< and the class that is made then.
    std::uint64_t checkpoint_bytes = 0;  ///< The most that checkpoints take where all scores stay in memory.
};

/// Returns the estimate for a run over `classes`. `one_side_from`, `memory_bytes`: those of GenerateOptions. `factors`:
/// those of the machine. With `memory_bytes`, which may be too small, times are those of the threads that have room; no
/// time is counted for paging. `rule`: of the tables that are made; with one, sizes of files are those of .wdl and .dtm
/// all the same. Requires: `classes` are closed under dependencies, each after those that it depends on, and
/// index::has_size; threads >= 1.
[[nodiscard]] RunEstimate estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                   int threads, const WorkRates& factors = {},
                                   std::optional<std::uint64_t> memory_bytes = {}, DrawRule rule = {});

/// Returns the approximate size in bytes of the missing files.
[[nodiscard]] std::uint64_t missing_file_bytes(const std::vector<MemoryPlanner::Class>& planned);

/// What a run still has to write, besides the existing files. Mean figures, within a factor of about two.
struct DiskNeed {
    std::uint64_t file_bytes = 0;
    std::uint64_t scratch_bytes = 0;  ///< The most at any time; 0 if no scores are in pages.
};

/// Returns what a run with these options will write. Throws table::TablebaseError for a damaged file of an earlier run,
/// and what planned_classes throws.
[[nodiscard]] DiskNeed disk_need(const GenerateOptions& options);

}  // namespace dameotb::gen

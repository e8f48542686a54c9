// An estimate of what a run of the generator will take: memory, disk, time.
// It is computed from the sizes of the classes and from rates that were measured on small classes. Nothing is made,
// read or written.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/store/load/class_io.hpp>

namespace dameotb::gen {

struct ClassEstimate {
    index::Material material;
    std::uint64_t stored = 0;        ///< Positions in a table, over the stored sides to move. Exact.
    std::uint64_t memory_bytes = 0;  ///< While it is made; only classes it needs are held. An upper bound.
    std::uint64_t disk_bytes = 0;    ///< Both files. Right within a factor of about three.
    double seconds = 0;              ///< To solve and write it with all threads. Right within a factor of about three.
};

struct RunEstimate {
    std::vector<ClassEstimate> classes;
    std::uint64_t peak_bytes = 0;   ///< The most memory that a run without a bound takes. An upper bound.
    std::uint64_t least_bytes = 0;  ///< The least GenerateOptions::memory_bytes with which the run is possible.
};

/// Returns the estimate for a run over `classes`. Requires: `classes` are in build order and closed under dependencies,
/// and index::is_supported; threads is at least 1. `one_side_from`: that of
/// GenerateOptions.
[[nodiscard]] RunEstimate estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                   int threads);

}  // namespace dameotb::gen

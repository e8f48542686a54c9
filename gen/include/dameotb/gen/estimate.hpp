// What making tables will take: memory, disk, time. Computed from the sizes of the classes and from rates that were
// measured on small ones; nothing is made, read or written.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::gen {

struct ClassEstimate {
    index::Material material;
    std::uint64_t stored = 0;        ///< Positions in the table, both sides to move. Exact.
    std::uint64_t memory_bytes = 0;  ///< While it is made, with what it needs and nothing else. An upper bound.
    std::uint64_t disk_bytes = 0;    ///< Both files. Right within a factor of three or so.
    double seconds = 0;              ///< To solve and write it with all threads. Right within a factor of three or so.
};

struct RunEstimate {
    std::vector<ClassEstimate> classes;
    std::uint64_t peak_bytes = 0;   ///< The most that a run without a bound has in memory. An upper bound.
    std::uint64_t least_bytes = 0;  ///< The least GenerateOptions::memory_bytes that the run can do with.
};

/// Requires: `classes` in build order, closed under dependencies, that index::is_supported; threads at least 1.
[[nodiscard]] RunEstimate estimate(const std::vector<index::Material>& classes, int threads);

}  // namespace dameotb::gen

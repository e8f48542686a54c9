// What a process takes besides scores and solvers.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::store {

/// Returns the bytes of a process that works on these classes with that many threads: an upper bound.
[[nodiscard]] std::uint64_t process_bytes(const std::vector<index::Material>& classes, int threads);

}  // namespace dameotb::store

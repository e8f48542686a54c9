// The number of slices in each level of a class, without enumerating them.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::cluster {

/// Returns the sizes of the levels that levels_of returns. Takes microseconds, even for classes too large for tables.
/// Requires: a class with men; index::has_size.
[[nodiscard]] std::vector<std::uint64_t> level_counts(const index::Material& material);

}  // namespace dameotb::cluster

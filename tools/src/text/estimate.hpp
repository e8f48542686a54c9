// The table that `dameotb gen --estimate` prints.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::tools {

/// Prints what making these classes will take: one line for each class, and a line of totals. Requires: what
/// gen::estimate requires.
void print_estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from, int threads);

}  // namespace dameotb::tools

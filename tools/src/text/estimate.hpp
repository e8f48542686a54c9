// The table that `dameotb gen --estimate` prints.
#pragma once

#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::tools {

/// Prints what making these classes will take, one line each and a line of totals. Requires: as gen::estimate.
void print_estimate(const std::vector<index::Material>& classes, int threads);

}  // namespace dameotb::tools

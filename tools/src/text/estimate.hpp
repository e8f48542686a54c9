// The table that `dameotb gen --estimate` prints.
#pragma once

#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/store/load/class_io.hpp>

namespace dameotb::tools {

/// Prints what making these classes will take: one line for each class, and a line of totals. Requires: what
/// gen::estimate requires.
void print_estimate(const std::vector<index::Material>& classes, store::DtmSides sides, int threads);

}  // namespace dameotb::tools

// The table that `dameotb gen --estimate` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/gen/measure.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::tools {

/// Prints what making these classes will take: one line for each class, and a line of totals. `measured`: how fast this
/// machine is, if that was measured. Requires: what gen::estimate requires.
void print_estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from, int threads,
                    const std::optional<gen::Measurement>& measured);

}  // namespace dameotb::tools

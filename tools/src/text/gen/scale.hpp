// What `dameotb gen --estimate --workers` says of a run of many processes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <dameotb/cluster/simulation.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::tools {

/// Returns lines of text. Requires: what cluster::estimate_scale requires.
[[nodiscard]] std::string scale_text(const std::vector<index::Material>& classes, std::uint64_t one_side_from,
                                     const cluster::Cluster& cluster);

}  // namespace dameotb::tools

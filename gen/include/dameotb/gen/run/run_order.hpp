// In which order a run makes its classes, so that it holds few scores at a time.
#pragma once

#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::gen {

/// Returns the classes in the order in which a run should make them. As in build order, every class comes after those
/// that it depends on. Requires: canonical classes.
[[nodiscard]] std::vector<index::Material> in_run_order(std::vector<index::Material> classes);

}  // namespace dameotb::gen

// What a run finds in its directory before it begins.
#pragma once

#include <vector>

#include <dameotb/gen/generate.hpp>

#include "memory_plan.hpp"

namespace dameotb::gen {

/// Returns the classes of a run as the planner takes them. Of a class whose files are there, they say which sides to
/// move are stored. Throws format::TablebaseError for a damaged file.
[[nodiscard]] std::vector<MemoryPlanner::Class> planned_classes(const GenerateOptions& options);

}  // namespace dameotb::gen

// What a run finds in its directory before it begins.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <dameotb/gen/memory_plan.hpp>

namespace dameotb::gen {

/// Returns the classes of a run as the planner takes them. Of a class whose files are there, they say which sides to
/// move are stored. Throws table::TablebaseError for a damaged file.
[[nodiscard]] std::vector<MemoryPlanner::Class> planned_classes(const std::filesystem::path& directory,
                                                                const std::vector<index::Material>& classes,
                                                                std::uint64_t one_side_from);
/// Returns about how many bytes the files take that are not there.
[[nodiscard]] std::uint64_t missing_file_bytes(const std::vector<MemoryPlanner::Class>& planned);

}  // namespace dameotb::gen

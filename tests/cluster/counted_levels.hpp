// The sizes of levels by their definition.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/gen/slices_solver.hpp>

namespace dameotb::tests {

/// Returns how many slices each level of a class has, by going through them.
[[nodiscard]] inline std::vector<std::uint64_t> counted_levels(const index::Material& material) {
    std::vector<std::uint64_t> counts;
    for (const auto& level : gen::levels_of(material)) {
        counts.push_back(level.size());
    }
    return counts;
}

}  // namespace dameotb::tests

// How a class that is solved by several workers is cut into batches.
#pragma once

#include <span>
#include <vector>

#include <dameotb/store/shared/class_parts.hpp>

namespace dameotb::gen {

/// Returns the batches of the class's levels. `levels`: as levels_of returns them. `threads`: of all workers together.
/// The batches of a level get smaller towards its end, so that nobody waits long for the last one; but none has less
/// than `least_bytes` of scores, if it is not the last.
[[nodiscard]] store::ClassParts cut_class(const index::Material& material,
                                          const std::vector<std::vector<index::SliceId>>& levels, int threads,
                                          std::uint64_t least_bytes);

/// Returns the slices of a batch. `slices`: those of its level.
[[nodiscard]] std::span<const index::SliceId> slices_of(const store::ClassParts::Level& level,
                                                        const std::vector<index::SliceId>& slices, std::uint32_t batch);

}  // namespace dameotb::gen

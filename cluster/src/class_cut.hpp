// How the classes of a run with several workers are cut into tasks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/cluster/task_graph.hpp>

namespace dameotb::cluster {

/// Returns the state of a class of which nothing is there.
[[nodiscard]] ClassState new_state(const index::Material& material, const SharedRun& run);
/// Returns whether one task solves all of a class, as it has not slices of kings: one of men or of kings alone.
[[nodiscard]] bool is_whole(const index::Material& material);
/// Returns into how many parts the files of a class are cut: each is some tenths of a second of work.
[[nodiscard]] std::uint32_t file_parts(const index::Material& material);

/// Returns how many slices of a level with so many slices each batch has. `threads`: of all workers together.
[[nodiscard]] std::vector<std::uint64_t> batch_sizes(const index::Material& material, std::uint64_t slices, int threads,
                                                     std::uint64_t least_bytes);

/// Returns the batches of the class's levels. `levels`: as levels_of returns them. `threads`: of all workers together.
/// The batches of a level get smaller towards its end, so that nobody waits long for the last one; but none has less
/// than `least_bytes` of scores, if it is not the last.
[[nodiscard]] ClassParts cut_class(const index::Material& material,
                                   const std::vector<std::vector<index::SliceId>>& levels, int threads,
                                   std::uint64_t least_bytes);

/// Returns the slices of a batch. `slices`: those of its level.
[[nodiscard]] std::span<const index::SliceId> slices_of(const ClassParts::Level& level,
                                                        const std::vector<index::SliceId>& slices, std::uint32_t batch);

}  // namespace dameotb::cluster

// How the classes of a run with several workers are cut into tasks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/cluster/shared_run.hpp>
#include <dameotb/cluster/task_graph.hpp>

namespace dameotb::cluster {

/// Returns the state of a class of which nothing exists yet.
[[nodiscard]] ClassState new_state(const index::Material& material, const SharedRun& run);
/// Returns whether one task solves all of a class because it has no slices of kings: a class of men or kings alone.
[[nodiscard]] bool is_whole(const index::Material& material);
/// Returns the number of parts that a class's files are cut into: each takes some tenths of a second.
[[nodiscard]] std::uint32_t file_parts(const index::Material& material);

/// Returns which scores of a class that has files the run still needs; nothing if none. Classes with more pieces
/// capture into it; from classes with as many pieces only promotions lead into it, if it has kings.
[[nodiscard]] std::optional<SharedScores> still_needed(const SharedRun& run, const index::Material& material);

/// Returns the number of slices in each batch of a level with `slices` of them. `threads`: of all workers together.
[[nodiscard]] std::vector<std::uint64_t> batch_sizes(const index::Material& material, std::uint64_t slices, int threads,
                                                     std::uint64_t least_bytes);

/// Returns the batches of the class's levels. `levels`: as levels_of returns them. `threads`: of all workers together.
/// Batches get smaller towards the end of a level, so that nobody waits long for the last one; but only the last may
/// have less than `least_bytes` of scores.
[[nodiscard]] ClassParts cut_class(const index::Material& material,
                                   const std::vector<std::vector<index::SliceId>>& levels, int threads,
                                   std::uint64_t least_bytes);

/// Returns the slices of a batch. `slices`: those of its level.
[[nodiscard]] std::span<const index::SliceId> slices_of(const ClassParts::Level& level,
                                                        const std::vector<index::SliceId>& slices, std::uint32_t batch);

}  // namespace dameotb::cluster

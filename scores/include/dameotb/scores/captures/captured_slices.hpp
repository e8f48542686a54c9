// How many slices of other classes captures lead to, at most, without searching them: what bounds on memory are made
// of.
#pragma once

#include <cstdint>
#include <map>

#include <dameotb/index/material.hpp>

namespace dameotb::scores {

/// Counts of slices with one side to move, by their canonical class.
using SliceCounts = std::map<index::Material, std::uint64_t>;

/// Counts the slices that captures out of one slice lead to, by either side.
[[nodiscard]] SliceCounts captured_slices(const index::Material& material);

/// Counts the slices of other classes that moves lead to, by either side, out of all slices with the same set of
/// White's men: captures, and promotions as well. Requires: a class of men alone.
[[nodiscard]] SliceCounts slices_reached_from_white_set(const index::Material& material);
/// Returns how many slices have the same set of White's men. Requires the same.
[[nodiscard]] std::uint64_t slices_of_white_set(const index::Material& material);

}  // namespace dameotb::scores

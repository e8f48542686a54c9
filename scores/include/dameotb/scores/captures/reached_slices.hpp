// Upper bounds on the slices that moves lead to, and on the bytes of their scores, without searching them: what tasks
// on slices load.
#pragma once

#include <cstdint>
#include <map>

#include <dameotb/index/material.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// Counts of slices with one side to move, by canonical class.
using SliceCounts = std::map<index::Material, std::uint64_t>;

/// Counts the slices that captures by either side out of one slice lead to.
[[nodiscard]] SliceCounts captured_slices(const index::Material& material);

/// Brings in all scores that captures out of a class without men lead to: those that captured_slices counts. With men
/// there are too many, and it does nothing. Requires: the classes are in `solved_classes`.
void bring_in_captured(const index::Material& material, const SolvedClasses& solved_classes);

/// Returns the bytes that forced captures out of the slices load.
[[nodiscard]] std::uint64_t capture_working_set(const index::Material& material, std::uint64_t slices);
/// Returns the working set of the slices themselves, with both sides to move, and of all that moves out of them lead
/// to.
[[nodiscard]] memory::WorkingSet moves_working_set(const index::Material& material, std::uint64_t slices = 1);
/// Returns the bytes of all rows with the same co-kings in one slice, with both sides to move, and of those that quiet
/// moves of men out of them lead to. Requires: man_moves_preserve_co_kings(material).
[[nodiscard]] std::uint64_t men_moves_of_rows_bytes(const index::Material& material);

/// Counts the slices of other classes that moves by either side lead to, captures and promotions, out of all slices
/// with the same set of White's men. Requires: a class of men alone.
[[nodiscard]] SliceCounts slices_reached_from_white_set(const index::Material& material);
/// Returns the number of slices with the same set of White's men. Requires the same.
[[nodiscard]] std::uint64_t slices_of_white_set(const index::Material& material);

}  // namespace dameotb::scores

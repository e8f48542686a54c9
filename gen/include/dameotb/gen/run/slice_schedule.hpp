// In what order a run makes its classes and solves the slices of each, and how many at a time.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/memory/parallel.hpp>

namespace dameotb::gen {

/// Returns the slices of a class grouped by the advancement of their men, most advanced first, each group in ascending
/// order. The last group has advancement 0; like others, it may be empty. In a symmetric class only one of two slices
/// that are colour-flipped images of each other is included, the one with the lower index. Takes 8 bytes a slice.
/// Throws memory::StopRequested.
[[nodiscard]] std::vector<std::vector<index::SliceId>> levels_of(const index::Material& material,
                                                                 const memory::Team& team);


/// Returns how many slices of the class are solved concurrently if memory has room for `slices_with_room` at a time. If
/// it is one, all threads share the work inside it.
[[nodiscard]] int solvers_of(const index::Material& material, int threads, int slices_with_room);
/// As above, if there is room for one for each thread.
[[nodiscard]] inline int solvers_of(const index::Material& material, int threads) {
    return solvers_of(material, threads, threads);
}

/// Returns how many slices a task of solve_class takes: one with few rows is too little work. Requires: a class with
/// kings.
[[nodiscard]] std::uint64_t slices_of_task(const index::Material& material);

/// Returns the classes in the order in which a run should make them. As in build order, every class comes after those
/// that it depends on. Requires: canonical classes.
[[nodiscard]] std::vector<index::Material> in_run_order(std::vector<index::Material> classes);

}  // namespace dameotb::gen

// How much memory the scores of classes and slices take, and how much a step of work brings in at most.
// Plans and budgets are made from these. All are in bytes and in whole pages (score_pages.hpp), and are upper bounds.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::scores {

/// Returns how many rows a slice of the class has (slice_layout.hpp). Makes no lists.
[[nodiscard]] std::uint64_t slice_rows(const index::Material& material);
/// Returns what a slice takes with one side to move.
[[nodiscard]] std::uint64_t slice_bytes(const index::Material& material);
/// Returns what so many slices that lie together take with one side to move.
[[nodiscard]] std::uint64_t slices_bytes(const index::Material& material, std::uint64_t slices);
/// Returns what all slices take, both sides to move.
[[nodiscard]] std::uint64_t class_bytes(const index::Material& material);
/// Returns what so many numbers of the class's index, one after the other, have their scores in.
[[nodiscard]] std::uint64_t numbers_bytes(const index::Material& material, std::uint64_t numbers);
/// Returns what it takes to know which pages of the class are in memory.
[[nodiscard]] std::uint64_t metadata_bytes(const index::Material& material);

/// Returns what a process that works on these classes takes besides scores: the program, its threads and shared lists.
[[nodiscard]] std::uint64_t process_bytes(const std::vector<index::Material>& classes, int threads);

/// Returns what forced captures out of so many slices of the class can lead to.
[[nodiscard]] std::uint64_t capture_working_set(const index::Material& material, std::uint64_t slices);
/// Returns what is needed to work on so many slices of the class: they themselves with both sides to move, and all that
/// moves out of them lead to.
[[nodiscard]] std::uint64_t moves_working_set(const index::Material& material, std::uint64_t slices = 1);
/// Returns what all classes take that one move out of the class leads to.
[[nodiscard]] std::uint64_t successors_bytes(const index::Material& material);

}  // namespace dameotb::scores

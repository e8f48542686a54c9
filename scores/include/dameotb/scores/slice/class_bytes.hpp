// How many bytes the scores of a class take in memory, in whole pages (memory/score_pages.hpp): upper bounds, known
// without making any. They follow from the layout of slices.
#pragma once

#include <cstdint>

#include <dameotb/index/material.hpp>

namespace dameotb::scores {

/// Return the bytes of scores: of adjacent rows of a slice with one side to move, wherever they begin; of all rows of a
/// slice with the same co-kings; of one slice with one side to move; of adjacent slices with one side to move; of all
/// slices with both sides to move.
[[nodiscard]] std::uint64_t rows_bytes(const index::Material& material, std::uint64_t rows);
[[nodiscard]] std::uint64_t rows_of_co_kings_bytes(const index::Material& material);
[[nodiscard]] std::uint64_t slice_bytes(const index::Material& material);
[[nodiscard]] std::uint64_t slices_bytes(const index::Material& material, std::uint64_t slices);
[[nodiscard]] std::uint64_t class_bytes(const index::Material& material);

/// Returns the size of the metadata: which pages of the class are in memory.
[[nodiscard]] std::uint64_t metadata_bytes(const index::Material& material);
/// As above, if its scores come from a source, one slice at a time.
[[nodiscard]] std::uint64_t metadata_bytes_with_source(const index::Material& material);

}  // namespace dameotb::scores

#include <dameotb/scores/slice/class_bytes.hpp>

#include <algorithm>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/memory/score_pages.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::scores {

using memory::ScorePages;

namespace {

std::uint64_t slice_count(const index::Material& material) {
    return index::SliceIndex{material.white.men, material.black.men}.count();
}

std::uint64_t slice_cells(const index::Material& material) {
    return material.kings() == 0 ? 1 : slice_rows(material) * SliceLayout::row_cells;
}

}  // namespace

std::uint64_t rows_bytes(const index::Material& material, std::uint64_t rows) {
    const std::uint64_t page = ScorePages::page_of(slice_cells(material));
    return std::min((rows * SliceLayout::row_cells / page + 2) * page, slice_bytes(material));
}

std::uint64_t rows_of_co_kings_bytes(const index::Material& material) {
    return rows_bytes(material, index::binomial(64, RowSets{material}.others));
}

std::uint64_t slice_bytes(const index::Material& material) {
    return ScorePages::bytes_of_run(slice_cells(material), slice_cells(material));
}

std::uint64_t slices_bytes(const index::Material& material, std::uint64_t slices) {
    return ScorePages::bytes_of_run(slices * slice_cells(material), slice_cells(material));
}

std::uint64_t class_bytes(const index::Material& material) {
    return 2 * ScorePages::bytes_of_run(slice_count(material) * slice_cells(material), slice_cells(material));
}

std::uint64_t metadata_bytes(const index::Material& material) {
    return ScorePages::metadata_bytes(2 * slice_count(material) * slice_cells(material), slice_cells(material));
}

std::uint64_t metadata_bytes_with_source(const index::Material& material) {
    return metadata_bytes(material) + class_bytes(material) / slice_bytes(material);
}

}  // namespace dameotb::scores

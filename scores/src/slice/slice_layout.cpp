// The choice of the pivot king and of the sets with rows, and the shared lists of subsets.

#include <dameotb/scores/slice/slice_layout.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/memory/score_pages.hpp>

namespace dameotb::scores {

std::span<const Bitboard> subsets(int count) {
    static std::array<std::once_flag, index::most_pieces> made;
    static std::array<std::vector<Bitboard>, index::most_pieces> tables;
    const auto k = static_cast<std::size_t>(count);
    std::call_once(made.at(k), [&] {
        const std::uint64_t size = index::binomial(64, count);
        tables[k].reserve(size);
        for (std::uint64_t rank = 0; rank < size; ++rank) {
            tables[k].push_back(index::unrank_subset(rank, count));
        }
    });
    return tables[k];
}

RowSets::RowSets(const index::Material& material) {
    const int fewer = std::min(material.white.kings, material.black.kings);
    const int more = std::max(material.white.kings, material.black.kings);
    co_kings = fewer == 0 ? std::max(more - 1, 0) : fewer - 1;
    others = fewer == 0 ? 0 : more;
}

std::uint64_t slice_rows(const index::Material& material) {
    const RowSets sets{material};
    return material.men() > 0 ? index::binomial(64, sets.co_kings) * index::binomial(64, sets.others)
                              : index::king_orbits(static_cast<std::size_t>(sets.leaders()), 0) *
                                    index::binomial(64, sets.followers());
}

Colour pivot_of(const index::Material& material) {
    const int white = material.white.kings;
    const int black = material.black.kings;
    return black == 0 || (white > 0 && white < black) ? Colour::White : Colour::Black;
}

bool index_follows_rows(const index::Material& material, Colour leader) {
    return material.men() == 0 && leader == Colour::Black && !material.is_symmetric() &&
           RowSets{material}.co_kings_lead();
}

bool man_moves_preserve_co_kings(const index::Material& material) {
    if (material.men() == 0 || material.is_symmetric() || RowSets{material}.co_kings == 0) {
        return false;
    }
    const auto keeps_pivot = [&](Colour mover) {
        if (material[mover].men == 0) {
            return true;
        }
        const index::Material promoted = material.promoted(mover);
        const Colour pivot = promoted.is_canonical() ? pivot_of(promoted) : opponent(pivot_of(promoted.flipped()));
        return pivot == pivot_of(material);
    };
    return keeps_pivot(Colour::White) && keeps_pivot(Colour::Black);
}

SliceLayout::SliceLayout(const index::Material& material)
    : has_pivot_{material.kings() > 0}, pivot_{pivot_of(material)}, sets_{material} {
    if (!has_pivot_) {
        return;
    }
    if (material.men() > 0) {
        co_kings_of_rows_ = subsets(sets_.co_kings);
        others_of_rows_ = subsets(sets_.others);
        is_plain_ = true;
    } else {
        leading_ = &leading_sets(sets_.leaders());
        co_kings_of_rows_ = co_kings_lead() ? leading_->canonical() : subsets(sets_.co_kings);
        others_of_rows_ = co_kings_lead() ? subsets(sets_.others) : leading_->canonical();
        follower_sets_ = static_cast<std::uint32_t>((co_kings_lead() ? others_of_rows_ : co_kings_of_rows_).size());
    }
    other_sets_ = static_cast<std::uint32_t>(others_of_rows_.size());
    rows_ = static_cast<std::uint32_t>(co_kings_of_rows_.size()) * other_sets_;
}

std::vector<RowRange> SliceLayout::rows_after_co_king_move(std::uint32_t row) const {
    std::vector<RowRange> rows;
    for (const std::uint32_t place : leading_->places_after_move(row / follower_sets_)) {
        rows.push_back({place * follower_sets_, follower_sets_});
    }
    return rows;
}

SliceLayout::Image SliceLayout::image_by_leader(Bitboard co_kings, Bitboard others) const {
    return co_kings_lead() ? image_of_leader(rank(co_kings), others) : image_of_leader(rank(others), co_kings);
}

std::uint64_t SliceLayout::cell_by_leader(Bitboard pivot_side, Bitboard others) const {
    const Square pivot = pivot_side.lowest();
    const Image image = image_by_leader(pivot_side - pivot, others);
    return std::uint64_t{image.row} * row_cells +
           static_cast<std::uint64_t>(index::apply(image.symmetry, pivot).index());
}

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

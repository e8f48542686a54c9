// The choice of the pivot king and of the sets that have rows, and the shared lists of subsets.
#include <dameotb/scores/slice/slice_layout.hpp>

#include <array>
#include <mutex>
#include <vector>

namespace dameotb::scores {

std::span<const rules::Bitboard> subsets(int count) {
    static std::array<std::once_flag, index::most_pieces> made;
    static std::array<std::vector<rules::Bitboard>, index::most_pieces> tables;
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

SliceLayout::SliceLayout(const index::Material& material) : has_pivot_{material.kings() > 0} {
    using rules::Colour;
    const int white = material.white.kings;
    const int black = material.black.kings;
    const bool white_runs = black == 0 || (white > 0 && white < black);
    pivot_ = white_runs ? Colour::White : Colour::Black;
    if (!has_pivot_) {
        return;
    }
    co_kings_ = (white_runs ? white : black) - 1;
    others_ = white_runs ? black : white;
    if (material.men() > 0) {
        co_kings_of_rows_ = subsets(co_kings_);
        others_of_rows_ = subsets(others_);
        is_plain_ = true;
    } else {
        leading_ = &leading_sets(co_kings_lead() ? co_kings_ : others_);
        co_kings_of_rows_ = co_kings_lead() ? leading_->canonical() : subsets(co_kings_);
        others_of_rows_ = co_kings_lead() ? subsets(others_) : leading_->canonical();
        follower_sets_ = static_cast<std::uint32_t>((co_kings_lead() ? others_of_rows_ : co_kings_of_rows_).size());
    }
    other_sets_ = static_cast<std::uint32_t>(others_of_rows_.size());
    rows_ = static_cast<std::uint32_t>(co_kings_of_rows_.size()) * other_sets_;
}

SliceLayout::Image SliceLayout::image_by_leader(rules::Bitboard co_kings, rules::Bitboard others) const {
    return co_kings_lead() ? image_of_leader(rank(co_kings), others) : image_of_leader(rank(others), co_kings);
}

std::uint64_t SliceLayout::cell_by_leader(rules::Bitboard pivot_side, rules::Bitboard others) const {
    const rules::Square pivot = pivot_side.lowest();
    const Image image = image_by_leader(pivot_side - pivot, others);
    return std::uint64_t{image.row} * row_cells +
           static_cast<std::uint64_t>(index::apply(image.symmetry, pivot).index());
}

}  // namespace dameotb::scores

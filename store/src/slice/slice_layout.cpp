// The choice of the runner, and the shared lists of subsets.
#include <dameotb/store/slice/slice_layout.hpp>

#include <array>
#include <mutex>
#include <vector>

namespace dameotb::store {

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

SliceLayout::SliceLayout(const index::Material& material) : has_runner_{material.kings() > 0} {
    using rules::Colour;
    const int white = material.white.kings;
    const int black = material.black.kings;
    const bool white_runs = black == 0 || (white > 0 && white < black);
    runner_ = white_runs ? Colour::White : Colour::Black;
    if (!has_runner_) {
        return;
    }
    fellows_ = (white_runs ? white : black) - 1;
    others_ = white_runs ? black : white;
    subsets_of_fellows_ = subsets(fellows_);
    subsets_of_others_ = subsets(others_);
    other_sets_ = static_cast<std::uint32_t>(subsets_of_others_.size());
    rows_ = static_cast<std::uint32_t>(subsets_of_fellows_.size()) * other_sets_;
}

}  // namespace dameotb::store

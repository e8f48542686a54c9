// Storage of finished classes, and rows seen through a mirror or a flip.
#include <dameotb/store/slice/class_scores.hpp>

#include <cstring>

namespace dameotb::store {

// A board row is eight scores in one 64-bit word. Flipping changes the order of the words; mirroring reverses the bytes
// of each word.
const Score* SliceView::mapped_row(const Score* stored, Score* buffer) const {
    for (std::size_t board_row = 0; board_row < 8; ++board_row) {
        std::uint64_t word;
        std::memcpy(&word, stored + 8 * (map_.flips() ? 7 - board_row : board_row), sizeof word);
        word = map_.mirrors() ? __builtin_bswap64(word) : word;
        std::memcpy(buffer + 8 * board_row, &word, sizeof word);
    }
    return buffer;
}

ClassScores::ClassScores(const index::Material& material)
    : material_{material}, layout_{material}, slices_{material.white.men, material.black.men} {
    for (auto& scores : scores_) {
        scores.resize(slices_.count() * layout_.cells());
    }
}

SliceView ClassScores::view(const index::Slice& slice, bool flipped) const {
    const auto [id, mirrored] = slices_.locate(slice);
    return {
        layout_, {scores(rules::Colour::White, id), scores(rules::Colour::Black, id)}, SquareMap{mirrored, flipped}};
}

}  // namespace dameotb::store

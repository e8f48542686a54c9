// Storage of finished classes, and rows seen through a mirror or a flip.
#include <dameotb/store/slice/class_scores.hpp>

#include <cstring>

namespace dameotb::store {

// A board row is eight scores in one 64-bit word. Flipping changes the order of the words; mirroring reverses the bytes
// of each word.
void write_mapped(const Score* row, SquareMap map, Score* mapped) {
    for (std::size_t board_row = 0; board_row < 8; ++board_row) {
        std::uint64_t word;
        std::memcpy(&word, row + 8 * (map.flips() ? 7 - board_row : board_row), sizeof word);
        word = map.mirrors() ? __builtin_bswap64(word) : word;
        std::memcpy(mapped + 8 * board_row, &word, sizeof word);
    }
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

void ClassScores::look_up_with(const index::Slice& rest, rules::Colour colour, rules::Bitboard squares,
                               const Kings& kings, rules::Colour side_to_move, Score* scores) const {
    const auto cell = [&](bool mirrored) {
        const SquareMap map{mirrored, false};
        return layout_.cell(map(kings[layout_.runner()]), map(kings[opponent(layout_.runner())]));
    };
    const std::array cells{cell(false), cell(true)};
    std::array<index::SliceIndex::Located, 64> located;
    slices_.locate_with(rest, colour, squares, located);
    const Score* all = scores_[static_cast<std::size_t>(side_to_move)].data();
    for (const rules::Square square : squares) {
        const auto [id, mirrored] = located[static_cast<std::size_t>(square.index())];
        scores[square.index()] = all[id.value() * layout_.cells() + cells[mirrored]];
    }
}

void FinishedClasses::look_up_with(const index::Material& material, const index::Slice& rest, rules::Colour colour,
                                   rules::Bitboard squares, const Kings& kings, rules::Colour side_to_move,
                                   Score* scores) const {
    if (material.is_canonical()) {
        classes_[index::class_number(material)]->look_up_with(rest, colour, squares, kings, side_to_move, scores);
        return;
    }
    const Kings flipped{{kings[rules::Colour::Black].flipped(), kings[rules::Colour::White].flipped()}};
    std::array<Score, 64> seen;
    classes_[index::class_number(material.flipped())]->look_up_with(rest.flipped(), opponent(colour), squares.flipped(),
                                                                    flipped, opponent(side_to_move), seen.data());
    for (const rules::Square square : squares) {
        scores[square.index()] = seen[static_cast<std::size_t>(square.flipped().index())];
    }
}

}  // namespace dameotb::store

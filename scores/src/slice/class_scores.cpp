// Storage of solved classes, and rows seen through a mirror or a flip.

#include <dameotb/scores/slice/class_scores.hpp>

#include <bit>
#include <cstring>

namespace dameotb::scores {

namespace {

using Chunk = Score __attribute__((vector_size(16)));
/// Two board ranks per chunk.
using Chunks = std::array<Chunk, 4>;

/// Interleaves the cells of the two halves of the board: square s goes to 2s, or to 2s - 63 in the upper half. This
/// rotates the six bits of a square's index by one position.
Chunks interleaved(const Chunks& cells) {
    Chunks turned;
    for (std::size_t chunk = 0; chunk < 2; ++chunk) {
        const Chunk lower = cells[chunk];
        const Chunk upper = cells[chunk + 2];
        turned[2 * chunk] =
            __builtin_shufflevector(lower, upper, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        turned[2 * chunk + 1] =
            __builtin_shufflevector(lower, upper, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
    return turned;
}

/// Exchanges files and ranks: the two halves of a square's index, three bits each.
void write_transposed(const Score* row, Score* transposed) {
    Chunks cells;
    std::memcpy(&cells, row, sizeof cells);
    cells = interleaved(interleaved(interleaved(cells)));
    std::memcpy(transposed, &cells, sizeof cells);
}

}  // namespace

// A board rank is eight scores in one 64-bit word. Flipping changes the order of the words; mirroring reverses the
// bytes of each word. A symmetry transposes last; scores are mapped in reverse, so the transposition comes first here.
void write_mapped(const Score* row, int symmetry, Score* mapped) {
    std::array<Score, SliceLayout::row_cells> transposed;
    if ((symmetry & 4) != 0) {
        write_transposed(row, transposed.data());
        row = transposed.data();
    }
    const std::size_t flip = (symmetry & 2) != 0 ? 7 : 0;
    const std::uint64_t mirror = (symmetry & 1) != 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t board_row = 0; board_row < 8; ++board_row) {
        std::uint64_t word;
        std::memcpy(&word, row + 8 * (board_row ^ flip), sizeof word);
        word ^= (word ^ __builtin_bswap64(word)) & mirror;  // branch-free, since symmetries are unpredictable
        std::memcpy(mapped + 8 * board_row, &word, sizeof word);
    }
}

ClassScores::ClassScores(const index::Material& material, memory::ScoreMemory* memory,
                         const std::filesystem::path& scratch, DrawRule rule)
    : material_{material},
      layout_{material},
      slices_{material.white.men, material.black.men},
      pages_{memory, 2 * slices_.count() * layout_.cells(), layout_.cells(), scratch,
             material.name() + (rule.exists() ? "/" + std::to_string(rule.plies) : "")},
      rule_{rule} {}

ClassScores::ClassScores(const index::Material& material, memory::ScoreMemory& memory,
                         std::unique_ptr<memory::ScoreSource> source, DrawRule rule)
    : material_{material},
      layout_{material},
      slices_{material.white.men, material.black.men},
      pages_{memory, 2 * slices_.count() * layout_.cells(), layout_.cells(), std::move(source)},
      rule_{rule} {}

SliceView ClassScores::view(const index::Slice& slice, Colour side_to_move, bool flipped, ViewLoads loads) const {
    const auto [id, mirrored] = slices_.locate(slice);
    if (loads == ViewLoads::Slice) {
        (void)scores(side_to_move, id);
    }
    return {layout_,
            {pages_.data() + first_cell(Colour::White, id), pages_.data() + first_cell(Colour::Black, id)},
            SquareMap{mirrored, flipped}};
}

void ClassScores::look_up_with(const index::Slice& rest, Colour colour, Bitboard squares, const Kings& kings,
                               Colour side_to_move, Score* scores) const {
    const auto cell = [&](bool mirrored) {
        const SquareMap map{mirrored, false};
        return layout_.cell(map(kings[layout_.pivot()]), map(kings[opponent(layout_.pivot())]));
    };
    const std::array cells{cell(false), cell(true)};
    SquareArray<index::SliceIndex::Located> located;
    slices_.locate_with(rest, colour, squares, located);
    for (const Square square : squares) {
        const auto [id, mirrored] = located[square];
        const std::uint64_t at = first_cell(side_to_move, id) + cells[mirrored];
        pages_.load(at, 1, memory::ScorePages::Use::Read);
        scores[square.index()] = pages_.data()[at];
    }
}

void SolvedClasses::look_up_with(const index::Material& material, const index::Slice& rest, Colour colour,
                                 Bitboard squares, const Kings& kings, Colour side_to_move, Score* scores) const {
    if (material.is_canonical()) {
        classes_[index::class_number(material)]->look_up_with(rest, colour, squares, kings, side_to_move, scores);
        return;
    }
    const Kings flipped{{kings[Colour::Black].flipped(), kings[Colour::White].flipped()}};
    SquareArray<Score> seen;
    classes_[index::class_number(material.flipped())]->look_up_with(rest.flipped(), opponent(colour), squares.flipped(),
                                                                    flipped, opponent(side_to_move), seen.data());
    for (const Square square : squares) {
        scores[square.index()] = seen[square.flipped()];
    }
}

void fill_from_flipped(ClassScores& scores, index::SliceId id, Colour side_to_move) {
    const SliceLayout& layout = scores.layout();
    const index::Slice slice = scores.slices().unrank(id);
    const SliceView from = scores.flipped_view(slice, side_to_move);
    Score* cells = scores.scores(side_to_move, id);
    for (std::uint32_t row = 0; row < layout.rows(); ++row, cells += SliceLayout::row_cells) {
        if (!layout.is_legal(row, slice.men())) {
            continue;
        }
        Kings kings = layout.kings_of(row);
        const Bitboard co_kings = kings[layout.pivot()];
        for (const Square square : layout.vacant(row, slice.men())) {
            kings[layout.pivot()] = co_kings | square;
            cells[square.index()] = from.at(side_to_move, kings);
        }
    }
}

// A direct-mapped cache: each slice has one slot, in which a newer view replaces an older one.

const SliceView& SliceViews::view(const index::Material& material, const index::Slice& slice, Colour side_to_move) {
    const auto kings = static_cast<std::uint32_t>((material.white.kings * 256 + material.black.kings) * 2) +
                       static_cast<std::uint32_t>(side_to_move);
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    const std::uint64_t men = (slice.white_men.bits() + kings) * odd ^ std::rotl(slice.black_men.bits(), 32);
    Slot& slot = slots_[(men * odd) >> (64 - slot_bits)];
    const std::uint32_t epoch = solved_classes_.epoch();
    if (slot.slice != slice || slot.kings != kings || slot.epoch != epoch) {
        slot = {slice, kings, epoch, solved_classes_.view(material, slice, side_to_move)};
    }
    return slot.view;
}

}  // namespace dameotb::scores

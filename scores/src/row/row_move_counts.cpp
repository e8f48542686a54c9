// Vector counting: a comparison gives -1 in each lane where it holds, and the counter subtracts it.
#include "row_move_counts.hpp"

#include <dameotb/rules/fill.hpp>

namespace dameotb::scores {

namespace {

/// Subtracts a mask from 16 of the counters. The lanes are unsigned, which may wrap around, unlike signed ones.
void count(std::uint8_t* counters, std::size_t chunk, detail::Chunk mask) {
    using Bytes = std::uint8_t __attribute__((vector_size(16)));
    Bytes counts;
    std::memcpy(&counts, counters + chunk * sizeof counts, sizeof counts);
    counts -= std::bit_cast<Bytes>(mask);
    std::memcpy(counters + chunk * sizeof counts, &counts, sizeof counts);
}

}  // namespace

void RowMoveCounts::add(Bitboard squares, const Score* reached) {
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk scores = detail::load(reached, chunk);
        const detail::Chunk mask = detail::mask_of(squares.bits(), chunk);
        count(counts_.winning.data(), chunk, mask & (scores < 0));
        count(counts_.best.data(), chunk, mask & (detail::before_move(scores) == detail::load(values_, chunk)));
    }
}

/// Counts the moves along one direction, step by step, for all squares together. `ahead`: the squares from which the
/// square that many steps away is vacant.
template <int Shift>
void RowMoveCounts::add_slides_along(std::uint64_t squares, std::uint64_t vacant, const Score* reached) {
    std::uint64_t ahead = vacant;
    for (int distance = Shift;; distance += Shift) {
        ahead = rules::step_all<-Shift>(ahead);
        squares &= ahead;
        if (squares == 0) {
            return;
        }
        add(Bitboard{squares}, reached + distance);
    }
}

void RowMoveCounts::add_slides(Bitboard squares, Bitboard vacant, const Score* reached) {
    // A shifted row reads cells up to one board beyond its ends. No square of the mask uses those cells.
    constexpr std::size_t cells = 64;
    std::array<Score, 3 * cells> with_room{};
    std::memcpy(with_room.data() + cells, reached, cells);
    const Score* middle = with_room.data() + cells;
    const std::uint64_t from = squares.bits();
    const std::uint64_t over = vacant.bits();
    add_slides_along<8>(from, over, middle);
    add_slides_along<-8>(from, over, middle);
    add_slides_along<1>(from, over, middle);
    add_slides_along<-1>(from, over, middle);
    add_slides_along<9>(from, over, middle);
    add_slides_along<-9>(from, over, middle);
    add_slides_along<7>(from, over, middle);
    add_slides_along<-7>(from, over, middle);
}

}  // namespace dameotb::scores

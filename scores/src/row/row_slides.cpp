// Running maxima along the eight directions, which end at squares that are not vacant.
// A reached score becomes an unsigned byte, its worth for the mover: the lower the reached score, the greater the
// worth. A square that is not vacant has worth 0. So a bitwise and ends a line, and the best is a maximum of unsigned
// bytes.
#include <dameotb/scores/row/row_slides.hpp>

#include <algorithm>

namespace dameotb::scores {

namespace {

using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Words = std::uint64_t __attribute__((vector_size(16)));

/// One byte for each square. A board rank is one word, with file a in its first byte.
using Board = std::array<std::uint64_t, 8>;

Bytes greater(Bytes a, Bytes b) {
    return a > b ? a : b;
}
/// Returns board ranks in which each file has the value `files` files to its east, or 0 beyond file h.
Bytes from_east(Bytes rows, int files) {
    return std::bit_cast<Bytes>(NativeLanes::from_behind(std::bit_cast<Words>(rows), files));
}
Bytes from_west(Bytes rows, int files) {
    return std::bit_cast<Bytes>(NativeLanes::from_before(std::bit_cast<Words>(rows), files));
}

/// Returns the best worth of a slide along the board rank, for two board ranks at once. Each step doubles the squares
/// that `best` covers, its own included.
template <class From>
Bytes along_row(Bytes worth, Bytes open, From&& from) {
    Bytes best = worth;
    for (const int files : {1, 2, 4}) {
        best = greater(best, open & from(best, files));
        open &= from(open, files);
    }
    return from(best, 1);
}

/// Returns the best worths of slides along the six directions to other board ranks: first of the three up the board,
/// then of the three down the board. Each vector goes up in its first half and down in its second half: it holds board
/// ranks r and 7 - r, and the board ranks ahead of them are r + 1 and 6 - r.
std::array<Board, 2> across_rows(const Board& worth, const Board& open) {
    std::array<Board, 2> best{};
    Bytes straight{};
    Bytes east{};
    Bytes west{};
    for (std::size_t row = 7; row-- > 0;) {
        const auto w = std::bit_cast<Bytes>(Words{worth[row + 1], worth[6 - row]});
        const auto o = std::bit_cast<Bytes>(Words{open[row + 1], open[6 - row]});
        straight = greater(w, straight & o);
        east = from_east(greater(w, east & o), 1);
        west = from_west(greater(w, west & o), 1);
        const auto both = std::bit_cast<Words>(greater(greater(straight, east), west));
        best[0][row] = both[0];
        best[1][7 - row] = both[1];
    }
    return best;
}

/// Returns the scores of moves to squares of that worth: detail::before_move of 128 - worth; no_score for worth 0.
detail::Chunk before_move_of(Bytes worth) {
    const auto enemy_wins = std::bit_cast<Bytes>(worth - 1 < Bytes{} + 127);  // all bits set, which is -1
    return std::bit_cast<detail::Chunk>(worth + 128 - enemy_wins);
}

/// Returns board ranks 2 * chunk and 2 * chunk + 1.
Bytes chunk_of(const Board& board, std::size_t chunk) {
    return std::bit_cast<Bytes>(Words{board[2 * chunk], board[2 * chunk + 1]});
}

}  // namespace

void raise_by_slides(Score* cells, Bitboard vacant, const Score* reached) {
    Board worth;
    Board open;
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk mask = detail::mask_of(vacant.bits(), chunk);
        const auto scores = std::bit_cast<Bytes>(detail::load(reached, chunk));
        const auto w = std::bit_cast<Words>((Bytes{} + 128 - scores) & std::bit_cast<Bytes>(mask));
        const auto o = std::bit_cast<Words>(mask);
        for (std::size_t half = 0; half < 2; ++half) {
            worth[2 * chunk + half] = w[half];
            open[2 * chunk + half] = o[half];
        }
    }
    const std::array<Board, 2> across = across_rows(worth, open);
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const Bytes w = chunk_of(worth, chunk);
        const Bytes o = chunk_of(open, chunk);
        const Bytes along = greater(along_row(w, o, from_east), along_row(w, o, from_west));
        const Bytes best = greater(along, greater(chunk_of(across[0], chunk), chunk_of(across[1], chunk)));
        detail::store(cells, chunk, detail::greater(detail::load(cells, chunk), before_move_of(best)));
    }
}

}  // namespace dameotb::scores

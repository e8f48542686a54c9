// The eight symmetries of the square. All of them apply to positions without men.
// The bits of a symmetry, applied in this order: 1 left-right mirror, 2 up-down flip, 4 transposition (a8 <-> h1).
#pragma once

#include <array>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::index {

inline constexpr int symmetries = 8;

/// Turns files into ranks: the square (file, rank) goes to (rank, file).
[[nodiscard]] constexpr Bitboard transposed(Bitboard squares) {
    std::uint64_t b = squares.bits();
    // Exchanges the off-diagonal 4x4 quarters, then the 2x2 quarters of each of them, then single squares.
    std::uint64_t t = (b ^ (b >> 28)) & 0x00000000F0F0F0F0U;
    b ^= t ^ (t << 28);
    t = (b ^ (b >> 14)) & 0x0000CCCC0000CCCCU;
    b ^= t ^ (t << 14);
    t = (b ^ (b >> 7)) & 0x00AA00AA00AA00AAU;
    return Bitboard{b ^ t ^ (t << 7)};
}

/// Applies a symmetry to a set of squares. Symmetry 0 changes nothing. Branch-free, since symmetries are unpredictable.
/// Requires: 0 <= symmetry < symmetries.
[[nodiscard]] constexpr Bitboard apply(int symmetry, Bitboard squares) {
    squares = select((symmetry & 1) != 0, squares.mirrored(), squares);
    squares = select((symmetry & 2) != 0, squares.flipped(), squares);
    return select((symmetry & 4) != 0, transposed(squares), squares);
}

/// As above, for one square.
[[nodiscard]] constexpr Square apply(int symmetry, Square square) {
    const int turned = square.index() ^ ((symmetry & 1) * 7) ^ ((symmetry >> 1 & 1) * 56);
    const int exchanged = (turned >> 3) | (turned & 7) << 3;
    const int is_transposed = -(symmetry >> 2 & 1);
    return Square{turned ^ ((turned ^ exchanged) & is_transposed)};
}

/// Returns the set's images under all symmetries, by symmetry.
[[nodiscard]] constexpr std::array<Bitboard, symmetries> images(Bitboard squares) {
    // Transposition turns a mirror into a flip, so one transposition is enough.
    const Bitboard mirrored = squares.mirrored();
    const Bitboard transpose = transposed(squares);
    const Bitboard transpose_mirrored = transpose.mirrored();
    return {squares,
            mirrored,
            squares.flipped(),
            mirrored.flipped(),
            transpose,
            transpose.flipped(),
            transpose_mirrored,
            transpose_mirrored.flipped()};
}

/// Returns whether none of the set's images has a lower rank. Sets of one size rank as their bits compare
/// (rank_subset). Such a set is called canonical, and each orbit has one.
[[nodiscard]] constexpr bool is_canonical(Bitboard squares) {
    for (const Bitboard image : images(squares)) {
        if (image.bits() < squares.bits()) {
            return false;
        }
    }
    return true;
}

/// Returns the symmetry that undoes the given one. Each undoes itself, except the two quarter turns, which undo each
/// other.
[[nodiscard]] constexpr int inverse(int symmetry) {
    constexpr std::array<int, symmetries> inverses{0, 1, 2, 3, 4, 6, 5, 7};
    return inverses[static_cast<std::size_t>(symmetry)];
}

/// Returns the symmetry that does what `first` and then `second` do.
[[nodiscard]] constexpr int composed(int first, int second) {
    // After a transposition, a mirror does what a flip does before it.
    const int exchanged = (second & 4) | (second & 1) << 1 | (second >> 1 & 1);
    return first ^ ((first & 4) != 0 ? exchanged : second);
}

}  // namespace dameotb::index

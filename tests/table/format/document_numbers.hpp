// Computes the number of a placement as docs/format.md defines it. Written from the document's words, with loops over
// squares and nothing of index/. Slow; for comparison only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <dameotb/rules/position.hpp>

namespace dameotb::tests::document {

using Squares = std::vector<int>;  ///< Ascending.

[[nodiscard]] inline Squares squares_of(Bitboard squares) {
    Squares list;
    for (const Square square : squares) {
        list.push_back(square.index());
    }
    return list;
}

/// Returns C(n, k), or 0 if k is negative or greater than n.
[[nodiscard]] inline std::uint64_t choose(int n, int k) {
    if (k < 0 || k > n) {
        return 0;
    }
    std::uint64_t result = 1;
    for (int i = 0; i < k; ++i) {
        result = result * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
    }
    return result;
}

/// Returns "The index of a set". Its members are numbered among the squares that are not `taken`.
[[nodiscard]] inline std::uint64_t rank(const Squares& set, const Squares& taken = {}) {
    std::uint64_t sum = 0;
    int k = 0;
    for (const int square : set) {
        const auto below = std::count_if(taken.begin(), taken.end(), [&](int other) { return other < square; });
        sum += choose(square - static_cast<int>(below), ++k);
    }
    return sum;
}

struct Half {
    Squares white;  ///< Rank * 4 + file, with files a to d. The right half is counted from file h.
    Squares black;

    [[nodiscard]] std::pair<int, int> men() const {
        return {static_cast<int>(white.size()), static_cast<int>(black.size())};
    }
};

/// Counts the half placements of a white and b black men with fewer than `most_on_row_1` white men on rank 1.
[[nodiscard]] inline std::uint64_t half_placements(int a, int b, int most_on_row_1 = 5) {
    std::uint64_t sum = 0;
    for (int j = 0; j < most_on_row_1; ++j) {
        sum += choose(4, j) * choose(24, a - j) * choose(28 - (a - j), b);
    }
    return sum;
}

[[nodiscard]] inline std::uint64_t rank(const Half& half) {
    const auto [a, b] = half.men();
    const auto above_row_1 = std::find_if(half.white.begin(), half.white.end(), [](int square) { return square >= 4; });
    const Squares rank_1{half.white.begin(), above_row_1};
    const auto less_row_1 = [](Squares squares) {
        for (int& square : squares) {
            square -= 4;
        }
        return squares;
    };
    const Squares white = less_row_1({above_row_1, half.white.end()});
    const int j = static_cast<int>(rank_1.size());
    return half_placements(a, b, j) + (rank(rank_1) * choose(24, a - j) + rank(white)) * choose(28 - (a - j), b) +
           rank(less_row_1(half.black), white);
}

[[nodiscard]] inline Half half_of(const Position& position) {
    const auto left = [](Bitboard men) {
        Squares squares;
        for (const int square : squares_of(men)) {
            if (square % 8 < 4) {
                squares.push_back(square / 8 * 4 + square % 8);
            }
        }
        return squares;
    };
    return {left(position.white().men), left(position.black().men)};
}

/// Returns the slice's number. Requires: the halves of the position or of its mirror image, whichever is numbered.
[[nodiscard]] inline std::uint64_t slice_number(const Half& left, const Half& right) {
    const int white = left.men().first + right.men().first;
    const int black = left.men().second + right.men().second;
    std::uint64_t first = 0;
    for (int a = 0; a <= white; ++a) {
        for (int b = 0; b <= black; ++b) {
            const std::pair here{a, b};
            const std::pair there{white - a, black - b};
            const std::uint64_t count = half_placements(a, b);
            if (here < left.men() && here >= there) {
                first += here == there ? count * (count + 1) / 2 : count * half_placements(there.first, there.second);
            }
        }
    }
    if (left.men() == right.men()) {
        return first + rank(left) * (rank(left) + 1) / 2 + rank(right);
    }
    return first + rank(left) * half_placements(right.men().first, right.men().second) + rank(right);
}

/// Returns the placement's number in a class with men, for the side to move.
[[nodiscard]] inline std::uint64_t placement_number(const Position& given) {
    const Half given_left = half_of(given);
    const Half given_right = half_of(given.mirrored());
    const bool is_mirrored =
        std::pair{given_left.men(), rank(given_left)} < std::pair{given_right.men(), rank(given_right)};
    const Position position = is_mirrored ? given.mirrored() : given;
    const auto& [left, right] = is_mirrored ? std::pair{given_right, given_left} : std::pair{given_left, given_right};

    const Bitboard men = position.white().men | position.black().men;
    const int free = 64 - men.count();
    const int waiting = position.enemy().kings.count();
    const int moving = position.own().kings.count();
    const std::uint64_t mover_sets = choose(free - waiting, moving);
    const std::uint64_t kings = rank(squares_of(position.enemy().kings), squares_of(men)) * mover_sets +
                                rank(squares_of(position.own().kings), squares_of(men | position.enemy().kings));
    return slice_number(left, right) * choose(free, waiting) * mover_sets + kings;
}

/// Returns the key by which placements of a class without men are ordered: the least pair of ranks among the eight
/// images.
[[nodiscard]] inline std::pair<std::uint64_t, std::uint64_t> kings_key(const Position& position) {
    const bool white_leads = position.occupied().count() <= 6;
    const Bitboard leaders = white_leads ? position.white().kings : position.black().kings;
    const Bitboard others = white_leads ? position.black().kings : position.white().kings;
    std::pair<std::uint64_t, std::uint64_t> least{~std::uint64_t{0}, 0};
    for (int image = 0; image < 8; ++image) {
        const auto moved = [&](Bitboard kings) {
            Squares squares;
            for (const int square : squares_of(kings)) {
                const int file = (image & 1) != 0 ? 7 - square % 8 : square % 8;
                const int rank = (image & 2) != 0 ? 7 - square / 8 : square / 8;
                squares.push_back((image & 4) != 0 ? file * 8 + rank : rank * 8 + file);
            }
            std::sort(squares.begin(), squares.end());
            return squares;
        };
        const Squares leading = moved(leaders);
        least = std::min(least, {rank(leading), rank(moved(others), leading)});
    }
    return least;
}

}  // namespace dameotb::tests::document

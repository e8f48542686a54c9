// Counts and ranks k-subsets.
// Ranks are colexicographic (the combinatorial number system): the subset {s1 < s2 < ... < sk} of 0..n-1 has the rank
// C(s1,1) + C(s2,2) + ... + C(sk,k). These ranks fill 0..C(n,k)-1 without gaps and do not depend on n.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/bitboard.hpp>

namespace dameotb::index {

namespace detail {
constexpr int max_choose = 16;
constexpr std::array<std::array<std::uint64_t, max_choose + 1>, 65> make_binomials() {
    std::array<std::array<std::uint64_t, max_choose + 1>, 65> table{};
    for (std::size_t n = 0; n <= 64; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= max_choose && k <= n; ++k) {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
        }
    }
    return table;
}
inline constexpr auto binomials = make_binomials();
}  // namespace detail

/// Returns C(n, k), which is 0 for k > n. Requires: 0 <= n <= 64, 0 <= k <= 16.
[[nodiscard]] constexpr std::uint64_t binomial(int n, int k) {
    return detail::binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

/// Returns the rank of a set among the sets of its size that avoid `holes`: what rank_subset returns when the squares
/// are numbered from a1 upwards without the holes. Branch-free for up to two squares, since the number of squares
/// varies from one position to the next. Requires: squares.count() <= 16; no square is a hole.
[[nodiscard]] constexpr std::uint64_t rank_subset_beside(Bitboard holes, Bitboard squares) {
    std::uint64_t left = squares.bits();
    // Removes the lowest square and returns its number; 0 if there is none.
    const auto next = [&left, holes] {
        const std::uint64_t below = (left & -left) - std::uint64_t{left != 0};
        left &= left - 1;
        return static_cast<std::uint64_t>(std::popcount(below & ~holes.bits()));
    };
    std::uint64_t rank = next();
    const std::uint64_t second = next();
    rank += second * (second - 1) / 2;  // 0 for no square: C(0, 2).
    int k = 2;
    while (left != 0) {
        rank += binomial(static_cast<int>(next()), ++k);
    }
    return rank;
}

/// Returns the rank of a set of squares among the sets of its size. Requires: squares.count() <= 16.
[[nodiscard]] constexpr std::uint64_t rank_subset(Bitboard squares) {
    return rank_subset_beside(Bitboard{}, squares);
}

/// Returns the rank of `rest` plus a square below all of `rest`, minus that square's index.
[[nodiscard]] constexpr std::uint64_t rank_without_lowest(Bitboard rest) {
    std::uint64_t rank = 0;
    int member = 1;
    for (const Square square : rest) {
        rank += binomial(square.index(), ++member);
    }
    return rank;
}

/// The ranks of all sets of `rest` plus one more square, each in constant time.
/// A new square moves the larger members of `rest` up by one term in the colexicographic sum.
class RanksWithOneMore {
public:
    explicit RanksWithOneMore(Bitboard rest) : rest_{rest} {
        // sums_[p]: the sum of the terms of `rest` if p of its members are below the new square.
        const auto size = static_cast<std::size_t>(rest.count());
        for (std::size_t place = 0; place <= size; ++place) {
            std::size_t member = 0;
            for (const Square square : rest) {
                ++member;
                const std::size_t k = member <= place ? member : member + 1;
                sums_[place] += static_cast<std::uint32_t>(binomial(square.index(), static_cast<int>(k)));
            }
        }
    }

    /// Returns the rank of `rest` and `square`. Requires: square is not in rest.
    [[nodiscard]] std::uint32_t rank(int square) const {
        const std::uint64_t smaller = rest_.bits() & ((std::uint64_t{1} << square) - 1);
        const int place = std::popcount(smaller);
        return sums_[static_cast<std::size_t>(place)] + static_cast<std::uint32_t>(binomial(square, place + 1));
    }

private:
    Bitboard rest_;
    std::array<std::uint32_t, most_pieces> sums_{};  ///< Enough: `rest_` lacks at least one king of the class.
};

/// Returns the set of that rank with `count` of the first `among` squares. Takes one step for each square, from the
/// highest down. Requires: 0 <= count <= 16, rank < C(among, count).
[[nodiscard]] constexpr Bitboard unrank_subset(std::uint64_t rank, int count, int among = 64) {
    Bitboard squares;
    int below = among;
    for (int k = count; k > 0; --k) {
        do {
            --below;
        } while (binomial(below, k) > rank);
        rank -= binomial(below, k);
        squares |= Square{below};
    }
    return squares;
}

/// Returns the squares of lower index.
[[nodiscard]] constexpr Bitboard squares_below(Square square) {
    return Bitboard{Bitboard{square}.bits() - 1};
}

/// Returns the set with the next rank among the sets of equally many `among` squares. Requires: there is one, and `set`
/// is not empty.
[[nodiscard]] constexpr Bitboard next_set(Bitboard set, Bitboard among) {
    // The carry runs over the lowest adjacent members, and over squares outside `among`.
    const Bitboard carried = Bitboard{(set | ~among).bits() + Bitboard{set.lowest()}.bits()} & among;
    Bitboard lowest;
    for (int missing = set.count() - carried.count(); missing > 0; --missing) {
        lowest |= among.lowest();
        among -= among.lowest();
    }
    return carried | lowest;
}

/// Gathers the bits of `squares` at the set bits of `mask` into the low bits, in order (pext).
[[nodiscard]] std::uint64_t compress(std::uint64_t squares, std::uint64_t mask);
/// Spreads the low bits of `packed` over the set bits of `mask`, in order (pdep).
[[nodiscard]] std::uint64_t expand(std::uint64_t packed, std::uint64_t mask);

/// Returns the set of that rank among the sets of `count` of the squares `among`: that with this rank_subset_beside
/// their complement. Requires: count <= 16, rank < C(among.count(), count).
[[nodiscard]] inline Bitboard unrank_among(std::uint64_t rank, int count, Bitboard among) {
    return Bitboard{expand(unrank_subset(rank, count).bits(), among.bits())};
}

}  // namespace dameotb::index

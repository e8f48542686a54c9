// Set-wise king moves: whole sets of squares moved at once, and one king walked along its rays.
// The runner's moves are fills over a row's word; other kings' moves are walks from row to row, with a growing set
// of squares on which the runner would have stood in the way.
#pragma once

#include <array>
#include <cstdint>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/fill.hpp>

namespace dameotb::gen {

/// All squares that kings standing on `from`, each alone on the board, reach in one move over `vacant` squares;
/// and so also all squares from which a king reaches one of `from`, since king moves can be taken back.
[[nodiscard]] constexpr std::uint64_t king_fill(std::uint64_t from, std::uint64_t vacant) {
    using rules::slide_all;
    return slide_all<8>(from, vacant) | slide_all<-8>(from, vacant) | slide_all<1>(from, vacant) |
           slide_all<-1>(from, vacant) | slide_all<9>(from, vacant) | slide_all<-9>(from, vacant) |
           slide_all<7>(from, vacant) | slide_all<-7>(from, vacant);
}

/// All squares one king step away from any of `from`.
[[nodiscard]] constexpr std::uint64_t king_neighbours(std::uint64_t from) {
    const std::uint64_t east = rules::step_all<1>(from);
    const std::uint64_t west = rules::step_all<-1>(from);
    const std::uint64_t three = from | east | west;
    return east | west | (three << 8) | (three >> 8);
}

/// The ranks of all sets `rest` + one more square, in constant time each.
/// Inserting a square moves the larger members of `rest` one place up in the colexicographic sum.
class OneMore {
public:
    explicit OneMore(rules::Bitboard rest) : rest_{rest} {
        // sums_[p]: the terms of `rest` when the new square takes place p (from 0).
        const auto size = static_cast<std::size_t>(rest.count());
        for (std::size_t place = 0; place <= size; ++place) {
            std::size_t member = 0;
            for (const rules::Square square : rest) {
                ++member;
                const std::size_t k = member <= place ? member : member + 1;
                sums_[place] += static_cast<std::uint32_t>(index::binomial(square.index(), static_cast<int>(k)));
            }
        }
    }

    /// Rank of `rest` + `square`. Requires: square not in rest.
    [[nodiscard]] std::uint32_t rank(int square) const {
        const std::uint64_t smaller = rest_.bits() & ((std::uint64_t{1} << square) - 1);
        const int place = std::popcount(smaller);
        return sums_[static_cast<std::size_t>(place)] + static_cast<std::uint32_t>(index::binomial(square, place + 1));
    }

private:
    rules::Bitboard rest_;
    std::array<std::uint32_t, index::most_pieces> sums_{};  ///< `rest_` has less than all kings of a class.
};

namespace detail {
inline constexpr int off_board = 64;
constexpr std::array<std::array<std::uint8_t, 64>, 8> make_steps() {
    std::array<std::array<std::uint8_t, 64>, 8> steps{};
    for (const rules::Direction d : rules::all_directions) {
        for (int square = 0; square < 64; ++square) {
            const auto next = rules::step(rules::Square{square}, d);
            steps[static_cast<std::size_t>(d)][static_cast<std::size_t>(square)] =
                static_cast<std::uint8_t>(next ? next->index() : off_board);
        }
    }
    return steps;
}
inline constexpr auto steps = make_steps();
}  // namespace detail

/// Walks a king from `from` over `vacant` in all directions. For each square reached calls
/// visit(square, path): path holds the squares passed and the one reached, where the runner would be in the way of
/// this move or of the same move taken back. A false return ends that direction.
template <class Visit>
void walk_king(int from, std::uint64_t vacant, Visit&& visit) {
    for (const auto& step : detail::steps) {
        std::uint64_t path = 0;
        for (int to = step[static_cast<std::size_t>(from)]; to != detail::off_board && ((vacant >> to) & 1) != 0;
             to = step[static_cast<std::size_t>(to)]) {
            path |= std::uint64_t{1} << to;
            if (!visit(to, path)) {
                break;
            }
        }
    }
}

}  // namespace dameotb::gen

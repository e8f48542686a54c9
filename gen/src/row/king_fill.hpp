// King moves on sets of squares: moves of a whole set at once, and the walk of one king along its rays.
// The pivot king's moves are fills over a row's word. Moves of other kings are walks from row to row, with a growing
// set of squares on which the pivot king would stand in the way.
#pragma once

#include <array>
#include <cstdint>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/fill.hpp>

namespace dameotb::gen {

/// Returns all squares that a king on one of `from` reaches in one move over `vacant` squares. These are also all
/// squares from which a king reaches one of `from`, since a king can move back. `Word`: as in rules/fill.hpp.
template <class Word>
[[nodiscard]] constexpr Word king_fill(Word from, Word vacant) {
    using rules::slide_all;
    return slide_all<8>(from, vacant) | slide_all<-8>(from, vacant) | slide_all<1>(from, vacant) |
           slide_all<-1>(from, vacant) | slide_all<9>(from, vacant) | slide_all<-9>(from, vacant) |
           slide_all<7>(from, vacant) | slide_all<-7>(from, vacant);
}

/// Returns all squares one king step away from any of `from`.
[[nodiscard]] constexpr std::uint64_t king_neighbours(std::uint64_t from) {
    const std::uint64_t east = rules::step_all<1>(from);
    const std::uint64_t west = rules::step_all<-1>(from);
    const std::uint64_t three = from | east | west;
    return east | west | (three << 8) | (three >> 8);
}

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

/// Walks a king from `from` over `vacant` in all directions. Calls visit(square, path) for each square reached. `path`
/// holds the squares passed and the one reached: there the pivot king would be in the way of this move, and of the same
/// move taken back. If visit returns false, the walk in that direction ends.
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

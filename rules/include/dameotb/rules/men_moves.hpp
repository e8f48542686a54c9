// Visits the quiet moves of white men without allocation, for loops over very many positions.
// For black men, flip the position. Only men form a line; a king in it breaks it (RULES 1).
#pragma once

#include <optional>

#include <dameotb/rules/direction.hpp>

namespace dameotb::rules {

/// Walks from `from` over an unbroken line of `men`. Returns the first square beyond them, if the board has one. If d
/// is forward, a white man on `from` jumps to that square; if d is backward, it came from there.
[[nodiscard]] constexpr std::optional<Square> beyond_men(Square from, Direction d, Bitboard men) {
    auto to = step(from, d);
    while (to && men.contains(*to)) {
        to = step(*to, d);
    }
    return to;
}

/// Calls visit(from, to) for every quiet move of white men; a `to` on rank 8 promotes. Does not check whether a capture
/// is forced. `occupied`: all pieces, including the men.
template <class Visit>
constexpr void for_each_man_move(Bitboard men, Bitboard occupied, Visit&& visit) {
    for (const Square from : men) {
        for (const Direction d : forwards) {
            const auto to = beyond_men(from, d, men);
            if (to && !occupied.contains(*to)) {
                visit(from, *to);
            }
        }
    }
}

}  // namespace dameotb::rules

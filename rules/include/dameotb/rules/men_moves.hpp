// Quiet moves of white men as a visitor, without allocation, for code that goes through very many positions.
// Black's are found by flipping. Only men form a line; a king in it breaks it (RULES 1).
#pragma once

#include <optional>

#include <dameotb/rules/direction.hpp>

namespace dameotb::rules {

namespace detail {

/// Walks from `from` over an unbroken line of `men` and returns the first square that holds none of them, if the
/// board has one: where a white man jumps to if d is forward, or where it has come from if d is backward.
[[nodiscard]] constexpr std::optional<Square> beyond_men(Square from, Direction d, Bitboard men) {
    auto to = step(from, d);
    while (to && men.contains(*to)) {
        to = step(*to, d);
    }
    return to;
}

}  // namespace detail

/// Calls visit(from, to) for every quiet move of white men; a `to` on row 8 promotes. Compulsory captures are not
/// looked at. `occupied`: all pieces, the men among them.
template <class Visit>
constexpr void for_each_man_move(Bitboard men, Bitboard occupied, Visit&& visit) {
    for (const Square from : men) {
        for (const Direction d : forwards) {
            const auto to = detail::beyond_men(from, d, men);
            if (to && !occupied.contains(*to)) {
                visit(from, *to);
            }
        }
    }
}

}  // namespace dameotb::rules

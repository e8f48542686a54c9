// Quiet moves of white men and their inverse, from one square, shared by moves and unmoves.
// Black's are found by flipping the position. Only men form a line; a king in it breaks it (RULES 1).
#pragma once

#include <optional>

#include <dameotb/rules/direction.hpp>

namespace dameotb::rules::detail {

/// Walks from `from` over an unbroken line of `men` and returns the first square that holds none of them, if the
/// board has one: where a white man jumps to if d is forward, or where it has come from if d is backward.
[[nodiscard]] constexpr std::optional<Square> beyond_men(Square from, Direction d, Bitboard men) {
    auto to = step(from, d);
    while (to && men.contains(*to)) {
        to = step(*to, d);
    }
    return to;
}

}  // namespace dameotb::rules::detail

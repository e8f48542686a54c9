// The positions that legal moves lead to, one after the other, for code that mostly needs few of them; what
// rules::successors collects in a vector. Quiet moves take no allocation.
#pragma once

#include <algorithm>

#include <dameotb/rules/men_moves.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::query {

namespace detail {

/// Requires: White to move, no capture on.
template <class Visit>
void white_quiet_moves_while(const rules::Position& position, const Visit& visit) {
    const rules::Bitboard occupied = position.occupied();
    for (const rules::Square from : position.white().kings) {
        for (const rules::Direction d : rules::all_directions) {
            for (const rules::Square to : rules::slide(from, d, occupied)) {
                if (!visit(rules::Move{from, to, {}})) {
                    return;
                }
            }
        }
    }
    bool more = true;
    rules::for_each_man_move(position.white().men, occupied, [&](rules::Square from, rules::Square to) {
        more = more && visit(rules::Move{from, to, {}});
    });
}

}  // namespace detail

/// Calls visit(position) for each of rules::successors, each once, in no promised order, as long as it returns true.
template <class Visit>
void for_each_successor_while(const rules::Position& position, const Visit& visit) {
    if (rules::must_capture(position)) {
        (void)std::ranges::all_of(rules::successors(position), visit);  // few, and found together
        return;
    }
    if (position.side_to_move == rules::Colour::White) {
        detail::white_quiet_moves_while(position,
                                        [&](const rules::Move& move) { return visit(rules::after(position, move)); });
        return;
    }
    const rules::Position flipped = position.flipped();
    detail::white_quiet_moves_while(
        flipped, [&](const rules::Move& move) { return visit(rules::after(flipped, move).flipped()); });
}

}  // namespace dameotb::query

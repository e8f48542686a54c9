// Visits the positions that legal moves lead to one by one, for code that usually needs only a few. rules::successors
// collects the same positions in a vector. Nothing is allocated except for rare captures.
#pragma once

#include <algorithm>
#include <vector>

#include <dameotb/rules/longest_captures.hpp>
#include <dameotb/rules/men_moves.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::query {

namespace detail {

/// Calls visit(move) for White's moves while it returns true. Requires: White to move, no forced capture.
template <class Visit>
void white_quiet_moves_while(const Position& position, const Visit& visit) {
    const Bitboard occupied = position.occupied();
    for (const Square from : position.white().kings) {
        for (const rules::Direction d : rules::all_directions) {
            for (const Square to : rules::slide(from, d, occupied)) {
                if (!visit(Move{from, to, {}})) {
                    return;
                }
            }
        }
    }
    bool more = true;
    rules::for_each_man_move(position.white().men, occupied, [&](Square from, Square to) {
        more = more && visit(Move{from, to, {}});
    });
}

/// Calls visit(successor) once per position after a capture while it returns true. Requires: a forced capture.
template <class Visit>
void captures_while(const Position& position, const Visit& visit) {
    // Two moves lead to the same position only if both pieces end where they began and capture the same enemies.
    std::vector<Bitboard> taken_by_round_trips;
    rules::LongestCaptures{position}.for_each_while([&](const Move& move) {
        if (move.from == move.to) {
            if (std::ranges::count(taken_by_round_trips, move.captured) > 0) {
                return true;
            }
            taken_by_round_trips.push_back(move.captured);
        }
        return visit(rules::after(position, move));
    });
}

}  // namespace detail

/// Calls visit(successor) once for each of rules::successors, in unspecified order, while it returns true.
template <class Visit>
void for_each_successor_while(const Position& position, const Visit& visit) {
    if (rules::must_capture(position)) {
        detail::captures_while(position, visit);
        return;
    }
    if (position.side_to_move == Colour::White) {
        detail::white_quiet_moves_while(position,
                                        [&](const Move& move) { return visit(rules::after(position, move)); });
        return;
    }
    const Position flipped = position.flipped();
    detail::white_quiet_moves_while(flipped,
                                    [&](const Move& move) { return visit(rules::after(flipped, move).flipped()); });
}

}  // namespace dameotb::query

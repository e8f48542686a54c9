// Positions that the rules decide, without a table: those with a bare side, and those without a legal move.
#pragma once

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/men_moves.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::rules {

/// Returns whether the side to move has a quiet move. Does not check whether a capture is forced.
[[nodiscard]] inline bool has_quiet_move(const Position& position) {
    const Position as_white = position.side_to_move == Colour::White ? position : position.flipped();
    const Bitboard occupied = as_white.occupied();
    bool found = false;
    for_each_man_move(as_white.white().men, occupied, [&](Square, Square) { found = true; });
    for (const Square king : as_white.white().kings) {
        for (const Direction d : all_directions) {
            found |= !slide(king, d, occupied).empty();
        }
    }
    return found;
}

/// Returns whether the side to move has no legal move, and so has lost (RULES 7).
[[nodiscard]] inline bool has_no_move(const Position& position) {
    return !must_capture(position) && !has_quiet_move(position);
}

/// Returns whether a side is bare: has no piece.
[[nodiscard]] inline bool has_bare_side(const Position& position) {
    return position.white().all().empty() || position.black().all().empty();
}

/// Returns the value of a position with a bare side. That side has no move and has lost (RULES 7). Requires: a side is
/// bare.
[[nodiscard]] inline Value bare_value(const Position& position) {
    return position.own().all().empty() || !has_quiet_move(position) ? Value::loss_in(0) : Value::win_in(1);
}

}  // namespace dameotb::rules

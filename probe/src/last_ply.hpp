// What wins and losses need where a site's draw comes before the loss. A template over the set of tables, as
// resolution.hpp has it.
#pragma once

#include <map>

#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/men_moves.hpp>

#include "resolution.hpp"

namespace dameotb::probe {

/// The most pieces up to which no win and no loss needs all the plies of a site's rule (docs/fifty-plies.md).
inline constexpr int most_pieces_with_plies_left = 5;

/// Returns whether White could be left without a move, if the kings stood anywhere. Requires: at most five pieces. A
/// king without a move then stands in a corner, and two men of its own beside it.
inline bool can_be_blocked(const Position& position) {
    const auto& [white, black] = position.sides;
    if (!white.kings.empty() && white.men.count() < 2) {
        return false;
    }
    Bitboard ahead;
    rules::for_each_man_move(white.men, white.men | black.men, [&](Square, Square to) { ahead |= Bitboard{to}; });
    return ahead.count() <= (white.kings | black.kings).count();
}

/// Finds what wins and losses need where the draw comes before the loss. A side without a legal move has not lost if N
/// is on the counter: its loss needs one ply, not none. What follows from such a loss by king's moves alone needs one
/// ply more, too. Nothing else changes: a capture or a man's move sets the counter to 0, and without a position that
/// needs N plies the result is the same with that. So the moves of the critical line tell whether a result needs one
/// ply more, those after which all the other plies are needed again.
template <class Set>
class LastPly {
public:
    explicit LastPly(Set& set) : set_{set} {}

    /// Returns the plies that a win or a loss needs. `value`: the position's under the draw rule alone, not a draw.
    /// Requires: at most most_pieces_with_plies_left.
    Answer<int> plies(const Position& position, RuleValue value) {
        if (value.plies() != 0 && !can_be_blocked(position) && !can_be_blocked(position.flipped())) {
            return value.plies();  // king's moves change neither men nor kings, so nothing ends for lack of a move
        }
        const Answer<bool> enough = is_enough(position, value);
        const auto* const known = std::get_if<bool>(&enough);
        return known != nullptr ? Answer<int>{value.plies() + (*known ? 0 : 1)} : std::get<NoTable>(enough);
    }

private:
    /// Returns whether the plies of the value are enough.
    Answer<bool> is_enough(const Position& position, RuleValue value) {
        if (value.plies() == 0 || rules::must_capture(position)) {
            return value.plies() != 0;
        }
        const auto [at, is_new] = known_.try_emplace(position, false);
        if (is_new) {
            at->second = is_enough_by_moves(position, value);  // a map's elements stay where they are
        }
        return at->second;
    }

    /// A single move can show that a winner needs no more, or that a loser makes it need more.
    Answer<bool> is_enough_by_moves(const Position& position, RuleValue value) {
        const bool wins = value.wdl() == Wdl::Win;
        Answer<bool> enough = !wins;
        for (const Move& move : rules::quiet_moves(position)) {
            const Answer<bool> by_move = is_enough_by(move, position, value);
            if (by_move == Answer<bool>{wins}) {
                return by_move;
            }
            if (std::holds_alternative<NoTable>(by_move)) {
                enough = by_move;
            }
        }
        return enough;
    }

    Answer<bool> is_enough_by(const Move& move, const Position& position, RuleValue value) {
        const bool wins = value.wdl() == Wdl::Win;
        const bool resets = rules::is_zeroing(position, move);
        const Position next = rules::after(position, move);
        // A lost position's value tells that every move loses, and so do men's moves and moves into a capture at once.
        if (wins ? resets && value.plies() > 1 : resets || rules::must_capture(next)) {
            return !wins;
        }
        const Answer<RuleValue> answer = resolve<DtzProbe>(set_, next);
        const auto* const reached = std::get_if<RuleValue>(&answer);
        if (reached == nullptr) {
            return std::get<NoTable>(answer);
        }
        if (resets) {
            return reached->wdl() == Wdl::Loss;
        }
        const bool is_critical = reached->wdl() == opposite(value.wdl()) && reached->plies() == value.plies() - 1;
        return is_critical ? is_enough(next, *reached) : Answer<bool>{!wins};
    }

    Set& set_;
    std::map<Position, Answer<bool>, PositionOrder> known_;
};

}  // namespace dameotb::probe

// The moves of one position, forwards and backwards (RULES 1-7), and how many positions they lead to.
// A move holds what a table can tell apart: from, to and the set of captured squares. notation.hpp handles capture
// paths. Captures are compulsory, and only those that take the most pieces are legal.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/rules/fill.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Returns whether the move of the side to move sets the counter of a draw rule to 0: a capture or a man's move.
[[nodiscard]] inline bool is_zeroing(const Position& position, const Move& move) {
    return move.is_capture() || position.own().men.contains(move.from);
}

namespace detail {

/// Returns the squares on which the pieces meet a victim in one direction, if an enemy stands there: those before a
/// vacant square that are next to a piece, or to the squares over which a king slides.
template <int Shift>
[[nodiscard]] constexpr std::uint64_t victim_squares(const Pieces& own, std::uint64_t vacant) {
    const std::uint64_t before_victim = own.all().bits() | slide_all<Shift>(own.kings.bits(), vacant);
    return step_all<Shift>(before_victim) & step_all<-Shift>(vacant);
}

}  // namespace detail

/// Returns whether the side to move can capture, and so must. Examines all pieces at once, without a branch.
[[nodiscard]] constexpr bool must_capture(const Position& position) {
    const Pieces& own = position.own();
    const std::uint64_t enemies = position.enemy().all().bits();
    const std::uint64_t vacant = ~position.occupied().bits();
    return (enemies & (detail::victim_squares<8>(own, vacant) | detail::victim_squares<-8>(own, vacant) |
                       detail::victim_squares<1>(own, vacant) | detail::victim_squares<-1>(own, vacant))) != 0;
}

/// Returns whether there are more than `most` ways to capture, including those that do not take the most pieces. Call
/// this before `legal_moves` for positions from untrusted sources: with very many kings there can be millions.
[[nodiscard]] bool has_more_captures_than(const Position& position, int most);

/// Returns all legal moves, each once, in unspecified order. If there is none, the side to move has lost.
[[nodiscard]] std::vector<Move> legal_moves(const Position& position);

/// Returns the quiet moves that would be legal if there were no capture: the legal moves where `must_capture` is false.
[[nodiscard]] std::vector<Move> quiet_moves(const Position& position);

/// Returns the position after a move, promotion included, with the other side to move.
/// Requires: a move of `legal_moves(position)` or `quiet_moves(position)`.
[[nodiscard]] Position after(const Position& position, const Move& move);

/// Removes each move that leads to the same position as an earlier one: for a table they are one move (RULES 8).
/// Requires: different legal moves of one position.
void remove_repeated(std::vector<Move>& moves);

/// Returns the positions that legal moves lead to, each once (RULES 8).
[[nodiscard]] std::vector<Position> successors(const Position& position);

// The unmove generator: the positions from which a quiet move leads to a given one.
// It is the exact inverse of the quiet legal moves, one position at a time. king_unmoves.hpp, which the solver uses,
// does the same for sets of positions in which kings move; the two must agree. Neither undoes captures, since these
// come from classes with more pieces.

/// Returns every position from which a legal quiet move (single step, linear move, king move or promotion) leads to
/// `position`, each once, in unspecified order. Excludes positions with a forced capture, since no quiet move is legal
/// there. For all positions p and q: q is in `quiet_predecessors(p)` exactly when q has no capture and p is in
/// `successors(q)`.
[[nodiscard]] std::vector<Position> quiet_predecessors(const Position& position);

// Perft: the number of positions at a given depth, counted along all lines of play.
// The standard test of one move generator against others. Moves to the same successor count once.

/// Returns the number of lines of `depth` plies.
/// Requires: depth >= 0. Exponential in depth: 276 million at depth 5 from the initial position.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace dameotb::rules

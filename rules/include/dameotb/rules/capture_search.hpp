// The search for captures, as a template over what is done with each one found.
// Depth-first over leaps of one piece at a time; a visitor sees every leap chain that cannot go on, and
// picks the longest itself (RULES 6). No allocation. Captures have no forward direction, so colours need no flip.
#pragma once

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

namespace detail {

/// One piece's search. `blockers`: every piece on the board but the one that captures, whose starting
/// square is vacant from the moment it leaves (RULES 5). Captured pieces stay in `blockers` until the end.
template <bool IsKing, class Visitor>
class CaptureSearch {
public:
    constexpr CaptureSearch(Bitboard blockers, Bitboard enemies, Visitor& visitor)
        : blockers_{blockers}, enemies_{enemies}, visitor_{visitor} {}

    /// Visits all that a piece on `at` can do after having captured `taken`. Returns whether it can leap at all.
    constexpr bool from(Square at, Bitboard taken) const {
        bool leapt = false;
        for (const Direction d : orthogonals) {
            leapt |= leap(at, d, taken);
        }
        return leapt;
    }

private:
    constexpr bool leap(Square at, Direction d, Bitboard taken) const {
        // An enemy on the last square before the edge leaves no square to land on.
        const Bitboard line = IsKing ? ray(at, d) : one_step(at, d);
        const Bitboard hit = line & blockers_;
        if (hit.empty()) {
            return false;
        }
        const Square victim = nearest(hit, d);
        if (!(enemies_ - taken).contains(victim)) {
            return false;
        }
        const Bitboard landings = IsKing ? slide(victim, d, blockers_) : one_step(victim, d) - blockers_;
        const Bitboard now_taken = taken | victim;
        Bitboard visited = landings;
        if constexpr (requires { visitor_.choose(landings, now_taken); }) {
            visited = visitor_.choose(landings, now_taken);
        }
        for (const Square landing : visited) {
            if constexpr (requires { visitor_.enter(landing); }) {
                visitor_.enter(landing);
            }
            if (!from(landing, now_taken)) {
                visitor_.finish(landing, now_taken);
            }
            if constexpr (requires { visitor_.leave(); }) {
                visitor_.leave();
            }
        }
        return !landings.empty();
    }

    static constexpr Bitboard one_step(Square at, Direction d) {
        const Bitboard line = ray(at, d);
        return line.empty() ? line : Bitboard{nearest(line, d)};
    }

    Bitboard blockers_;
    Bitboard enemies_;
    Visitor& visitor_;
};

template <bool IsKing, class Visitor>
constexpr void visit_captures_of_piece(const Position& position, Square from, Bitboard victims, Visitor& visitor) {
    visitor.begin(from);
    CaptureSearch<IsKing, Visitor>{position.occupied() - from, victims, visitor}.from(from, Bitboard{});
}

}  // namespace detail

/// Visits the finished leap chains of one piece on `from`: `visitor.begin(from)`, then `visitor.finish(landing,
/// captured)` for each chain that cannot go on, several times for one pair where paths differ. A visitor may have more:
/// `enter(square)` and `leave()` see each stop of the path, and `choose(landings, captured)` names those of a leap's
/// landings that the search is to go on from. `victims`: the enemies that may be captured; others are in the way.
/// Requires: a piece of the side to move on `from`.
template <class Visitor>
constexpr void visit_captures_of(const Position& position, Square from, Bitboard victims, Visitor& visitor) {
    if (position.own().men.contains(from)) {
        detail::visit_captures_of_piece<false>(position, from, victims, visitor);
    } else {
        detail::visit_captures_of_piece<true>(position, from, victims, visitor);
    }
}

/// The same for all pieces of the side to move, men first.
template <class Visitor>
constexpr void visit_captures(const Position& position, Visitor& visitor) {
    const Bitboard enemies = position.enemy().all();
    for (const Square man : position.own().men) {
        detail::visit_captures_of_piece<false>(position, man, enemies, visitor);
    }
    for (const Square king : position.own().kings) {
        detail::visit_captures_of_piece<true>(position, king, enemies, visitor);
    }
}

}  // namespace dameotb::rules

// The search for captures: a template over a visitor that receives each capture found.
// The search goes depth-first over the leaps of one piece at a time. The visitor sees every leap chain that cannot be
// extended and picks the longest itself (RULES 6). No allocation. Captures have no forward direction, so no colour
// needs a flip.
#pragma once

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

namespace detail {

/// The search for one piece's captures. `blockers`: every piece on the board except the capturing one, whose starting
/// square is vacant from the moment it leaves (RULES 5). Captured pieces stay in `blockers` until the end.
template <bool IsKing, class Visitor>
class CaptureSearch {
public:
    constexpr CaptureSearch(Bitboard blockers, Bitboard enemies, Visitor& visitor)
        : blockers_{blockers}, enemies_{enemies}, visitor_{visitor} {}

    /// Visits every continuation for a piece on `at` that has captured `taken`. Returns whether it can leap at all.
    constexpr bool from(Square at, Bitboard taken) const {
        bool leapt = false;
        // From most squares no enemy is in sight: then the four directions need no search.
        if ((enemies_ - taken).intersects(cross(at))) {
            for (const Direction d : orthogonals) {
                leapt |= leap(at, d, taken);
            }
        }
        return leapt;
    }

private:
    constexpr bool leap(Square at, Direction d, Bitboard taken) const {
        // An enemy on the last square before the edge leaves no square to land on.
        const Bitboard line = IsKing ? ray(at, d) : one_step(at, d);
        const Bitboard left = enemies_ - taken;
        if (!line.intersects(left)) {
            return false;
        }
        const Square victim = nearest(line & blockers_, d);
        if (!left.contains(victim)) {
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
constexpr void visit_captures_of_piece(const Position& position, Square from, Bitboard victims, Visitor& visitor,
                                       Bitboard taken = {}) {
    visitor.begin(from);
    CaptureSearch<IsKing, Visitor>{position.occupied() - from, victims, visitor}.from(from, taken);
}

}  // namespace detail

/// Visits the finished leap chains of the piece on `from`. Calls `visitor.begin(from)`, then `visitor.finish(landing,
/// captured)` for each chain that cannot be extended: several times for one pair if several paths lead to it. A visitor
/// may have further members. `enter(square)` and `leave()` see each stop of the path. `choose(landings, captured)`
/// returns the landings from which the search continues. `victims`: the enemies that may be captured; all other pieces
/// only block. `taken`: what the piece has taken before it came to `from`, if its capture is under way. Requires: a
/// piece of the side to move on `from`.
template <class Visitor>
constexpr void visit_captures_of(const Position& position, Square from, Bitboard victims, Visitor& visitor,
                                 Bitboard taken = {}) {
    if (position.own().men.contains(from)) {
        detail::visit_captures_of_piece<false>(position, from, victims, visitor, taken);
    } else {
        detail::visit_captures_of_piece<true>(position, from, victims, visitor, taken);
    }
}

/// Visits the finished leap chains of all pieces of the side to move, men first.
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

// Leaps with sets of the pivot king's squares.
#include <dameotb/scores/captures/row_capture_search.hpp>

namespace dameotb::scores {

using rules::Direction;

void RowCaptureSearch::search(const Position& fixed, Colour pivot) {
    search_all<true>(fixed, pivot);
}

void RowCaptureSearch::search_for_man(const Position& fixed, Colour pivot) {
    search_all<false>(fixed, pivot);
}

template <bool PivotIsKing>
void RowCaptureSearch::search_all(const Position& fixed, Colour pivot) {
    chains_.clear();
    at_least_.fill(Bitboard{});
    const bool pivot_is_own = fixed.side_to_move == pivot;
    enemies_ = fixed.enemy().all();
    enemy_count_ = enemies_.count() + static_cast<int>(!pivot_is_own);
    for (const Square man : fixed.own().men) {
        blockers_ = fixed.occupied() - man;
        pivot_is_own ? piece<false, Pivot::Own>(man) : piece<false, Pivot::Enemy>(man);
    }
    for (const Square king : fixed.own().kings) {
        blockers_ = fixed.occupied() - king;
        pivot_is_own ? piece<true, Pivot::Own>(king) : piece<true, Pivot::Enemy>(king);
    }
    if (pivot_is_own) {
        pivot_itself<PivotIsKing>(fixed);
    }
    for (std::size_t count = most_enemies; count > 0; --count) {
        at_least_[count] |= at_least_[count + 1];
    }
}

template <bool IsKing, RowCaptureSearch::Pivot pivot>
void RowCaptureSearch::piece(Square from) {
    from_ = from;
    leap<IsKing, pivot>(from, {Bitboard{}, ~(blockers_ | from), 0});
}

template <bool IsKing>
void RowCaptureSearch::pivot_itself(const Position& fixed) {
    blockers_ = fixed.occupied();
    victims_.clear();
    for (const Square enemy : enemies_) {
        Victim& victim = victims_.emplace_back(Victim{enemy, {}});
        for (const Direction d : rules::orthogonals) {
            const Bitboard squares = rules::slide(enemy, d, blockers_);
            victim.beyond[static_cast<std::size_t>(d)] =
                IsKing || squares.empty() ? squares : Bitboard{rules::nearest(squares, d)};
        }
    }
    (void)leap_with_pivot(~blockers_, {Bitboard{}, Bitboard{}, 0}, true);
}

// From every square of a ray the pivot king takes the same enemy and can land on the same squares. So they are searched
// together.
Bitboard RowCaptureSearch::leap_with_pivot(Bitboard squares, const State& state, bool first) {
    Bitboard leaping;
    for (const Victim& victim : victims_) {
        if (state.taken.contains(victim.square)) {
            continue;
        }
        for (const Direction d : rules::orthogonals) {
            const Bitboard landings = victim.beyond[static_cast<std::size_t>(d)];
            const Bitboard from = squares & victim.beyond[static_cast<std::size_t>(opposite(d))];
            if (!from.empty() && !landings.empty()) {
                leaping |= from;
                land_pivot(landings, {state.taken | victim.square, first ? from : state.pivots, state.count + 1});
            }
        }
    }
    return leaping;
}

void RowCaptureSearch::land_pivot(Bitboard squares, const State& state) {
    const Bitboard ending = state.count < enemy_count_ ? squares - leap_with_pivot(squares, state, false) : squares;
    if (!ending.empty()) {
        at_least_[static_cast<std::size_t>(state.count)] |= state.pivots;
        chains_.push_back({from_, ending, state.taken, state.pivots, true, false});
    }
}

template <bool IsKing, RowCaptureSearch::Pivot pivot>
Bitboard RowCaptureSearch::leap(Square at, const State& state) {
    Bitboard leapt;
    for (const Direction d : rules::orthogonals) {
        leapt |= leap<IsKing, pivot>(at, d, state);
    }
    return leapt;
}

template <bool IsKing, RowCaptureSearch::Pivot pivot>
Bitboard RowCaptureSearch::leap(Square at, Direction d, const State& state) {
    const Bitboard ray = rules::ray(at, d);
    if (ray.empty()) {
        return {};
    }
    const Bitboard line = IsKing ? ray : Bitboard{rules::nearest(ray, d)};
    const Bitboard hit = line & blockers_;
    Bitboard leapt;
    if (hit.empty()) {
        if constexpr (pivot == Pivot::Enemy) {
            leapt = leap_over_pivot<IsKing>(line, at, d, state);
        }
        return leapt;
    }
    const Square victim = rules::nearest(hit, d);
    const Bitboard beyond = rules::ray(victim, d);
    const Bitboard before = line - beyond - victim;
    if constexpr (pivot == Pivot::Enemy) {
        leapt = leap_over_pivot<IsKing>(before, at, d, state);
    }
    if (beyond.empty() || !(enemies_ - state.taken).contains(victim)) {
        return leapt;
    }
    State next{state.taken | victim, state.pivots - before, state.count + 1};
    const int step = rules::nearest(beyond, d).index() - victim.index();
    Bitboard landings = IsKing ? beyond : Bitboard{rules::nearest(beyond, d)};
    bool first = true;
    for (int to = victim.index() + step; !landings.empty(); to += step) {
        const Square landing{to};
        if (blockers_.contains(landing)) {
            break;
        }
        landings -= landing;
        next.pivots -= landing;
        if (next.pivots.empty()) {
            break;
        }
        if (first) {
            leapt |= next.pivots;
            first = false;
        }
        land<IsKing, pivot>(landing, next);
    }
    return leapt;
}

/// Searches the leaps over the pivot king, which stands on one of the vacant squares `before` the first fixed piece.
/// Returns the pivot king's squares for which there is such a leap.
template <bool IsKing>
Bitboard RowCaptureSearch::leap_over_pivot(Bitboard before, Square at, Direction d, const State& state) {
    const Bitboard met = before & state.pivots;
    if (met.empty()) {
        return {};
    }
    if constexpr (!IsKing) {
        const Bitboard beyond = rules::ray(rules::nearest(before, d), d);
        if (beyond.empty() || blockers_.contains(rules::nearest(beyond, d))) {
            return {};
        }
        land<IsKing, Pivot::Taken>(rules::nearest(beyond, d), {state.taken, met, state.count + 1});
        return met;
    } else {
        // A king that lands on a square has taken the pivot king from one of the squares passed before it.
        const int step = rules::nearest(before, d).index() - at.index();
        Bitboard passed;
        Bitboard taken;
        for (int to = at.index() + step; !before.empty(); to += step) {
            taken = passed & met;
            if (!taken.empty()) {
                land<IsKing, Pivot::Taken>(Square{to}, {state.taken, taken, state.count + 1});
            }
            passed |= Square{to};
            before -= Square{to};
        }
        return taken;
    }
}

template <bool IsKing, RowCaptureSearch::Pivot pivot>
void RowCaptureSearch::land(Square at, const State& state) {
    Bitboard done = state.pivots;
    if (state.count < enemy_count_) {
        done -= leap<IsKing, pivot>(at, state);
    }
    if (!done.empty()) {
        at_least_[static_cast<std::size_t>(state.count)] |= done;
        chains_.push_back({from_, Bitboard{at}, state.taken, done, false, pivot == Pivot::Taken});
    }
}

}  // namespace dameotb::scores

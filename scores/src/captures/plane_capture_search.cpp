// Leaps with sets of the squares of two kings.
#include <dameotb/scores/captures/plane_capture_search.hpp>

#include <algorithm>

namespace dameotb::scores {

using rules::Direction;
using By = PlaneChain::By;

namespace {

/// How the squares of the two kings in a chain are related, by the square s of the second.
struct Relations {
    PairSet apart{};                 ///< The pivot king is on another square.
    SquareArray<PairSet> between{};  ///< [q]: it is between s and q, on one line with both.
    /// [q]: it is neither on s nor between s and q.
    SquareArray<PairSet> not_between{};
    /// [q][d]: it is neither on s nor behind s as seen from q in direction d.
    SquareArray<std::array<PairSet, rules::orthogonals.size()>> not_behind{};
    std::array<PairSet, rules::orthogonals.size()> behind{};  ///< [d]: it is behind s in direction d.

    Relations() {
        for (std::size_t s = 0; s < 64; ++s) {
            const Square second{static_cast<int>(s)};
            apart[s] = (~Bitboard{second}).bits();
            for (const Direction d : rules::orthogonals) {
                behind[static_cast<std::size_t>(d)][s] = rules::ray(second, d).bits();
            }
            for (std::size_t q = 0; q < 64; ++q) {
                relate(q, s);
            }
        }
    }

private:
    void relate(std::size_t q, std::size_t s) {
        const Square second{static_cast<int>(s)};
        not_between[q][s] = apart[s];
        for (const Direction d : rules::orthogonals) {
            const Bitboard line = rules::ray(Square{static_cast<int>(q)}, d);
            PairSet& visible = not_behind[q][static_cast<std::size_t>(d)];
            visible[s] = apart[s];
            if (line.contains(second)) {
                between[q][s] = (line - rules::ray(second, d) - second).bits();
                not_between[q][s] &= ~between[q][s];
                visible[s] &= ~rules::ray(second, d).bits();
            }
        }
    }
};

const Relations& relations() {
    static const Relations made;
    return made;
}

/// By square, all others on its file and rank.
constexpr SquareArray<Bitboard> lines = [] {
    SquareArray<Bitboard> made;
    for (int square = 0; square < 64; ++square) {
        for (const Direction d : rules::orthogonals) {
            made[static_cast<std::size_t>(square)] |= rules::ray(Square{square}, d);
        }
    }
    return made;
}();

int step_of(Direction d) {
    return rules::rank_step(d) * 8 + rules::file_step(d);
}

}  // namespace

PlaneCaptureSearch::PlaneCaptureSearch() : relation_{&relations().apart} {}

void PlaneCaptureSearch::search(const Position& fixed, Colour second, Colour pivot, Bitboard seconds) {
    fixed_ = fixed;
    second_is_enemy_ = second != fixed.side_to_move;
    pivot_is_enemy_ = pivot != fixed.side_to_move;
    enemies_ = fixed.enemy().all();
    enemy_count_ = enemies_.count() + static_cast<int>(second_is_enemy_) + static_cast<int>(pivot_is_enemy_);
    seconds_ = seconds;
    pivots_ = ~fixed.occupied();
    chains_.clear();
    for (int count = 1; count <= enemy_count_ + 1; ++count) {
        at_least_[static_cast<std::size_t>(count)].fill(0);
    }
    for (const Square man : fixed.own().men) {
        search_fixed(man, false);
    }
    for (const Square king : fixed.own().kings) {
        search_fixed(king, true);
    }
    blockers_ = fixed.occupied();
    is_king_ = true;
    for (const Direction d : rules::orthogonals) {
        if (!second_is_enemy_) {
            by_ = By::Second;
            search_fixed_victims(d);
        }
        if (!pivot_is_enemy_) {
            by_ = By::Pivot;
            search_fixed_victims(d);
        }
        if (kings_are_enemies()) {
            by_ = second_is_enemy_ ? By::Pivot : By::Second;
            search_singles(d);
        }
    }
    for (auto count = static_cast<std::size_t>(enemy_count_); count > 1; --count) {
        for (std::size_t s = 0; s < 64; ++s) {
            at_least_[count - 1][s] |= at_least_[count][s];
        }
    }
}

void PlaneCaptureSearch::search_fixed(Square from, bool is_king) {
    by_ = By::Fixed;
    from_ = from;
    is_king_ = is_king;
    blockers_ = fixed_.occupied() - from;
    relation_ = &relations().apart;
    for (const Direction d : rules::orthogonals) {
        leap(from, d, {{}, seconds_, pivots_, 0, false, false});
    }
}

/// Searches the captures by one of the two kings that begin with a fixed enemy. From every square of a line it takes
/// the same enemy and can land on the same squares. The other king must not be in the way.
void PlaneCaptureSearch::search_fixed_victims(Direction d) {
    const auto back = static_cast<std::size_t>(opposite(d));
    const bool second_captures = by_ == By::Second;
    for (const Square victim : enemies_) {
        const Bitboard from = rules::slide(victim, opposite(d), blockers_) & (second_captures ? seconds_ : pivots_);
        if (!from.empty()) {
            const auto q = static_cast<std::size_t>(victim.index());
            relation_ = second_captures ? &relations().not_between[q] : &relations().not_behind[q][back];
            land_along(rules::slide(victim, d, blockers_), victim, d,
                       {Bitboard{victim}, second_captures ? from : seconds_, second_captures ? pivots_ : from, 1, false,
                        false});
        }
    }
}

/// Searches the captures by one of the two kings that begin with the other one.
void PlaneCaptureSearch::search_singles(Direction d) {
    const bool second_captures = by_ == By::Second;
    const auto back = static_cast<std::size_t>(opposite(d));
    PairSet& king_takes_king = king_takes_king_[static_cast<std::size_t>(d)];
    for (const Square second : seconds_) {
        const auto s = static_cast<std::size_t>(second.index());
        const Bitboard ahead = rules::slide(second, d, blockers_);
        if (second_captures) {
            king_takes_king[s] = ahead.empty() ? 0 : (ahead - rules::nearest(ahead, opposite(d))).bits();
        } else {
            king_takes_king[s] = ahead.empty() ? 0 : rules::slide(second, opposite(d), blockers_).bits();
        }
        at_least_[1][s] |= king_takes_king[s];
    }
    if (enemies_.empty()) {
        return;
    }
    for (const Square landing : pivots_) {
        const Bitboard behind = rules::slide(landing, opposite(d), blockers_);
        if (behind.intersects(seconds_)) {
            relation_ = second_captures ? &relations().between[landing] : &relations().behind[back];
            go_on(landing, {{}, behind & seconds_, behind, 1, !second_captures, second_captures});
        }
    }
}

void PlaneCaptureSearch::land(Square at, const State& state) {
    chains_.push_back({by_, from_, at, state.taken, state.seconds, state.pivots, relation_, state.count,
                       state.second_taken, state.pivot_taken});
    PairSet& at_least = at_least_[static_cast<std::size_t>(state.count)];
    for (const Square second : state.seconds) {
        const auto s = static_cast<std::size_t>(second.index());
        at_least[s] |= state.pivots.bits() & (*relation_)[s];
    }
    go_on(at, state);
}

void PlaneCaptureSearch::go_on(Square at, const State& state) {
    if (state.count == enemy_count_) {
        return;
    }
    Bitboard victims = enemies_ - state.taken;
    if (second_is_enemy_ && !state.second_taken) {
        victims |= state.seconds;
    }
    if (pivot_is_enemy_ && !state.pivot_taken) {
        victims |= state.pivots;
    }
    if (victims.intersects(lines[at])) {
        for (const Direction d : rules::orthogonals) {
            leap(at, d, state);
        }
    }
}

void PlaneCaptureSearch::leap(Square at, Direction d, const State& state) {
    const Bitboard ray = rules::ray(at, d);
    const Bitboard hit = ray & blockers_;
    Bitboard before = ray;
    if (!hit.empty()) {
        const Square victim = rules::nearest(hit, d);
        before = ray - rules::ray(victim, d) - victim;
        if ((is_king_ || before.empty()) && (enemies_ - state.taken).contains(victim)) {
            State next = state;
            next.taken |= victim;
            ++next.count;
            pass(before, next);
            land_along(rules::slide(victim, d, blockers_), victim, d, next);
        }
    }
    leap_over_kings(before, at, d, state);
}

/// Lands on each square of a line from `from` on, or only on the first if the piece is a man.
void PlaneCaptureSearch::land_along(Bitboard landings, Square from, Direction d, State state) {
    const int step = step_of(d);
    for (int to = from.index() + step; !landings.empty(); to += step) {
        landings = is_king_ ? landings - Square{to} : Bitboard{};
        pass(Bitboard{Square{to}}, state);
        if (state.seconds.empty() || state.pivots.empty()) {
            return;
        }
        land(Square{to}, state);
    }
}

/// Searches the leaps over the second and over the pivot king. `line`: the squares up to the first fixed piece. A king
/// that lands on a square has taken one of the two from one of the squares passed before it, and the other is not in
/// its way.
void PlaneCaptureSearch::leap_over_kings(Bitboard line, Square at, Direction d, State state) {
    const Bitboard seconds = second_is_enemy_ && !state.second_taken ? line & state.seconds : Bitboard{};
    const Bitboard pivots = pivot_is_enemy_ && !state.pivot_taken ? line & state.pivots : Bitboard{};
    const int step = step_of(d);
    Bitboard passed;
    ++state.count;
    int left = seconds.empty() && pivots.empty() ? 0 : is_king_ ? line.count() : std::min(line.count(), 2);
    for (int to = at.index() + step; left > 0; to += step, --left) {
        pass(Bitboard{Square{to}}, state);
        if (pivots.intersects(passed) && !state.seconds.empty()) {
            State next = state;
            next.pivots = pivots & passed;
            next.pivot_taken = true;
            land(Square{to}, next);
        }
        if (seconds.intersects(passed) && !state.pivots.empty()) {
            State next = state;
            next.seconds = seconds & passed;
            next.second_taken = true;
            land(Square{to}, next);
        }
        passed |= Square{to};
    }
}

void PlaneCaptureSearch::pass(Bitboard squares, State& state) const {
    if (by_ != By::Second) {
        state.seconds -= squares;
    }
    if (by_ != By::Pivot) {
        state.pivots -= squares;
    }
}

}  // namespace dameotb::scores

// Backs up the scores that men's moves and captures lead to.
#include "men_row_solver.hpp"

#include <algorithm>

#include <dameotb/rules/fill.hpp>
#include <dameotb/rules/men_moves.hpp>
#include <dameotb/scores/row/row_scores.hpp>

namespace dameotb::gen {

using rules::Direction;
using scores::Score;

namespace {

constexpr std::size_t row_cells = scores::SliceLayout::row_cells;

Position position_of(const index::Slice& slice, Colour side_to_move) {
    return scores::position_of(slice, scores::Kings{}, side_to_move);
}

/// Adds a man that moved to a square. On its promotion rank it becomes a king.
void arrive(Position& position, Colour mover, Square to) {
    (promotion_rank(mover).contains(to) ? position[mover].kings : position[mover].men) |= to;
}

}  // namespace

void MenRowSolver::solve(std::size_t others) {
    scores::RowScores* const black_rows = rows_.rows_of(others);
    for_each_row(others, [&](const Row& row, std::size_t co_men) { solve_white(row, white_rows_[co_men].data()); });
    rows_.fill_from_foremost(others, white_rows_.data());
    for_each_row(others, [&](const Row& row, std::size_t co_men) {
        const Score* const white_cells = white_rows_[co_men].data();
        Score* const black_cells = black_rows[co_men].data();
        solve_black(row, white_cells, black_cells);
        scores::require_short(target_.material(), white_cells, row.pivots);
        scores::require_short(target_.material(), black_cells, row.pivots);
        copy_to_target(row, white_cells, black_cells);
    });
    rows_.fill_from_foremost(others, black_rows);
}

template <class Visit>
void MenRowSolver::for_each_row(std::size_t others, const Visit& visit) const {
    const Bitboard white = rows_.other_sets()[others];
    for (std::size_t co_men = 0; co_men < rows_.co_man_sets().size(); ++co_men) {
        const Bitboard black = rows_.co_man_sets()[co_men];
        if (!white.intersects(black)) {
            visit(Row{{white, black}, rows_.foremost(co_men) - white}, co_men);
        }
    }
}

void MenRowSolver::solve_white(const Row& row, Score* cells) {
    const auto& [white, black] = row.fixed;
    std::fill_n(cells, row_cells, scores::score_at_ply(0));  // a side without a move has lost
    rules::for_each_man_move(white, row.fixed.men(), [&](Square from, Square to) {
        const Bitboard pivots = row.pivots - to;
        const Score* reached = nullptr;
        if (rank_8.contains(to)) {
            Position next = position_of({white - from, black}, Colour::Black);
            arrive(next, Colour::White, to);
            reached = scores(next, pivots);
        } else {
            reached = rows_.row((white - from) | to, black, buffer_.data());
        }
        raise(cells, pivots, reached);
    });
    resolve_captures(row, Colour::White, cells);
}

void MenRowSolver::solve_black(const Row& row, const Score* white_cells, Score* cells) {
    std::fill_n(cells, row_cells, scores::score_at_ply(0));
    raise_by_co_men(row, cells);
    raise_by_pivot(row, white_cells, cells);
    resolve_captures(row, Colour::Black, cells);
}

// A co-man passes over other co-men, and over the pivot man if it is next in the line.
void MenRowSolver::raise_by_co_men(const Row& row, Score* cells) {
    const auto& [white, black] = row.fixed;
    const index::Slice seen = row.fixed.flipped();
    for (const Square from : seen.white_men) {
        for (const Direction d : rules::forwards) {
            const auto seen_to = rules::beyond_men(from, d, seen.white_men);
            if (!seen_to || seen.black_men.contains(*seen_to)) {
                continue;
            }
            const Square to = seen_to->flipped();
            Position next = position_of({white, black - from.flipped()}, Colour::White);
            arrive(next, Colour::Black, to);
            if (!next.black().kings.empty()) {
                raise(cells, row.pivots, scores(next, row.pivots));
                continue;
            }
            const Score* const reached = white_rows_[MenRows::index_of_co_men(next.black().men)].data();
            raise(cells, row.pivots - to, reached);
            const auto seen_beyond = rules::beyond_men(*seen_to, d, seen.white_men);
            if (row.pivots.contains(to) && seen_beyond && !seen.black_men.contains(*seen_beyond)) {
                const Square beyond = seen_beyond->flipped();
                arrive(next, Colour::Black, beyond);
                raise(cells, to, next.black().kings.empty() ? reached[beyond.index()] : solved_classes_.score(next));
            }
        }
    }
}

// The pivot man steps, or passes over adjacent co-men.
void MenRowSolver::raise_by_pivot(const Row& row, const Score* white_cells, Score* cells) {
    constexpr std::size_t margin = 9;  // the longest step
    std::array<Score, margin + row_cells + margin> with_margins{};
    Score* const reached = with_margins.data() + margin;
    std::copy_n(white_cells, row_cells, reached);
    const Bitboard vacant = ~row.fixed.men();
    const scores::SliceView view =
        solved_classes_.view(target_.material().promoted(Colour::Black), row.fixed, Colour::White);
    for (const Square to : vacant& rank_1) {
        reached[to.index()] = view.at(Colour::White, {{Bitboard{}, Bitboard{to}}});
    }
    raise_by_steps<7>(cells, row.pivots, vacant, reached);
    raise_by_steps<8>(cells, row.pivots, vacant, reached);
    raise_by_steps<9>(cells, row.pivots, vacant, reached);
    const index::Slice seen = row.fixed.flipped();
    for (const Square co_man : seen.white_men) {
        for (const Direction d : rules::forwards) {
            const auto from = rules::step(co_man, opposite(d));
            const auto to = rules::beyond_men(co_man, d, seen.white_men);
            if (from && row.pivots.contains(from->flipped()) && to && !seen.black_men.contains(*to)) {
                raise(cells, from->flipped(), reached[to->flipped().index()]);
            }
        }
    }
}

void MenRowSolver::resolve_captures(const Row& row, Colour mover, Score* cells) {
    const Position fixed = position_of(row.fixed, mover);
    search_.search_for_man(fixed, Colour::Black);
    for (const Square square : search_.forced() & row.pivots) {
        cells[square.index()] = scores::no_score;
    }
    for (const scores::RowChain& chain : search_.chains()) {
        const Bitboard pivots = search_.longest(chain) & row.pivots;
        if (pivots.empty()) {
            continue;
        }
        Position next = fixed;
        next.side_to_move = opponent(mover);
        next[opponent(mover)].men -= chain.taken;
        if (!chain.pivot_captures) {
            next[mover].men -= chain.from;
        }
        arrive(next, mover, chain.landings.lowest());          // a man has no choice
        const bool wins = chain.count() == search_.enemies();  // no piece left: the enemy loses at once (RULES 7)
        if (!wins && !chain.pivot_captures && !chain.pivot_taken) {
            raise(cells, pivots, scores(next, pivots));
            continue;
        }
        const Score reached = wins ? scores::score_at_ply(0) : solved_classes_.score(next);
        for (const Square square : pivots) {
            raise(cells, square, reached);
        }
    }
}

// Every move of a class of men alone resets the counter of a draw rule.
void MenRowSolver::raise(Score* cells, Bitboard pivots, const Score* reached) {
    scores::raise_before_move(cells, pivots, scores::after_reset(reached, target_.rule(), reset_.data()));
}

void MenRowSolver::raise(Score* cells, Square pivot, Score reached) const {
    Score& cell = cells[pivot.index()];
    cell = std::max(cell, scores::before_move(scores::after_reset(reached, target_.rule())));
}

/// Raises the cells of `pivots` by black men's steps over `Squares` squares. `reached`: the scores by the square
/// reached, with that many cells of margin.
template <int Squares>
void MenRowSolver::raise_by_steps(Score* cells, Bitboard pivots, Bitboard vacant, const Score* reached) {
    const Bitboard can_step{rules::step_all<Squares>(vacant.bits())};
    raise(cells, pivots & can_step, reached - Squares);
}

void MenRowSolver::copy_to_target(const Row& row, const Score* white_cells, const Score* black_cells) {
    target_.slices().locate_with(row.fixed, Colour::Black, row.pivots, located_);
    for (const Square pivot : row.pivots) {
        const index::SliceId id = located_[pivot].id;
        *target_.scores(Colour::White, id) = white_cells[pivot.index()];
        *target_.scores(Colour::Black, id) = black_cells[pivot.index()];
    }
}

const Score* MenRowSolver::scores(const Position& position, Bitboard pivots) {
    index::Material material = index::Material::of(position);
    ++material.black.men;
    solved_classes_.look_up_with(material, index::Slice::of(position), Colour::Black, pivots,
                                 {{position.white().kings, position.black().kings}}, position.side_to_move,
                                 buffer_.data());
    return buffer_.data();
}

}  // namespace dameotb::gen

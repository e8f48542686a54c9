// The ply-by-ply fixpoint of one slice.
#include "slice_solver.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include <dameotb/store/threads/parallel.hpp>

#include "row/row_moves.hpp"

namespace dameotb::gen {

using rules::Bitboard;
using rules::Colour;
using store::Score;

namespace {
constexpr std::array both_colours{Colour::White, Colour::Black};

/// A loss ply looks at all rows, and not only at those that unmoves lead to, if the enemy has just won in more than one
/// of so many rows. Measured on KKMvKK: 16 and 64 take equally long. 512 takes 1.1 times as long, and so does looking
/// at all rows at every loss ply. Never looking at all rows takes 1.5 times as long.
constexpr std::size_t dense_share = 64;

/// Work with fewer parts than this is done by one thread alone.
constexpr std::size_t few = 8;
/// What a thread takes at a time.
constexpr std::uint64_t rows_of_task = 512;

constexpr std::size_t parity(int ply) {
    return static_cast<std::size_t>(ply % 2);
}

/// Returns the score of the first seed in a row's cells at that ply, or 2, 4, ... plies later.
Score first_seed(const Score* cells, int ply) {
    const Score score = store::score_at_ply(ply);
    return ply % 2 != 0 ? store::first_win(cells, score) : store::first_loss(cells, score);
}
}  // namespace

SliceSolver::Side::Side(std::uint32_t rows) : open(rows), won(rows), frontier{rows}, found{rows} {
    for (auto& next : next_seed) {
        next.resize(rows);
    }
}

SliceSolver::SliceSolver(const store::FinishedClasses& finished, store::ClassScores& target, const store::Team& team)
    : finished_{finished},
      target_{target},
      layout_{target.layout()},
      team_{team},
      sides_{Side{layout_.rows()}, Side{layout_.rows()}} {
    for (int i = 0; i < team.threads; ++i) {
        seeders_.emplace_back(finished);
    }
}

void SliceSolver::solve(index::SliceId id, const index::Slice& slice) {
    men_ = slice.men();
    for (const Colour c : both_colours) {
        side(c).scores = target_.scores(c, id);
        side(c).frontier.clear();
        side(c).found.clear();
    }
    seed(store::SliceContext{finished_, target_, slice});

    // Nobody knows how many plies there will be, and the first ones take longest. So each counts for a part of the
    // rest.
    std::uint64_t units_left = units(layout_.rows()) - layout_.rows();
    for (int ply = 0; !sides_[0].frontier.rows().empty() || !sides_[1].frontier.rows().empty() || has_seeds(); ++ply) {
        if (ply > store::longest_plies) {
            throw std::overflow_error{target_.material().name() + ": a distance exceeds " +
                                      std::to_string(store::longest_plies) + " plies"};
        }
        // Each side reads what the last ply found and what its enemy had won before, and writes only its own state.
        const bool is_small =
            std::min(sides_[0].frontier.rows().size(), sides_[1].frontier.rows().size()) < rows_of_task * few;
        store::parallel_for(both_colours.size(), team(ply % 2 != 0 && !is_small), [&](std::size_t, std::uint64_t i) {
            ply % 2 != 0 ? win_ply(both_colours[i], ply) : loss_ply(both_colours[i], ply);
        });
        for (const Colour c : both_colours) {
            side(c).frontier.clear();
            std::swap(side(c).frontier, side(c).found);
        }
        constexpr std::uint64_t ply_part = 12;
        count_units(0, units_left / ply_part);
        units_left -= units_left / ply_part;
    }
    fill_draws();
    count_units(0, units_left);
}

/// Calls body(thread, i) for i in 0..count-1. A thread takes many at a time, since one i is too little work.
template <class Body>
void SliceSolver::for_parts(std::uint64_t count, Body&& body) {
    constexpr std::uint64_t part = rows_of_task;
    const std::uint64_t parts = (count + part - 1) / part;
    store::parallel_for(parts, team(parts >= few), [&](std::size_t thread, std::uint64_t task) {
        for (std::uint64_t i = task * part; i < std::min((task + 1) * part, count); ++i) {
            body(thread, i);
        }
    });
}

void SliceSolver::seed(const store::SliceContext& context) {
    for_parts(layout_.rows(), [&](std::size_t thread, std::uint64_t row) {
        seed_row(context, seeders_[thread], static_cast<std::uint32_t>(row));
        if (row % rows_of_task == rows_of_task - 1) {
            count_units(thread, rows_of_task);
        }
    });
    count_units(0, layout_.rows() % rows_of_task);
}

void SliceSolver::seed_row(const store::SliceContext& context, RowSeeder& seeder, std::uint32_t row) {
    const store::Kings kings = layout_.kings_of(row);
    const bool legal = layout_.is_legal(row, men_);
    for (const Colour c : both_colours) {
        Side& of = side(c);
        Score* cells = of.cells(row);
        of.open[row] = legal ? seeder.seed(context, layout_.runner(), kings, c, cells).bits() : 0;
        of.won[row] = 0;
        for (const int ply : {0, 1}) {
            of.next_seed[parity(ply)][row] = legal ? first_seed(cells, ply) : store::draw_score;
        }
    }
}

bool SliceSolver::has_seeds() const {
    return std::ranges::any_of(sides_, [](const Side& of) {
        return std::ranges::any_of(of.next_seed, [](const std::vector<Score>& next) {
            return std::ranges::any_of(next, [](Score score) { return score != store::draw_score; });
        });
    });
}

// What is still open is a draw. Its cell says so only if its best exit draws; else it has none, or one that loses.
void SliceSolver::fill_draws() {
    for_parts(layout_.rows(), [&](std::size_t, std::uint64_t number) {
        const auto row = static_cast<std::uint32_t>(number);
        for (const Side& of : sides_) {
            if (of.open[row] != 0) {
                store::fill(of.cells(row), Bitboard{of.open[row]}, store::draw_score);
            }
        }
    });
}

void SliceSolver::win_ply(Colour mover, int ply) {
    Side& own = side(mover);
    take_seeds(own, ply, [&](std::uint32_t row, std::uint64_t bits) { own.found.add(row, bits); });
    find_unmoves(mover);
    finish_ply(mover, ply);
}

// Open positions are candidates if something has changed for them: a king move now leads to a new win of the enemy, or
// the ply of the best exit, a loss, is reached. A candidate is lost unless an exit is better than a loss at this ply or
// a king move does not lead to the enemy's wins. What is not open here has a forced capture, and is lost in any case.
void SliceSolver::loss_ply(Colour mover, int ply) {
    Side& own = side(mover);
    take_seeds(own, ply, [&](std::uint32_t row, std::uint64_t bits) { own.found.add(row, bits); });
    // If the enemy has just won in many rows, unmoves would lead to most rows several times. So all rows are taken.
    if (side(opponent(mover)).frontier.rows().size() > layout_.rows() / dense_share) {
        for (std::uint32_t row = 0; row < layout_.rows(); ++row) {
            own.found.add(row, own.open[row]);
        }
    } else {
        find_unmoves(mover);
    }
    const RowMoves moves{layout_, men_};
    for_parts(own.found.rows().size(), [&](std::size_t, std::uint64_t i) {
        const std::uint32_t row = own.found.rows()[i];
        const std::uint64_t open = own.found[row] & own.open[row];
        if (open == 0) {
            return;
        }
        const Bitboard exits_lose = store::squares_between(own.cells(row), store::no_score, store::score_at_ply(ply));
        const std::uint64_t candidates = open & exits_lose.bits();
        const std::uint64_t lost =
            candidates == 0 ? 0 : moves.all_inside(mover, row, candidates, side(opponent(mover)).won.data());
        own.found.remove(row, open & ~lost);
    });
    finish_ply(mover, ply);
}

template <class Use>
void SliceSolver::take_seeds(Side& of, int ply, Use&& use) {
    const Score score = store::score_at_ply(ply);
    std::vector<Score>& next = of.next_seed[parity(ply)];
    // At most plies few rows have a seed, and memchr passes over the others quickly.
    const auto next_row = [&](std::size_t first) {
        const void* at = std::memchr(next.data() + first, static_cast<unsigned char>(score), next.size() - first);
        return at == nullptr ? next.size() : static_cast<std::size_t>(static_cast<const Score*>(at) - next.data());
    };
    for (std::size_t row = next_row(0); row < next.size(); row = next_row(row + 1)) {
        const Score* cells = of.cells(static_cast<std::uint32_t>(row));
        use(static_cast<std::uint32_t>(row), store::squares_with(cells, score).bits());
        next[row] = first_seed(cells, ply + 2);
    }
}

void SliceSolver::find_unmoves(Colour mover) {
    Side& own = side(mover);
    const RowSet& frontier = side(opponent(mover)).frontier;
    const RowMoves moves{layout_, men_};
    for (const std::uint32_t reached : frontier.rows()) {
        moves.unmoves(mover, reached, frontier[reached],
                      [&](std::uint32_t row, std::uint64_t bits) { own.found.add(row, bits & own.open[row]); });
    }
}

void SliceSolver::finish_ply(Colour mover, int ply) {
    Side& own = side(mover);
    own.found.drop_empty_rows();
    for (const std::uint32_t row : own.found.rows()) {
        const std::uint64_t bits = own.found[row];
        own.open[row] &= ~bits;
        own.won[row] |= ply % 2 != 0 ? bits : 0;
        store::fill(own.cells(row), Bitboard{bits}, store::score_at_ply(ply));
    }
}

}  // namespace dameotb::gen

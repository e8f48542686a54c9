// The ply-by-ply fixpoint of one slice.
#include "slice_solver.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <dameotb/store/threads/parallel.hpp>

#include "row/row_moves.hpp"

namespace dameotb::gen {

using rules::Bitboard;
using rules::Colour;
using rules::Square;

namespace {
constexpr std::array both_colours{Colour::White, Colour::Black};

/// A loss ply looks at all rows, and not only at those that unmoves lead to, if the enemy has just won in more than one
/// of so many rows. Measured on KKMvKK: 16 and 64 take equally long. 512 takes 1.1 times as long, and so does looking
/// at all rows at every loss ply. Never looking at all rows takes 1.5 times as long.
constexpr std::size_t dense_share = 64;

/// Work with fewer parts than this is done by one thread alone.
constexpr std::size_t few = 8;
}  // namespace

SliceSolver::SliceSolver(const store::FinishedClasses& finished, store::ClassScores& target, const store::Team& team)
    : finished_{finished}, target_{target}, layout_{target.layout()}, team_{team} {
    if (target.material().men() == 0) {
        symmetry_.emplace(layout_);
    }
    for (Side& side : sides_) {
        for (auto* words : {&side.open, &side.won, &side.not_lost, &side.gathered}) {
            words->resize(layout_.rows());
        }
    }
    for (int i = 0; i < team.threads; ++i) {
        seeders_.emplace_back(finished);
    }
    seeds_.resize(static_cast<std::size_t>(team.threads));
}

void SliceSolver::solve(index::SliceId id, const index::Slice& slice) {
    men_ = slice.men();
    for (const Colour c : both_colours) {
        side(c).scores = target_.scores(c, id);
        side(c).frontier.clear();
    }
    seed(store::SliceContext{finished_, target_, slice});

    const int last_seed = last_seed_ply();
    for (int ply = 0; ply <= last_seed || !sides_[0].frontier.empty() || !sides_[1].frontier.empty(); ++ply) {
        if (ply > store::longest_plies) {
            throw std::overflow_error{target_.material().name() + ": a distance exceeds " +
                                      std::to_string(store::longest_plies) + " plies"};
        }
        for (const Colour c : both_colours) {
            side(c).next_frontier.clear();
        }
        // Each side reads what the last ply found and what its enemy had won before, and writes only its own state.
        const bool is_small = std::min(sides_[0].frontier.size(), sides_[1].frontier.size()) < 512 * few;
        store::parallel_for(both_colours.size(), team(ply % 2 != 0 && !is_small), [&](std::size_t, std::uint64_t i) {
            ply % 2 != 0 ? win_ply(both_colours[i], ply) : loss_ply(both_colours[i], ply);
        });
        for (const Colour c : both_colours) {
            std::swap(side(c).frontier, side(c).next_frontier);
        }
    }
    if (symmetry_) {
        fill_images();
    }
}

// Fills the rows that are not canonical. They were not solved; each is the image of a canonical row.
void SliceSolver::fill_images() {
    std::array<std::array<std::uint8_t, store::SliceLayout::row_cells>, index::symmetries> image_of{};
    for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
        for (const Square square : rules::all_squares) {
            image_of[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(square.index())] =
                static_cast<std::uint8_t>(index::apply(symmetry, square).index());
        }
    }
    for_parts(layout_.rows(), [&](std::size_t, std::uint64_t number) {
        const auto row = static_cast<std::uint32_t>(number);
        if (!layout_.is_legal(row, men_) || symmetry_->is_canonical(row)) {
            return;
        }
        const RowSymmetry::Image image = symmetry_->image(row);
        const auto& place = image_of[static_cast<std::size_t>(image.symmetry)];
        for (const Side& of : sides_) {
            const store::Score* from = of.scores + std::size_t{image.row} * store::SliceLayout::row_cells;
            store::Score* to = of.scores + std::size_t{row} * store::SliceLayout::row_cells;
            for (std::size_t square = 0; square < place.size(); ++square) {
                to[square] = from[place[square]];
            }
        }
    });
}

/// Calls body(thread, i) for i in 0..count-1. A thread takes a part of 512 at a time, since one i is too little work.
template <class Body>
void SliceSolver::for_parts(std::uint64_t count, Body&& body) {
    constexpr std::uint64_t part = 512;
    const std::uint64_t parts = (count + part - 1) / part;
    store::parallel_for(parts, team(parts >= few), [&](std::size_t thread, std::uint64_t task) {
        for (std::uint64_t i = task * part; i < std::min((task + 1) * part, count); ++i) {
            body(thread, i);
        }
    });
}

void SliceSolver::seed(const store::SliceContext& context) {
    for (auto& of_thread : seeds_) {
        of_thread[0].clear();
        of_thread[1].clear();
    }
    for_parts(layout_.rows(), [&](std::size_t thread, std::uint64_t row) {
        seed_row(context, seeders_[thread], seeds_[thread], static_cast<std::uint32_t>(row));
    });
}

void SliceSolver::seed_row(const store::SliceContext& context, RowSeeder& seeder, std::array<Seeds, 2>& seeds,
                           std::uint32_t row) {
    const Colour runner = layout_.runner();
    const store::Kings kings = layout_.kings_of(row);
    const bool legal = layout_.is_legal(row, men_) && (!symmetry_ || symmetry_->is_canonical(row));
    for (const Colour c : both_colours) {
        Side& of = side(c);
        const RowMasks masks = legal ? seeder.seed(context, runner, row, kings, c,
                                                   of.scores + std::size_t{row} * store::SliceLayout::row_cells,
                                                   seeds[static_cast<std::size_t>(c)])
                                     : RowMasks{};
        of.open[row] = masks.quiet;
        of.not_lost[row] = masks.exits;
        of.won[row] = 0;
    }
}

int SliceSolver::last_seed_ply() const {
    int last = -1;
    for (const auto& of_thread : seeds_) {
        last = std::max({last, of_thread[0].last_ply, of_thread[1].last_ply});
    }
    return last;
}

void SliceSolver::win_ply(Colour mover, int ply) {
    Side& own = side(mover);
    for_each_seed(&Seeds::exits, mover, ply,
                  [&](const RowBits& seed) { gather(own, seed.row, seed.bits & own.open[seed.row]); });
    gather_unmoves(mover, false);
    finish_ply(mover, ply);
}

// Candidates are the positions for which something has changed: a king move now leads to a new win of the enemy, or the
// ply of the best exit, a loss, is reached. For each candidate all its king moves are then looked at.
void SliceSolver::loss_ply(Colour mover, int ply) {
    Side& own = side(mover);
    for_each_seed(&Seeds::exits, mover, ply, [&](const RowBits& seed) {
        own.not_lost[seed.row] &= ~seed.bits;
        gather(own, seed.row, seed.bits & own.open[seed.row]);
    });
    // If the enemy has just won in many rows, unmoves would lead to most rows several times. So all rows are taken.
    if (side(opponent(mover)).frontier.size() > layout_.rows() / dense_share) {
        for (std::uint32_t row = 0; row < layout_.rows(); ++row) {
            gather(own, row, own.open[row] & ~own.not_lost[row]);
        }
    } else {
        gather_unmoves(mover, true);
    }
    const RowMoves moves{layout_, men_, symmetry_ ? &*symmetry_ : nullptr};
    for_parts(own.touched.size(), [&](std::size_t, std::uint64_t i) {
        const std::uint32_t row = own.touched[i];
        own.gathered[row] = moves.all_inside(mover, row, own.gathered[row], side(opponent(mover)).won.data());
    });
    finish_ply(mover, ply);
}

void SliceSolver::finish_ply(Colour mover, int ply) {
    Side& own = side(mover);
    for_each_seed(&Seeds::captures, mover, ply, [&](const RowBits& seed) { gather(own, seed.row, seed.bits); });
    for (const std::uint32_t row : own.touched) {
        if (const std::uint64_t found = std::exchange(own.gathered[row], 0); found != 0) {
            decide(own, {row, found}, ply);
        }
    }
    own.touched.clear();
}

template <class Use>
void SliceSolver::for_each_seed(Seeds::ByPly Seeds::*kind, Colour mover, int ply, Use&& use) const {
    for (const auto& of_thread : seeds_) {
        for (const RowBits& seed : (of_thread[static_cast<std::size_t>(mover)].*kind)[static_cast<std::size_t>(ply)]) {
            use(seed);
        }
    }
}

void SliceSolver::gather(Side& to, std::uint32_t row, std::uint64_t bits) {
    if (bits == 0) {
        return;
    }
    if (to.gathered[row] == 0) {
        to.touched.push_back(row);
    }
    to.gathered[row] |= bits;
}

void SliceSolver::gather_unmoves(Colour mover, bool losses) {
    Side& own = side(mover);
    const RowMoves moves{layout_, men_, symmetry_ ? &*symmetry_ : nullptr};
    for (const RowBits& found : side(opponent(mover)).frontier) {
        moves.unmoves(mover, found.row, found.bits, [&](std::uint32_t row, std::uint64_t bits) {
            gather(own, row, bits & own.open[row] & ~(losses ? own.not_lost[row] : 0));
        });
    }
}

void SliceSolver::decide(Side& at, RowBits found, int ply) {
    at.open[found.row] &= ~found.bits;
    at.won[found.row] |= ply % 2 != 0 ? found.bits : 0;
    store::Score* scores = at.scores + std::size_t{found.row} * store::SliceLayout::row_cells;
    store::fill(scores, Bitboard{found.bits}, store::score_at_ply(ply));
    at.next_frontier.push_back(found);
}

}  // namespace dameotb::gen

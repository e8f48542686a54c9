// The ply-by-ply fixpoint of one slice.
#include "slice_solver.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/captures/reached_slices.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/row/row_slides.hpp>

#include "frontier_plies.hpp"
#include "slice_state.hpp"
#include "swept_plies.hpp"

namespace dameotb::gen {

SliceSolver::SliceSolver(const scores::SolvedClasses& solved_classes, scores::ClassScores& target,
                         const memory::Team& team, memory::ScoreMemory* memory)
    : solved_classes_{solved_classes},
      target_{target},
      layout_{target.layout()},
      team_{team},
      state_{SideState{layout_}, SideState{layout_}},
      memory_{memory},
      cells_{target, memory},
      planes_{layout_, memory != nullptr} {
    if (has_one_king()) {
        // Needs no plies.
    } else if (layout_.is_up_to_symmetry()) {
        plies_ = std::make_unique<FrontierPlies>(layout_, state_, cells_, target.rule(), team);
    } else {
        plies_ = std::make_unique<SweptPlies>(layout_, state_, cells_, target.rule(), team);
    }
    for (int i = 0; i < team.threads; ++i) {
        if (planes_.count() > 0) {
            plane_initialisers_.emplace_back(solved_classes);
        } else {
            row_initialisers_.emplace_back(solved_classes);
        }
    }
}

void SliceSolver::solve(index::SliceId id, const index::Slice& slice) {
    men_ = slice.men();
    cells_.begin_slice(id, state_, team_);
    const scores::SliceContext context{solved_classes_, target_, slice,
                                       cells_.is_in_parts() ? scores::ViewLoads::Nothing : scores::ViewLoads::Slice};
    cells_.is_in_parts() ? initialise_in_parts(context) : initialise(context);
    if (has_one_king()) {
        move_only_king();
    } else {
        run_plies();
    }
}

void SliceSolver::run_plies() {
    plies_->begin_slice(men_);
    // The number of plies is unknown, and the first ones take longest. So each counts for a part of the rest.
    std::uint64_t steps_left = steps(layout_.rows()) - layout_.rows();
    bool any = false;
    for (int ply = 0; any || has_initial_values(); ++ply) {
        if (target_.rule().exists() && ply > target_.rule().plies) {
            break;  // Open positions are draws under the rule.
        }
        if (ply > scores::longest_plies) {
            scores::throw_too_long(target_.material());
        }
        any = run_ply(ply);
        plies_->end_ply();
        constexpr std::uint64_t ply_part = 12;
        count_work(0, steps_left / ply_part);
        steps_left -= steps_left / ply_part;
    }
    fill_draws();
    count_work(0, steps_left);
}

bool SliceSolver::run_ply(int ply) {
    if (!target_.rule().exists()) {
        return plies_->run(scores::score_at_ply(ply));
    }
    const bool any_loss = plies_->run(scores::loss_under_rule(ply));
    return (ply > 0 && plies_->run(scores::win_under_rule(ply))) || any_loss;
}

// The enemy has no king, so all of its moves leave the slice, and its initial values are its values. The king's moves
// lead to these.
void SliceSolver::move_only_king() {
    const SideState& own = state_[static_cast<std::size_t>(layout_.pivot())];
    const SideState& enemy = state_[static_cast<std::size_t>(opponent(layout_.pivot()))];
    scores::require_short(target_.material(), enemy.cells(0));
    scores::RowScores counted;
    scores::RowScores moved;
    moved.cells.fill(scores::no_score);
    scores::raise_by_slides(moved.data(), ~men_, scores::after_count(enemy.cells(0), target_.rule(), counted.data()));
    scores::raise(own.cells(0), Bitboard{own.open(0)}, moved.data());
    scores::require_short(target_.material(), own.cells(0));
    count_work(0, steps(layout_.rows()) - layout_.rows());
}

void SliceSolver::initialise(const scores::SliceContext& context) {
    if (planes_.count() > 0) {
        constexpr std::uint64_t planes_of_task = 8;
        for_each_in_tasks(
            planes_.count(), team_,
            [&](std::size_t thread, std::uint64_t number) {
                const scores::CapturePlane plane = planes_.plane(number);
                initialise_plane(context, plane_initialisers_[thread], plane);
                count_work(thread, static_cast<std::uint64_t>(plane.second_king_squares().count()));
            },
            planes_of_task);
        return;
    }
    for_each_in_tasks(layout_.rows(), team_, [&](std::size_t thread, std::uint64_t row) {
        initialise_row(context, row_initialisers_[thread], static_cast<std::uint32_t>(row));
        if (row % rows_of_task == rows_of_task - 1) {
            count_work(thread, rows_of_task);
        }
    });
    count_work(0, layout_.rows() % rows_of_task);
}

std::uint64_t initialised_together(const index::Material& material) {
    const scores::RowSets sets{material};
    return sets.co_kings > 0 ? index::binomial(64, sets.others) : SliceCells::part_rows;
}

// If the co-kings lead, or with men, the rows of a set of co-kings are adjacent, and its planes, too. Captures lead all
// over smaller classes.
void SliceSolver::initialise_in_parts(const scores::SliceContext& context) {
    const std::uint64_t part = initialised_together(target_.material());
    const std::uint64_t parts = (layout_.rows() + part - 1) / part;
    const std::uint64_t planes = planes_.count() / parts;
    assert(planes * parts == planes_.count());
    memory::parallel_for_within(
        memory_, working_set_in_parts(target_.material()), parts, team_,
        [this] { scores::bring_in_captured(target_.material(), solved_classes_); },
        [&](std::size_t thread, std::uint64_t number) {
            const std::uint64_t first = number * part;
            const std::uint64_t end = std::min<std::uint64_t>(first + part, layout_.rows());
            for (const Colour c : both_colours) {
                cells_.load(c, first, end - first);
            }
            scores::bring_in_rows_after_men_moves(solved_classes_, target_, context.slice(),
                                                  layout_.co_kings_of(static_cast<std::uint32_t>(first)));
            for (std::uint64_t plane = number * planes; plane < (number + 1) * planes; ++plane) {
                initialise_plane(context, plane_initialisers_[thread], planes_.plane(plane));
            }
            for (std::uint64_t row = planes > 0 ? end : first; row < end; ++row) {
                initialise_row(context, row_initialisers_[thread], static_cast<std::uint32_t>(row));
            }
            count_work(thread, end - first);
        });
}

void SliceSolver::initialise_plane(const scores::SliceContext& context, PlaneInitialiser& initialiser,
                                   const scores::CapturePlane& plane) {
    const Bitboard illegal = plane.second_king_squares() - plane.legal_second_king_squares(men_);
    for (const Colour c : both_colours) {
        SideState& state = state_[c];
        for (const Square second : illegal) {
            state.begin_row(plane.row(second), 0, false);
        }
        initialiser.initialise(context, plane, planes_.second(), layout_.pivot(), c, state.cells(0),
                               [&](std::uint32_t row, Bitboard quiet) { state.begin_row(row, quiet.bits(), true); });
    }
}

void SliceSolver::initialise_row(const scores::SliceContext& context, RowInitialiser& initialiser, std::uint32_t row) {
    const scores::Kings kings = layout_.kings_of(row);
    const bool legal = layout_.is_legal(row, men_);
    for (const Colour c : both_colours) {
        SideState& state = state_[c];
        const Bitboard quiet =
            legal ? initialiser.initialise(context, layout_.pivot(), kings, c, state.cells(row)) : Bitboard{};
        state.begin_row(row, quiet.bits(), legal);
    }
}

bool SliceSolver::has_initial_values() const {
    return std::ranges::any_of(state_, [](const SideState& side) {
        return std::ranges::any_of(std::array{0, 1}, [&](int ply) {
            return std::ranges::any_of(side.next_initial(scores::score_at_ply(ply)),
                                       [](scores::Score score) { return score != scores::draw_score; });
        });
    });
}

// Positions still open are draws. Their cells say so only if the best out-of-slice move draws; otherwise there is none,
// or it loses.
void SliceSolver::fill_draws() {
    const auto is_open = [this](Colour c, std::uint32_t row) { return state_[c].open(row); };
    cells_.for_each_part(
        team_,
        [&](Colour c, std::uint32_t first, std::uint32_t end) {
            while (first < end && is_open(c, first) == 0) {
                ++first;
            }
            return first < end;
        },
        [&](Colour c, std::uint32_t first, std::uint32_t end) {
            for (std::uint32_t row = first; row < end; ++row) {
                if (is_open(c, row) != 0) {
                    scores::fill(state_[c].cells(row), Bitboard{is_open(c, row)}, scores::draw_score);
                }
            }
        });
}

}  // namespace dameotb::gen

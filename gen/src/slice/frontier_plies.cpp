#include "frontier_plies.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <dameotb/memory/parallel.hpp>

#include "slice_state.hpp"

namespace dameotb::gen {

namespace {

/// A ply considers all rows, not only those that unmoves lead to, if the enemy was just decided in more than one in
/// this many rows.
constexpr std::size_t dense_share = 64;

/// Returns the end of the groups of rows up to `end`, which is a multiple of their size or the number of rows.
std::uint32_t group_end(std::uint32_t end) {
    return (end + RowSet::group_rows - 1) / RowSet::group_rows;
}
static_assert(SliceCells::part_rows % RowSet::group_rows == 0);

}  // namespace

FrontierPlies::FrontierPlies(const scores::SliceLayout& layout, SliceState& state, SliceCells& cells, DrawRule rule,
                             const memory::Team& team)
    : layout_{layout}, state_{state}, cells_{cells}, frontiers_{rule}, team_{team}, moves_{layout} {
    for (Side& of : sides_) {
        for (std::size_t i = 0; i < frontiers_.count(); ++i) {
            of.frontier.emplace_back(layout.rows());
            of.found.emplace_back(layout.rows());
        }
    }
    if (layout.co_kings_lead()) {
        const auto threads = static_cast<std::size_t>(team.threads);
        leader_moves_ = std::vector<LeaderMoves>(threads, LeaderMoves{layout});
        other_moves_ = std::vector<KingMoves>(threads, KingMoves{layout});
        other_bands_ = king_move_bands(layout, opponent(layout.pivot()));
    }
}

void FrontierPlies::begin_slice(Bitboard) {
    for (Side& of : sides_) {
        clear(of.frontier);
        clear(of.found);
    }
}

void FrontierPlies::end_ply() {
    for (Side& of : sides_) {
        clear(of.frontier);
        std::swap(of.frontier, of.found);
    }
}

bool FrontierPlies::run(scores::Score score) {
    for (const Colour mover : both_colours) {
        score > 0 ? find_wins(mover, score) : find_losses(mover, score);
    }
    decide(score);
    return std::ranges::any_of(both_colours, [&](Colour mover) {
        const RowSet& found = this->found(mover, score);
        return found.has_any(0, found.groups());
    });
}

template <class Body>
void FrontierPlies::for_each_group(Body&& body) const {
    constexpr std::uint64_t groups_of_task = rows_of_task / RowSet::group_rows;
    for_each_in_tasks(
        group_end(layout_.rows()), team_,
        [&](std::size_t, std::uint64_t group) { body(static_cast<std::uint32_t>(group)); }, groups_of_task);
}

void FrontierPlies::clear(std::vector<RowSet>& sets) const {
    for (RowSet& set : sets) {
        for_each_group([&](std::uint32_t group) { set.clear(group); });
    }
}

bool FrontierPlies::is_dense(const RowSet& frontier) const {
    return frontier.count() > layout_.rows() / dense_share;
}

void FrontierPlies::find_wins(Colour mover, scores::Score score) {
    const RowSet& frontier = frontier_of(mover, score);
    if (layout_.co_kings_lead() && is_dense(frontier)) {
        sweep(mover, frontier.words(), true, found(mover, score));
    } else {
        find_unmoves(mover, frontier, found(mover, score));
    }
}

// Open positions are candidates if a king move leads to a new win of the enemy; at ply 0, all of them. They have no
// out-of-slice moves, since there are no men. So a candidate is lost if all king moves lead to wins of the enemy.
void FrontierPlies::find_losses(Colour mover, scores::Score score) {
    const RowSet& frontier = frontier_of(mover, score);
    RowSet& found = this->found(mover, score);
    const bool all_are_candidates = score == scores::score_at_ply(0) || is_dense(frontier);
    if (all_are_candidates && layout_.co_kings_lead()) {
        sweep(mover, state_[opponent(mover)].unwon(), false, found);
        return;
    }
    all_are_candidates ? find_open(mover, found) : find_unmoves(mover, frontier, found);
    keep_lost(mover, found);
}

void FrontierPlies::sweep(Colour mover, const std::uint64_t* set, bool leads_into, RowSet& found) {
    std::uint64_t* const words = found.words();
    const auto put = [&](std::uint32_t row, std::uint64_t with_move) {
        words[row] = state_[mover].open(row) & (leads_into ? with_move : ~with_move);
    };
    if (mover == layout_.pivot()) {
        memory::parallel_for(leader_moves_.front().bands(), team_, [&](std::size_t thread, std::uint64_t band) {
            leader_moves_[thread].into(band, set, put);
        });
    } else {
        memory::parallel_for(other_bands_.size(), team_, [&](std::size_t thread, std::uint64_t number) {
            const RowBand& band = other_bands_[number];
            other_moves_[thread].into(mover, band, set, words);
            band.for_each_run([&](std::uint32_t first) {
                for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
                    put(row, words[row]);
                }
            });
        });
    }
    for_each_group([&](std::uint32_t group) { found.mark_rows(group); });
}

void FrontierPlies::find_open(Colour mover, RowSet& found) {
    for_each_group([&](std::uint32_t group) {
        for (std::uint32_t row = group * RowSet::group_rows;
             row < std::min((group + 1) * RowSet::group_rows, layout_.rows()); ++row) {
            found.add(row, state_[mover].open(row));
        }
    });
}

void FrontierPlies::keep_lost(Colour mover, RowSet& found) {
    for_each_group([&](std::uint32_t group) {
        found.for_each_row(group, group + 1, [&](std::uint32_t row) {
            found.remove(row, ~moves_.without_move_into(mover, row, found[row], state_[opponent(mover)].unwon()));
        });
    });
}

void FrontierPlies::find_unmoves(Colour mover, const RowSet& frontier, RowSet& found) {
    for_each_group([&](std::uint32_t group) {
        frontier.for_each_row(group, group + 1, [&](std::uint32_t reached) {
            moves_.unmoves(mover, reached, frontier[reached], [&](std::uint32_t row, std::uint64_t bits) {
                found.add_shared(row, bits & state_[mover].open(row));
            });
        });
    });
}

void FrontierPlies::decide(scores::Score score) {
    const bool is_small =
        found(Colour::White, score).count() + found(Colour::Black, score).count() < rows_of_task * few_tasks;
    const memory::Team team{is_small && !cells_.is_in_parts() ? 1 : team_.threads, team_.stop};
    cells_.for_each_part(
        team,
        [&](Colour mover, std::uint32_t first, std::uint32_t end) {
            // At most plies few rows have an initial value, and memchr skips the others quickly.
            return found(mover, score).has_any(first / RowSet::group_rows, group_end(end)) ||
                   std::memchr(state_[mover].next_initial(score).data() + first, static_cast<unsigned char>(score),
                               end - first) != nullptr;
        },
        [&](Colour mover, std::uint32_t first, std::uint32_t end) { decide_part(mover, first, end, score); });
}

/// Initial values are those of forced captures. A position with no move has the score of a loss at ply 0 in its cell,
/// too, but find_losses finds it.
void FrontierPlies::decide_part(Colour mover, std::uint32_t first, std::uint32_t end, scores::Score score) {
    SideState& own = state_[mover];
    RowSet& found = this->found(mover, score);
    const scores::Score* const next = own.next_initial(score).data();
    const auto next_row = [&](std::uint32_t from) {
        const void* at = std::memchr(next + from, static_cast<unsigned char>(score), end - from);
        return at == nullptr ? end : static_cast<std::uint32_t>(static_cast<const scores::Score*>(at) - next);
    };
    for (std::uint32_t row = next_row(first); row < end; row = next_row(row + 1)) {
        found.add(row, own.take_initial_values(row, score) & ~own.open(row));
    }
    found.for_each_row(first / RowSet::group_rows, group_end(end),
                       [&](std::uint32_t row) { own.decide(row, found[row], score); });
}

}  // namespace dameotb::gen

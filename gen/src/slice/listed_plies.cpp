#include "listed_plies.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <dameotb/scores/threads/parallel.hpp>

#include "rows_of_task.hpp"

namespace dameotb::gen {

using rules::Colour;

namespace {

/// A ply considers all rows, not only those that unmoves lead to, if the enemy was just decided in more than one in
/// this many rows.
constexpr std::size_t dense_share = 64;

}  // namespace

ListedPlies::ListedPlies(const scores::SliceLayout& layout, SliceState& state, const scores::Team& team)
    : layout_{layout}, state_{state}, team_{team}, moves_{layout}, sides_{Side{layout.rows()}, Side{layout.rows()}} {
    if (layout.co_kings_lead()) {
        for (const Colour mover : both_colours) {
            bands_[static_cast<std::size_t>(mover)] = king_move_bands(layout, mover);
        }
        const KingMoves moves{layout};
        for (std::size_t i = 0; i < both_colours.size() * static_cast<std::size_t>(team.threads); ++i) {
            sweeps_.push_back(moves);
        }
    }
}

void ListedPlies::begin_slice(rules::Bitboard) {
    for (Side& of : sides_) {
        of.frontier.clear();
        of.found.clear();
    }
}

bool ListedPlies::run(int ply) {
    // Each side reads the last ply's results and the enemy's earlier wins, and writes only its own state. A loss ply
    // divides its rows among threads itself.
    const bool is_small =
        std::min(sides_[0].frontier.rows().size(), sides_[1].frontier.rows().size()) < rows_of_task * few_tasks;
    const scores::Team team{ply % 2 != 0 && !is_small ? team_.threads : 1, team_.stop};
    scores::parallel_for(both_colours.size(), team, [&](std::size_t, std::uint64_t i) {
        ply % 2 != 0 ? win_ply(both_colours[i], ply) : loss_ply(both_colours[i], ply);
    });
    for (Side& of : sides_) {
        of.frontier.clear();
        std::swap(of.frontier, of.found);
    }
    return !sides_[0].frontier.rows().empty() || !sides_[1].frontier.rows().empty();
}

bool ListedPlies::is_dense(Colour mover) {
    return side(opponent(mover)).frontier.rows().size() > layout_.rows() / dense_share;
}

void ListedPlies::win_ply(Colour mover, int ply) {
    if (layout_.co_kings_lead() && is_dense(mover)) {
        sweep(mover, side(opponent(mover)).frontier.words(), true, {1, team_.stop});
    } else {
        find_unmoves(mover);
    }
    take_initial_values(mover, ply);
    finish_ply(mover, ply);
}

// Open positions are candidates if a king move leads to a new win of the enemy; at ply 0, all of them. They have no
// out-of-slice moves, since there are no men. So a candidate is lost if all king moves lead to wins of the enemy.
void ListedPlies::loss_ply(Colour mover, int ply) {
    const bool is_any_candidate = ply == 0 || is_dense(mover);
    if (is_any_candidate && layout_.co_kings_lead()) {
        sweep(mover, state(opponent(mover)).unwon(), false, team_);
    } else {
        is_any_candidate ? find_open(mover) : find_unmoves(mover);
        keep_lost(mover);
    }
    take_initial_values(mover, ply);
    finish_ply(mover, ply);
}

void ListedPlies::sweep(Colour mover, const std::uint64_t* set, bool leads_into, const scores::Team& team) {
    std::uint64_t* const found = side(mover).found.words();
    const auto side_to_move = static_cast<std::size_t>(mover);
    scores::parallel_for(bands_[side_to_move].size(), team, [&](std::size_t thread, std::uint64_t number) {
        const RowBand& band = bands_[side_to_move][number];
        sweeps_[both_colours.size() * thread + side_to_move].into(mover, band, set, found);
        band.for_each_run([&](std::uint32_t first) {
            for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
                found[row] = state(mover).open(row) & (leads_into ? found[row] : ~found[row]);
            }
        });
    });
    side(mover).found.list_rows();
}

void ListedPlies::find_open(Colour mover) {
    for (std::uint32_t row = 0; row < layout_.rows(); ++row) {
        side(mover).found.add(row, state(mover).open(row));
    }
}

void ListedPlies::keep_lost(Colour mover) {
    RowSet& found = side(mover).found;
    for_each_row(found.rows().size(), team_, [&](std::size_t, std::uint64_t i) {
        const std::uint32_t row = found.rows()[i];
        const std::uint64_t lost = moves_.without_move_into(mover, row, found[row], state(opponent(mover)).unwon());
        found.remove(row, ~lost);
    });
}

/// Initial values are forced captures. Open positions have the score of a loss at ply 0 in their cells but are none.
void ListedPlies::take_initial_values(Colour mover, int ply) {
    const std::vector<scores::Score>& next = state(mover).next_initial(ply);
    // At most plies few rows have an initial value, and memchr skips the others quickly.
    const auto next_row = [&](std::size_t first) {
        const void* at = std::memchr(next.data() + first, static_cast<unsigned char>(scores::score_at_ply(ply)),
                                     next.size() - first);
        return at == nullptr ? next.size()
                             : static_cast<std::size_t>(static_cast<const scores::Score*>(at) - next.data());
    };
    for (std::size_t at = next_row(0); at < next.size(); at = next_row(at + 1)) {
        const auto row = static_cast<std::uint32_t>(at);
        side(mover).found.add(row, state(mover).take_initial_values(row, ply) & ~state(mover).open(row));
    }
}

void ListedPlies::find_unmoves(Colour mover) {
    Side& own = side(mover);
    const RowSet& frontier = side(opponent(mover)).frontier;
    for (const std::uint32_t reached : frontier.rows()) {
        moves_.unmoves(mover, reached, frontier[reached], [&](std::uint32_t row, std::uint64_t bits) {
            own.found.add(row, bits & state(mover).open(row));
        });
    }
}

void ListedPlies::finish_ply(Colour mover, int ply) {
    Side& own = side(mover);
    own.found.drop_empty_rows();
    for (const std::uint32_t row : own.found.rows()) {
        state(mover).decide(row, own.found[row], ply);
    }
}

}  // namespace dameotb::gen

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

ListedPlies::ListedPlies(const scores::SliceLayout& layout, SliceState& state, rules::DrawRule rule,
                         const scores::Team& team)
    : layout_{layout}, state_{state}, kinds_{rule}, team_{team}, moves_{layout} {
    for (Side& of : sides_) {
        for (std::size_t kind = 0; kind < kinds_.count(); ++kind) {
            of.frontier.emplace_back(layout.rows());
            of.found.emplace_back(layout.rows());
        }
    }
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
        std::ranges::for_each(of.frontier, &RowSet::clear);
        std::ranges::for_each(of.found, &RowSet::clear);
    }
}

void ListedPlies::end_ply() {
    for (Side& of : sides_) {
        std::ranges::for_each(of.frontier, &RowSet::clear);
        std::swap(of.frontier, of.found);
    }
}

bool ListedPlies::run(scores::Score score) {
    // Wins read the last ply's results, losses the enemy's earlier wins too, and each side writes only its own state.
    // The search for losses divides its rows among threads itself.
    const bool wins = score > 0;
    const bool is_small = std::min(frontier_of(Colour::White, score).rows().size(),
                                   frontier_of(Colour::Black, score).rows().size()) < rows_of_task * few_tasks;
    const scores::Team team{wins && !is_small ? team_.threads : 1, team_.stop};
    scores::parallel_for(both_colours.size(), team, [&](std::size_t, std::uint64_t i) {
        wins ? find_wins(both_colours[i], score) : find_losses(both_colours[i], score);
        decide(both_colours[i], score);
    });
    return std::ranges::any_of(both_colours, [&](Colour mover) { return !found(mover, score).rows().empty(); });
}

bool ListedPlies::is_dense(const RowSet& frontier) const {
    return frontier.rows().size() > layout_.rows() / dense_share;
}

void ListedPlies::find_wins(Colour mover, scores::Score score) {
    const RowSet& frontier = frontier_of(mover, score);
    if (layout_.co_kings_lead() && is_dense(frontier)) {
        sweep(mover, frontier.words(), true, found(mover, score), {1, team_.stop});
    } else {
        find_unmoves(mover, frontier, found(mover, score));
    }
}

// Open positions are candidates if a king move leads to a new win of the enemy; at ply 0, all of them. They have no
// out-of-slice moves, since there are no men. So a candidate is lost if all king moves lead to wins of the enemy.
void ListedPlies::find_losses(Colour mover, scores::Score score) {
    const RowSet& frontier = frontier_of(mover, score);
    RowSet& found = this->found(mover, score);
    const bool is_any_candidate = score == scores::score_at_ply(0) || is_dense(frontier);
    if (is_any_candidate && layout_.co_kings_lead()) {
        sweep(mover, state(opponent(mover)).unwon(), false, found, team_);
        return;
    }
    is_any_candidate ? find_open(mover, found) : find_unmoves(mover, frontier, found);
    keep_lost(mover, found);
}

void ListedPlies::sweep(Colour mover, const std::uint64_t* set, bool leads_into, RowSet& found,
                        const scores::Team& team) {
    std::uint64_t* const words = found.words();
    const auto side_to_move = static_cast<std::size_t>(mover);
    scores::parallel_for(bands_[side_to_move].size(), team, [&](std::size_t thread, std::uint64_t number) {
        const RowBand& band = bands_[side_to_move][number];
        sweeps_[both_colours.size() * thread + side_to_move].into(mover, band, set, words);
        band.for_each_run([&](std::uint32_t first) {
            for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
                words[row] = state(mover).open(row) & (leads_into ? words[row] : ~words[row]);
            }
        });
    });
    found.list_rows();
}

void ListedPlies::find_open(Colour mover, RowSet& found) {
    for (std::uint32_t row = 0; row < layout_.rows(); ++row) {
        found.add(row, state(mover).open(row));
    }
}

void ListedPlies::keep_lost(Colour mover, RowSet& found) {
    for_each_row(found.rows().size(), team_, [&](std::size_t, std::uint64_t i) {
        const std::uint32_t row = found.rows()[i];
        const std::uint64_t lost = moves_.without_move_into(mover, row, found[row], state(opponent(mover)).unwon());
        found.remove(row, ~lost);
    });
}

void ListedPlies::find_unmoves(Colour mover, const RowSet& frontier, RowSet& found) {
    for (const std::uint32_t reached : frontier.rows()) {
        moves_.unmoves(mover, reached, frontier[reached],
                       [&](std::uint32_t row, std::uint64_t bits) { found.add(row, bits & state(mover).open(row)); });
    }
}

/// Initial values are forced captures. Open positions have the score of a loss at ply 0 in their cells but are none.
void ListedPlies::decide(Colour mover, scores::Score score) {
    SideState& own = state(mover);
    RowSet& found = this->found(mover, score);
    const std::vector<scores::Score>& next = own.next_initial(score);
    // At most plies few rows have an initial value, and memchr skips the others quickly.
    const auto next_row = [&](std::size_t first) {
        const void* at = std::memchr(next.data() + first, static_cast<unsigned char>(score), next.size() - first);
        return at == nullptr ? next.size()
                             : static_cast<std::size_t>(static_cast<const scores::Score*>(at) - next.data());
    };
    for (std::size_t at = next_row(0); at < next.size(); at = next_row(at + 1)) {
        const auto row = static_cast<std::uint32_t>(at);
        found.add(row, own.take_initial_values(row, score) & ~own.open(row));
    }
    found.drop_empty_rows();
    for (const std::uint32_t row : found.rows()) {
        own.decide(row, found[row], score);
    }
}

}  // namespace dameotb::gen

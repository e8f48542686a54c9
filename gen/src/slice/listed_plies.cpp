#include "listed_plies.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <dameotb/store/threads/parallel.hpp>

#include "rows_of_task.hpp"

namespace dameotb::gen {

using rules::Colour;

namespace {

/// A loss ply looks at all rows, and not only at those that unmoves lead to, if the enemy has just won in more than one
/// of so many rows.
constexpr std::size_t dense_share = 64;

}  // namespace

ListedPlies::ListedPlies(const store::SliceLayout& layout, SliceState& state, const store::Team& team)
    : layout_{layout}, state_{state}, team_{team}, moves_{layout}, sides_{Side{layout.rows()}, Side{layout.rows()}} {}

void ListedPlies::begin_slice(rules::Bitboard) {
    for (Side& of : sides_) {
        of.frontier.clear();
        of.found.clear();
    }
}

bool ListedPlies::run(int ply) {
    // Each side reads what the last ply found and what its enemy had won before, and writes only its own state. A loss
    // ply shares its rows inside.
    const bool is_small =
        std::min(sides_[0].frontier.rows().size(), sides_[1].frontier.rows().size()) < rows_of_task * few_tasks;
    const store::Team team{ply % 2 != 0 && !is_small ? team_.threads : 1, team_.stop};
    store::parallel_for(both_colours.size(), team, [&](std::size_t, std::uint64_t i) {
        ply % 2 != 0 ? win_ply(both_colours[i], ply) : loss_ply(both_colours[i], ply);
    });
    for (Side& of : sides_) {
        of.frontier.clear();
        std::swap(of.frontier, of.found);
    }
    return !sides_[0].frontier.rows().empty() || !sides_[1].frontier.rows().empty();
}

void ListedPlies::win_ply(Colour mover, int ply) {
    take_seeds(mover, ply);
    find_unmoves(mover);
    finish_ply(mover, ply);
}

// Open positions are candidates if something has changed for them: a king move now leads to a new win of the enemy, or
// the ply of the best exit, a loss, is reached. A candidate is lost unless an exit is better than a loss at this ply or
// a king move does not lead to the enemy's wins. What is not open here has a forced capture, and is lost in any case.
void ListedPlies::loss_ply(Colour mover, int ply) {
    Side& own = side(mover);
    take_seeds(mover, ply);
    // If the enemy has just won in many rows, unmoves would lead to most rows several times. So all rows are taken.
    if (side(opponent(mover)).frontier.rows().size() > layout_.rows() / dense_share) {
        for (std::uint32_t row = 0; row < layout_.rows(); ++row) {
            own.found.add(row, state(mover).open(row));
        }
    } else {
        find_unmoves(mover);
    }
    for_each_row(own.found.rows().size(), team_, [&](std::size_t, std::uint64_t i) {
        const std::uint32_t row = own.found.rows()[i];
        const std::uint64_t open = own.found[row] & state(mover).open(row);
        if (open == 0) {
            return;
        }
        const std::uint64_t candidates = state(mover).exits_lose(row, open, ply);
        const std::uint64_t lost =
            candidates == 0 ? 0 : moves_.without_move_into(mover, row, candidates, state(opponent(mover)).unwon());
        own.found.remove(row, open & ~lost);
    });
    finish_ply(mover, ply);
}

void ListedPlies::take_seeds(Colour mover, int ply) {
    const std::vector<store::Score>& next = state(mover).next_seeds(ply);
    // At most plies few rows have a seed, and memchr passes over the others quickly.
    const auto next_row = [&](std::size_t first) {
        const void* at =
            std::memchr(next.data() + first, static_cast<unsigned char>(store::score_at_ply(ply)), next.size() - first);
        return at == nullptr ? next.size()
                             : static_cast<std::size_t>(static_cast<const store::Score*>(at) - next.data());
    };
    for (std::size_t at = next_row(0); at < next.size(); at = next_row(at + 1)) {
        const auto row = static_cast<std::uint32_t>(at);
        side(mover).found.add(row, state(mover).take_seeds(row, ply));
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

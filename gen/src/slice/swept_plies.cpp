// Skips a band if nothing can have changed for its positions.
#include "swept_plies.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include <dameotb/scores/threads/parallel.hpp>

namespace dameotb::gen {

using rules::Colour;

SweptPlies::SweptPlies(const scores::SliceLayout& layout, SliceState& state, const scores::Team& team)
    : layout_{layout}, state_{state}, team_{team}, moves_(static_cast<std::size_t>(team.threads), KingMoves{layout}) {
    for (const Colour mover : both_colours) {
        Side& of = side(mover);
        of.bands = king_move_bands(layout, mover);
        of.frontier.resize(layout.rows());
        of.found.resize(layout.rows());
    }
}

void SweptPlies::begin_slice(rules::Bitboard men) {
    for (KingMoves& moves : moves_) {
        moves.begin_slice(men);
    }
    for (Side& of : sides_) {
        std::ranges::fill(of.frontier, 0);
    }
}

// Each side reads the last ply's results and the enemy's earlier wins, and writes only its own state. So all bands of
// both sides can run concurrently.
bool SweptPlies::run(int ply) {
    std::atomic<bool> any = false;
    const std::size_t white_bands = sides_[0].bands.size();
    scores::parallel_for(white_bands + sides_[1].bands.size(), team_, [&](std::size_t thread, std::uint64_t task) {
        const bool is_white = task < white_bands;
        const Colour mover = is_white ? Colour::White : Colour::Black;
        const RowBand& band = is_white ? sides_[0].bands[task] : sides_[1].bands[task - white_bands];
        if (run(mover, band, moves_[thread], ply)) {
            any.store(true, std::memory_order_relaxed);
        }
    });
    for (Side& of : sides_) {
        std::swap(of.frontier, of.found);
    }
    return any;
}

bool SweptPlies::run(Colour mover, const RowBand& band, KingMoves& moves, int ply) {
    const Side& enemy = side(opponent(mover));
    std::uint64_t* found = side(mover).found.data();
    const bool initial = has_initial_values(mover, band, ply);
    bool candidates = false;
    if (has_kings(mover) && (initial || has_bits(band, enemy.frontier))) {
        moves.into(mover, band, ply % 2 != 0 ? enemy.frontier.data() : state(opponent(mover)).unwon(), found);
        candidates = keep_candidates(mover, band, ply);
    } else {
        band.for_each_run([&](std::uint32_t first) { std::fill_n(found + first, band.run_rows, 0); });
    }
    return (candidates || initial) && decide(mover, band, ply);
}

/// From the positions with a king move into the set of this ply, finds those that this makes a win or a loss, as far as
/// their out-of-slice moves allow it at some ply. Returns whether there are any.
bool SweptPlies::keep_candidates(Colour mover, const RowBand& band, int ply) {
    const SideState& own = state(mover);
    std::uint64_t* found = side(mover).found.data();
    std::uint64_t any = 0;
    band.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
            found[row] = ply % 2 != 0 ? own.open(row) & found[row] : own.losable(row) & ~found[row];
            any |= found[row];
        }
    });
    return any != 0;
}

/// Decides initial values, and the candidates except losses with an out-of-slice move that is better at this ply.
/// Returns whether there are any.
bool SweptPlies::decide(Colour mover, const RowBand& band, int ply) {
    const SideState& own = state(mover);
    const std::vector<std::uint64_t>& found = side(mover).found;
    const scores::Score* next = own.next_initial(ply).data();
    // Rows with anything to do are gathered, so that their cells can be prefetched.
    std::array<std::uint32_t, 1024> rows;
    std::size_t count = 0;
    std::uint64_t all = 0;
    const auto decide_rows = [&] {
        for (std::size_t i = 0; i < count; ++i) {
            constexpr std::size_t ahead = 12;
            own.prefetch(rows[std::min(i + ahead, count - 1)]);
            all |= decide_row(mover, rows[i], ply);
        }
        count = 0;
    };
    band.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
            rows[count] = row;
            const bool has_initial_values = next[row] == scores::score_at_ply(ply);
            count += static_cast<std::size_t>(found[row] != 0) | static_cast<std::size_t>(has_initial_values);
            if (count == rows.size()) {
                decide_rows();
            }
        }
    });
    decide_rows();
    return all != 0;
}

/// Initial values are wins, losses of a side without kings, and losses that are not open because a capture is forced.
/// Other losing out-of-slice moves count only if the kings lose too.
std::uint64_t SweptPlies::decide_row(Colour mover, std::uint32_t row, int ply) {
    SideState& own = state(mover);
    std::uint64_t& found = side(mover).found[row];
    const bool needs_kings = ply % 2 == 0 && has_kings(mover);
    if (needs_kings && found != 0) {
        found = own.moves_out_lose(row, found, ply);
    }
    if (own.next_initial(ply)[row] == scores::score_at_ply(ply)) {
        found |= own.take_initial_values(row, ply) & (needs_kings ? ~own.open(row) : ~std::uint64_t{0});
    }
    if (found != 0) {
        own.decide(row, found, ply);
    }
    return found;
}

bool SweptPlies::has_initial_values(Colour mover, const RowBand& band, int ply) {
    const scores::Score* next = state(mover).next_initial(ply).data();
    bool any = false;
    band.for_each_run([&](std::uint32_t first) {
        any = any || std::memchr(next + first, static_cast<unsigned char>(scores::score_at_ply(ply)), band.run_rows);
    });
    return any;
}

bool SweptPlies::has_bits(const RowBand& band, const std::vector<std::uint64_t>& words) {
    std::uint64_t all = 0;
    band.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
            all |= words[row];
        }
    });
    return all != 0;
}

}  // namespace dameotb::gen

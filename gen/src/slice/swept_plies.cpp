// Each ply finds what it decides band by band, and skips a band if nothing can have changed for its positions.
#include "swept_plies.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include <dameotb/memory/parallel.hpp>

namespace dameotb::gen {

SweptPlies::SweptPlies(const scores::SliceLayout& layout, SliceState& state, SliceCells& cells, DrawRule rule,
                       const memory::Team& team)
    : layout_{layout},
      state_{state},
      cells_{cells},
      frontiers_{rule},
      team_{team},
      moves_(static_cast<std::size_t>(team.threads), KingMoves{layout}) {
    for (const Colour mover : both_colours) {
        Side& own = sides_[mover];
        own.bands = king_move_bands(layout, mover);
        higher_.resize(cross_bands(layout, mover) ? layout.rows() : higher_.size());
        for (std::size_t i = 0; i < frontiers_.count(); ++i) {
            own.frontier[i].resize(layout.rows());
            own.found[i].resize(layout.rows());
        }
    }
}

void SweptPlies::begin_slice(Bitboard men) {
    for (KingMoves& moves : moves_) {
        moves.begin_slice(men);
    }
    for (Side& one : sides_) {
        for (Words& frontier : one.frontier) {
            std::ranges::fill(frontier, 0);
        }
        std::ranges::fill(one.found[1], 0);  // ply 0 decides no wins; without a rule, there are no such words
    }
}

void SweptPlies::end_ply() {
    for (Side& one : sides_) {
        std::swap(one.frontier, one.found);
    }
}

// Wins read the last ply's results, losses the enemy's earlier wins too, and a ply that decides losses changes no wins.
// So all bands of both sides can run concurrently, and each is decided while it is in the cache. Bands go across all
// co-kings; where cells come in by parts, they are decided afterwards.
bool SweptPlies::run(scores::Score score) {
    std::atomic<bool> any = false;
    const auto note = [](std::atomic<bool>& flag, bool value) {
        if (value) {
            flag.store(true, std::memory_order_relaxed);
        }
    };
    const auto decide_found = [&](Colour mover, const RowBand& band) {
        note(any, !cells_.is_in_parts() && decide(mover, band, score));
    };
    std::atomic<bool> may_cross = false;
    const std::size_t white_bands = sides_[0].bands.size();
    memory::parallel_for(white_bands + sides_[1].bands.size(), team_, [&](std::size_t thread, std::uint64_t task) {
        const Colour mover = task < white_bands ? Colour::White : Colour::Black;
        const RowBand& band = task < white_bands ? sides_[0].bands[task] : sides_[1].bands[task - white_bands];
        if (cross_bands(layout_, mover)) {
            note(may_cross, begin_crossing(mover, band, moves_[thread], score));
        } else if (find(mover, band, moves_[thread], score)) {
            decide_found(mover, band);
        }
    });
    if (may_cross) {
        const Colour mover = cross_bands(layout_, Colour::White) ? Colour::White : Colour::Black;
        memory::parallel_for(KingMoves::parts, team_, [&](std::size_t thread, std::uint64_t part) {
            moves_[thread].add_part(mover, part, reached(mover, score), found(mover, score).data(), higher_.data());
        });
        const std::vector<RowBand>& bands = sides_[mover].bands;
        memory::parallel_for(bands.size(), team_, [&](std::size_t, std::uint64_t task) {
            if (end_crossing(mover, bands[task], score)) {
                decide_found(mover, bands[task]);
            }
        });
    }
    return cells_.is_in_parts() ? decide_in_parts(score) : any.load();
}

bool SweptPlies::decide_in_parts(scores::Score score) {
    const auto band_of = [](std::uint32_t first, std::uint32_t end) { return RowBand{first, end - first, 1, 0}; };
    std::atomic<bool> any = false;
    cells_.for_each_part(
        team_,
        [&](Colour mover, std::uint32_t first, std::uint32_t end) {
            return has_bits(band_of(first, end), found(mover, score)) ||
                   has_initial_values(mover, band_of(first, end), score);
        },
        [&](Colour mover, std::uint32_t first, std::uint32_t end) {
            if (decide(mover, band_of(first, end), score)) {
                any.store(true, std::memory_order_relaxed);
            }
        });
    return any;
}

bool SweptPlies::find(Colour mover, const RowBand& band, KingMoves& moves, scores::Score score) {
    std::uint64_t* found = this->found(mover, score).data();
    const bool initial = has_initial_values(mover, band, score);
    bool candidates = false;
    if (has_kings(layout_, mover) && (initial || has_bits(band, frontier(mover, score)))) {
        moves.into(mover, band, reached(mover, score), found);
        candidates = keep_candidates(mover, band, score);
    } else {
        band.for_each_run([&](std::uint32_t first) { std::fill_n(found + first, band.run_rows, 0); });
    }
    return candidates || initial;
}

bool SweptPlies::begin_crossing(Colour mover, const RowBand& band, KingMoves& moves, scores::Score score) {
    std::fill_n(found(mover, score).data() + band.first, band.run_rows, 0);
    moves.begin_crossing(mover, band, reached(mover, score), higher_.data());
    return has_initial_values(mover, band, score) || has_bits(band, frontier(mover, score));
}

bool SweptPlies::end_crossing(Colour mover, const RowBand& band, scores::Score score) {
    std::uint64_t* found = this->found(mover, score).data();
    for (std::uint32_t row = band.first; row < band.first + band.run_rows; ++row) {
        found[row] |= higher_[row];
    }
    const bool candidates = keep_candidates(mover, band, score);
    return candidates || has_initial_values(mover, band, score);
}

/// From the positions with a king move into the set of this ply, finds those that this makes a win or a loss. In rows
/// with an initial value of this ply, only the cells say which positions are losable: there, finds all that their king
/// moves allow. Returns whether there are any.
bool SweptPlies::keep_candidates(Colour mover, const RowBand& band, scores::Score score) {
    const SideState& own = state_[mover];
    const scores::Score* next = own.next_initial(score).data();
    std::uint64_t* found = this->found(mover, score).data();
    std::uint64_t any = 0;
    band.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
            found[row] = score > 0            ? own.open(row) & found[row]
                         : next[row] == score ? own.open(row) & ~found[row]
                                              : own.losable(row) & ~found[row];
            any |= found[row];
        }
    });
    return any != 0;
}

/// Decides initial values, and the candidates. Returns whether there are any.
bool SweptPlies::decide(Colour mover, const RowBand& band, scores::Score score) {
    const SideState& own = state_[mover];
    const Words& found = this->found(mover, score);
    const scores::Score* next = own.next_initial(score).data();
    // Rows with anything to do are gathered, so that their cells can be prefetched.
    std::array<std::uint32_t, 1024> rows;
    std::size_t count = 0;
    std::uint64_t all = 0;
    const auto decide_rows = [&] {
        for (std::size_t i = 0; i < count; ++i) {
            constexpr std::size_t ahead = 12;
            own.prefetch(rows[std::min(i + ahead, count - 1)]);
            all |= decide_row(mover, rows[i], score);
        }
        count = 0;
    };
    band.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
            rows[count] = row;
            const bool has_initial_values = next[row] == score;
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
/// Other losing out-of-slice moves count only if the kings lose too, now or at a later ply.
std::uint64_t SweptPlies::decide_row(Colour mover, std::uint32_t row, scores::Score score) {
    SideState& own = state_[mover];
    std::uint64_t& decided = found(mover, score)[row];
    if (own.next_initial(score)[row] == score) {
        const std::uint64_t initial = own.take_initial_values(row, score);
        if (score < 0 && has_kings(layout_, mover)) {
            own.make_losable(row, initial);
            decided = (decided & own.losable(row)) | (initial & ~own.open(row));
        } else {
            decided |= initial;
        }
    }
    if (decided != 0) {
        own.decide(row, decided, score);
    }
    return decided;
}

bool SweptPlies::has_initial_values(Colour mover, const RowBand& band, scores::Score score) {
    const scores::Score* next = state_[mover].next_initial(score).data();
    bool any = false;
    band.for_each_run([&](std::uint32_t first) {
        any = any || std::memchr(next + first, static_cast<unsigned char>(score), band.run_rows);
    });
    return any;
}

bool SweptPlies::has_bits(const RowBand& band, const Words& words) {
    std::uint64_t all = 0;
    band.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + band.run_rows; ++row) {
            all |= words[row];
        }
    });
    return all != 0;
}

}  // namespace dameotb::gen

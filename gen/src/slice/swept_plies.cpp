// A block is passed over if nothing can have changed for its positions.
#include "swept_plies.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::gen {

using rules::Colour;

SweptPlies::SweptPlies(const store::SliceLayout& layout, SliceState& state, const store::Team& team)
    : layout_{layout}, state_{state}, team_{team}, moves_(static_cast<std::size_t>(team.threads), KingMoves{layout}) {
    for (const Colour mover : both_colours) {
        Side& of = side(mover);
        of.blocks = king_move_blocks(layout, mover);
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

// Each side reads what the last ply found and what its enemy had won before, and writes only its own state. So all
// blocks of both sides can be done at the same time.
bool SweptPlies::run(int ply) {
    std::atomic<bool> any = false;
    const std::size_t white_blocks = sides_[0].blocks.size();
    store::parallel_for(white_blocks + sides_[1].blocks.size(), team_, [&](std::size_t thread, std::uint64_t task) {
        const bool is_white = task < white_blocks;
        const Colour mover = is_white ? Colour::White : Colour::Black;
        const RowBlock& block = is_white ? sides_[0].blocks[task] : sides_[1].blocks[task - white_blocks];
        find_by_kings(mover, block, moves_[thread], ply);
        if (decide(mover, block, ply)) {
            any.store(true, std::memory_order_relaxed);
        }
    });
    for (Side& of : sides_) {
        std::swap(of.frontier, of.found);
    }
    return any;
}

/// Finds the open positions that win by a king move to a loss of the last ply, or from which no king move leads to
/// anything but wins of the enemy. It says that there are none if there is no new one: none has changed if no king move
/// leads to what the last ply found, and if this is the ply of no best exit.
void SweptPlies::find_by_kings(Colour mover, const RowBlock& block, KingMoves& moves, int ply) {
    const Side& enemy = side(opponent(mover));
    std::uint64_t* found = side(mover).found.data();
    if (!has_kings(mover) || !(has_bits(block, enemy.frontier) || has_seeds(mover, block, ply))) {
        block.for_each_run([&](std::uint32_t first) { std::fill_n(found + first, block.run_rows, 0); });
        return;
    }
    const bool wins = ply % 2 != 0;
    moves.into(mover, block, wins ? enemy.frontier.data() : state(opponent(mover)).unwon(), found);
    block.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + block.run_rows; ++row) {
            found[row] = state(mover).open(row) & (wins ? found[row] : ~found[row]);
        }
    });
}

/// Decides what is found, unless a loss has an exit that is better at this ply, and seeds: wins, losses without kings,
/// and losses that are not open, since they have a forced capture. Returns whether there is anything.
bool SweptPlies::decide(Colour mover, const RowBlock& block, int ply) {
    SideState& own = state(mover);
    std::vector<std::uint64_t>& found = side(mover).found;
    const bool by_kings_alone = ply % 2 == 0 && has_kings(mover);
    std::uint64_t all = 0;
    block.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + block.run_rows; ++row) {
            std::uint64_t bits = found[row];
            if (bits != 0 && by_kings_alone) {
                bits = own.exits_lose(row, bits, ply);
            }
            if (own.next_seeds(ply)[row] == store::score_at_ply(ply)) {
                bits |= own.take_seeds(row, ply) & (by_kings_alone ? ~own.open(row) : ~std::uint64_t{0});
            }
            if (bits != 0) {
                own.decide(row, bits, ply);
            }
            found[row] = bits;
            all |= bits;
        }
    });
    return all != 0;
}

bool SweptPlies::has_seeds(Colour mover, const RowBlock& block, int ply) {
    const store::Score* next = state(mover).next_seeds(ply).data();
    bool any = false;
    block.for_each_run([&](std::uint32_t first) {
        any = any || std::memchr(next + first, static_cast<unsigned char>(store::score_at_ply(ply)), block.run_rows);
    });
    return any;
}

bool SweptPlies::has_bits(const RowBlock& block, const std::vector<std::uint64_t>& words) {
    std::uint64_t all = 0;
    block.for_each_run([&](std::uint32_t first) {
        for (std::uint32_t row = first; row < first + block.run_rows; ++row) {
            all |= words[row];
        }
    });
    return all != 0;
}

}  // namespace dameotb::gen

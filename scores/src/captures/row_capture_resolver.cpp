// Looks up the longest chains, each for all squares of the pivot king at once.
#include <dameotb/scores/captures/row_capture_resolver.hpp>

#include <algorithm>

#include <dameotb/scores/row/man_moves_out.hpp>

namespace dameotb::scores {

Bitboard RowCaptureResolver::resolve(const Position& fixed, Colour pivot, Score* cells) {
    search_.search(fixed, pivot);
    const Bitboard forced = search_.forced();
    if (forced.empty()) {
        return forced;
    }
    fill(cells, forced, no_score);
    const index::Material material = index::Material::of(fixed);
    // Chains for the same squares of the pivot king are mostly consecutive, so only their best score is written.
    Bitboard pending;
    Score best = no_score;
    const auto write_pending = [&] {
        if (best != no_score) {
            scores::raise(cells, pending, best);
        }
    };
    for (const RowChain& chain : search_.chains()) {
        const Bitboard pivots = search_.longest(chain);
        if (pivots.empty()) {
            continue;
        }
        const bool wins = chain.count() == search_.enemies();  // no piece left: the enemy loses at once (RULES 7)
        if (!wins && !chain.pivot_captures && !chain.pivot_taken) {
            raise_before_move(cells, pivots, scores_of(after(fixed, pivot, chain, material), pivot, pivots));
            continue;
        }
        if (pivots != pending) {
            write_pending();
            pending = pivots;
            best = no_score;
        }
        const Score score =
            wins ? score_at_ply(1) : before_move(worst_score(after(fixed, pivot, chain, material), chain));
        best = std::max(best, score);
    }
    write_pending();
    return forced;
}

/// Returns where a chain leads, without the pivot king.
CaptureTarget RowCaptureResolver::after(const Position& fixed, Colour pivot, const RowChain& chain,
                                        const index::Material& material) {
    CaptureTarget reached = CaptureTarget::after_taking(fixed, material, chain.taken);
    if (!chain.pivot_captures) {
        reached.land(chain.from, chain.landings);
    }
    if (!chain.pivot_taken) {
        reached.add_king(pivot);
    }
    return reached;
}

/// Returns the score that is worst for the enemy, who is to move, among those with the pivot king on each landing
/// square. If the pivot king was taken, there is only one.
Score RowCaptureResolver::worst_score(const CaptureTarget& reached, const RowChain& chain) {
    const Position& position = reached.position;
    const Colour next_side = position.side_to_move;
    if (chain.pivot_taken) {
        const SliceView& view = views_.view(reached.material, index::Slice::of(position), next_side);
        return view.at(next_side, {{position.white().kings, position.black().kings}});
    }
    const Score* scores = scores_of(reached, opponent(next_side), chain.landings);
    Score worst = scores[chain.landings.lowest().index()];
    for (const Square landing : chain.landings) {
        worst = std::min(worst, scores[landing.index()]);
    }
    return worst;
}

/// Returns scores by the pivot king's square, at least for `squares`. They are valid until the next call.
const Score* RowCaptureResolver::scores_of(const CaptureTarget& reached, Colour pivot, Bitboard squares) {
    const Position& position = reached.position;
    const Colour next_side = position.side_to_move;
    const SliceView& view = views_.view(reached.material, index::Slice::of(position), next_side);
    const Kings kings{{position.white().kings, position.black().kings}};
    return row_in_view(view, next_side, pivot, kings, squares, buffer_);
}

}  // namespace dameotb::scores

// Looks up the longest chains, each for all squares of two kings at once.
#include <dameotb/scores/captures/plane_capture_resolver.hpp>

#include <algorithm>

#include <dameotb/scores/captures/capture_target.hpp>
#include <dameotb/scores/row/man_moves_out.hpp>

namespace dameotb::scores {

using rules::Direction;

namespace {

/// Returns, by square, the greatest score of the vacant squares that follow it in direction d up to the first that is
/// not vacant, or no_score.
RowScores best_ahead(const RowScores& scores, Bitboard vacant, Direction d) {
    RowScores best;
    for (int n = 0; n < 64; ++n) {
        const Square square{rules::ascends(d) ? 63 - n : n};
        const auto next = rules::step(square, d);
        const std::size_t ahead = next ? static_cast<std::size_t>(next->index()) : 0;
        best.cells[square] =
            next && vacant.contains(*next) ? std::max(scores.cells[ahead], best.cells[ahead]) : no_score;
    }
    return best;
}

}  // namespace

void PlaneCaptureResolver::resolve(const Position& fixed, Colour second, Colour pivot, Bitboard seconds) {
    search_.search(fixed, second, pivot, seconds);
    fixed_ = fixed;
    second_ = second;
    pivot_ = pivot;
    seconds_ = seconds;
    material_ = index::Material::of(fixed);
    target_.reset();
    for (const Square square : seconds) {
        scores_[square].cells.fill(no_score);
    }
    if (search_.kings_are_enemies() && search_.enemies() > 1) {
        raise_by_singles();
    }
    for (const PlaneChain& chain : search_.chains()) {
        if (chain.count < search_.enemies()) {
            raise_by(chain);
        }
    }
    for (const Square square : seconds) {  // no piece left: the enemy loses at once (RULES 7)
        const auto s = static_cast<std::size_t>(square.index());
        if (search_.wins()[s] != 0) {
            raise(scores_[s].data(), Bitboard{search_.wins()[s]}, score_at_ply(1));
        }
    }
}

/// Raises by captures of one of the two kings by the other. If no longer chain is possible, all landings are legal, so
/// the best of them counts, wherever the leap begins.
void PlaneCaptureResolver::raise_by_singles() {
    const Colour mover = fixed_.side_to_move;
    const bool second_captures = second_ == mover;
    CaptureTarget reached = CaptureTarget::after_taking(fixed_, material_, {});
    reached.add_king(mover);
    const SliceView& view = views_.view(reached.material, index::Slice::of(fixed_), opponent(mover));
    const Bitboard vacant = ~fixed_.occupied();
    RowScores landed;
    write_row(view, {{fixed_.white().kings, fixed_.black().kings}}, mover, vacant, landed);
    for (const Direction d : rules::orthogonals) {
        const RowScores best = best_ahead(landed, vacant, d);
        for (const Square square : seconds_) {
            const auto s = static_cast<std::size_t>(square.index());
            const Bitboard pivots{search_.king_takes_king(d, s)};
            if (pivots.empty()) {
                continue;
            }
            if (second_captures) {
                raise(scores_[s].data(), pivots, best.data());
            } else {
                raise(scores_[s].data(), pivots, best.cells[s]);
            }
        }
    }
}

void PlaneCaptureResolver::raise_by(const PlaneChain& chain) {
    SquareArray<std::uint64_t> pivots;  // only those of `seconds`: clearing all takes a third of the time
    Bitboard seconds;
    Bitboard all_pivots;
    for (const Square square : chain.seconds) {
        const auto s = static_cast<std::size_t>(square.index());
        pivots[s] = search_.longest(chain, s);
        if (pivots[s] != 0) {
            seconds |= square;
            all_pivots |= Bitboard{pivots[s]};
        }
    }
    if (seconds.empty()) {
        return;
    }
    const Kings kings = enter_target(chain);
    const auto cells = [&](Square square) { return scores_[square].data(); };
    const auto pivots_of = [&](Square square) { return Bitboard{pivots[square]}; };
    RowScores row;
    if (chain.second_stays() && chain.pivot_stays()) {
        for (const Square square : seconds) {
            Kings with_second = kings;
            with_second[second_] |= square;
            write_row(target_->view, with_second, pivot_, pivots_of(square), row);
            raise(cells(square), pivots_of(square), row.data());
        }
    } else if (chain.pivot_stays()) {
        write_row(target_->view, kings, pivot_, all_pivots, row);
        for (const Square square : seconds) {
            raise(cells(square), pivots_of(square), row.data());
        }
    } else if (chain.second_stays()) {
        write_row(target_->view, kings, second_, seconds, row);
        for (const Square square : seconds) {
            raise(cells(square), pivots_of(square), row.cells[square]);
        }
    } else {
        const Score score = before_move(target_->view.at(opponent(fixed_.side_to_move), kings));
        for (const Square square : seconds) {
            raise(cells(square), pivots_of(square), score);
        }
    }
}

/// Makes the chain's destination the target, and returns the kings there except those whose squares are not fixed.
Kings PlaneCaptureResolver::enter_target(const PlaneChain& chain) {
    const Colour mover = fixed_.side_to_move;
    if (!target_ || !leads_to_target(chain)) {
        CaptureTarget reached = CaptureTarget::after_taking(fixed_, material_, chain.taken);
        if (!chain.second_taken) {
            reached.add_king(second_);
        }
        if (!chain.pivot_taken) {
            reached.add_king(pivot_);
        }
        if (chain.by == PlaneChain::By::Fixed) {
            reached.land(chain.from, Bitboard{chain.landing});
        } else {
            reached.position[mover].kings |= chain.landing;
        }
        const Position& position = reached.position;
        const bool lands_as_king = position[mover].kings.contains(chain.landing);
        target_ = {chain,
                   {{position.white().kings, position.black().kings}},
                   lands_as_king,
                   views_.view(reached.material, index::Slice::of(position), opponent(mover))};
        target_->kings[mover] -= chain.landing;
    }
    Kings kings = target_->kings;
    if (target_->lands_as_king) {
        kings[mover] |= chain.landing;
    }
    return kings;
}

/// Returns whether the target has the chain's view and kings, except for the capturing one. What a king takes
/// determines this, wherever it lands.
bool PlaneCaptureResolver::leads_to_target(const PlaneChain& chain) const {
    const PlaneChain& other = target_->chain;
    if (chain.taken != other.taken || chain.second_taken != other.second_taken ||
        chain.pivot_taken != other.pivot_taken || chain.by != other.by) {
        return false;
    }
    return chain.by != PlaneChain::By::Fixed ||
           (chain.from == other.from && (chain.landing == other.landing || fixed_.own().kings.contains(chain.from)));
}

void PlaneCaptureResolver::write_row(const SliceView& view, const Kings& kings, Colour side, Bitboard squares,
                                     RowScores& row) {
    const Score* reached = row_in_view(view, opponent(fixed_.side_to_move), side, kings, squares, buffer_);
    write_before_move(reached, row.data());
}

}  // namespace dameotb::scores

// Single rows, and planes, for which the destinations of men's moves are looked up together.
#include "initialisers.hpp"

#include <algorithm>

namespace dameotb::gen {

Bitboard RowInitialiser::initialise(const scores::SliceContext& context, Colour pivot, const scores::Kings& kings,
                                    Colour side_to_move, scores::Score* scores) {
    const Bitboard forced =
        resolver_.resolve(scores::position_of(context.slice(), kings, side_to_move), pivot, captured_.data());
    return write_initial_values(
        context, pivot, kings, side_to_move, forced, captured_.data(), scores,
        [&](Bitboard quiet) { scores::raise_by_men(scores, context, pivot, kings, quiet, side_to_move, buffer_); });
}

void PlaneInitialiser::prefetch_men(const scores::SliceContext& context, const scores::Kings& kings, Colour pivot,
                                    Colour side_to_move) {
    const auto row_of = [&](std::size_t i, const scores::Kings& next, Bitboard) {
        const scores::SliceView& view = context.man_moves(side_to_move)[i].target;
        if (view.runs(pivot)) {
            view.prefetch_row(opponent(side_to_move), next);
        }
        return nullptr;
    };
    scores::for_each_man_move_out(context, kings, Bitboard{}, side_to_move, row_of,
                                  [](Bitboard, const scores::Score*) {});
}

Bitboard PlaneInitialiser::initialise_row(const scores::SliceContext& context, Square second, Colour pivot,
                                          const scores::Kings& kings, Colour side_to_move, scores::Score* scores) {
    const auto row_of = [&](std::size_t i, const scores::Kings& next, Bitboard) {
        const scores::SliceView& view = context.man_moves(side_to_move)[i].target;
        return view.runs(pivot) ? view.row(opponent(side_to_move), next, buffer_.data()) : tiles_[i][second].data();
    };
    return write_initial_values(
        context, pivot, kings, side_to_move, captures_.forced(second), captures_.scores(second).data(), scores,
        [&](Bitboard quiet) {
            scores::for_each_man_move_out(
                context, kings, quiet, side_to_move, row_of, [&](Bitboard squares, const scores::Score* reached) {
                    scores::raise_before_move(scores, squares,
                                              scores::after_reset(reached, context.rule(), reset_.data()));
                });
        });
}

void PlaneInitialiser::make_tiles(const scores::SliceContext& context, const scores::Kings& kings, Colour second,
                                  Colour pivot, Colour side_to_move, Bitboard seconds) {
    const std::vector<scores::ManMove>& moves = context.man_moves(side_to_move);
    tiles_.resize(std::max(tiles_.size(), moves.size()));
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const scores::ManMove& move = moves[i];
        const Bitboard fixed_kings = kings[Colour::White] | kings[Colour::Black];
        if (move.target.runs(pivot) || fixed_kings.contains(move.to)) {
            continue;
        }
        scores::Kings next = kings;
        if (move.promotes) {
            next[side_to_move] |= move.to;
        }
        const Bitboard pivots = ~(context.slice().men() | fixed_kings | move.to);
        if (second == pivot) {
            fill_tile_of_co_kings(tiles_[i], move.target, opponent(side_to_move), next, pivot, seconds, pivots);
        } else {
            fill_tile(tiles_[i], move.target, opponent(side_to_move), next, pivot, seconds - move.to, pivots);
        }
    }
}

/// Looks up rows over the second's square, which this class has if both kings are of different sides, or else single
/// scores, and exchanges the two squares.
void PlaneInitialiser::fill_tile(ManTile& tile, const scores::SliceView& view, Colour side_to_move, scores::Kings kings,
                                 Colour pivot, Bitboard seconds, Bitboard pivots) {
    const Bitboard co_kings = kings[pivot];
    for (const Square square : pivots) {
        kings[pivot] = co_kings | square;
        scores::RowScores& row = transposed_[square];
        const scores::Score* scores =
            scores::row_in_view(view, side_to_move, opponent(pivot), kings, seconds - square, row);
        if (scores != row.data()) {
            std::copy_n(scores, row.cells.size(), row.data());
        }
    }
    constexpr std::size_t part = 8;  // as many scores as fit a word, so that the compiler keeps them in one
    for (std::size_t first = 0; first < 64; first += part) {
        for (std::size_t s = 0; s < 64; ++s) {
            std::array<scores::Score, part> scores;
            for (std::size_t i = 0; i < part; ++i) {
                scores[i] = transposed_[first + i].cells[s];
            }
            std::copy_n(scores.data(), part, tile[s].data() + first);
        }
    }
}

/// Looks up single scores. Where both squares are the second's, they can be exchanged.
void PlaneInitialiser::fill_tile_of_co_kings(ManTile& tile, const scores::SliceView& view, Colour side_to_move,
                                             scores::Kings kings, Colour pivot, Bitboard seconds, Bitboard pivots) {
    const Bitboard rest = kings[pivot];
    Bitboard done;
    for (const Square second : seconds& pivots) {
        done |= second;
        kings[pivot] = rest | second;
        scores::RowScores& row = tile[second];
        const Bitboard squares = pivots - done;
        const scores::Score* scores = scores::row_in_view(view, side_to_move, pivot, kings, squares, row);
        for (const Square square : squares) {
            tile[square].cells[second] = scores[square.index()];
        }
    }
}

}  // namespace dameotb::gen

// The values of positions by out-of-slice moves: captures, men's moves and promotions, for a row at a time, or for a
// plane of rows: those that differ in the square of one more king, the second. Captures of all its rows are found
// together (captures/plane_capture_search.hpp in scores/). These values are known before the slice is solved. They
// enter its fixpoint as initial values, each at the ply of its distance, and wait for that ply in the cells of their
// positions. King moves inside the slice are left to the slice solver.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <dameotb/scores/captures/capture_planes.hpp>
#include <dameotb/scores/captures/plane_capture_resolver.hpp>
#include <dameotb/scores/captures/row_capture_resolver.hpp>
#include <dameotb/scores/row/man_moves_out.hpp>
#include <dameotb/scores/slice/slice_context.hpp>

#include <dameotb/rules/king_unmoves.hpp>

namespace dameotb::gen {

/// Returns the pivot king's squares for which the side to move has some king move, ignoring forced captures. `vacant`:
/// the squares without a fixed piece. A fixed king can move unless it has no vacant neighbour, or the pivot king stands
/// on the only one.
[[nodiscard]] inline std::uint64_t mobile(std::uint64_t vacant, Bitboard fixed_kings, bool pivot_moves) {
    std::uint64_t squares = pivot_moves ? rules::king_neighbours(vacant) : 0;
    for (const Square king : fixed_kings) {
        const std::uint64_t steps = rules::king_neighbours(Bitboard{king}.bits()) & vacant;
        squares |= (steps & (steps - 1)) != 0 ? ~std::uint64_t{0} : steps != 0 ? ~steps : 0;
    }
    return squares;
}

/// Writes the initial values of a row with forced captures on `forced`, with scores `captured`, both by the pivot
/// king's square, and returns its quiet positions, as RowInitialiser::initialise does. `raise_by_men(quiet)` raises
/// these to the scores of men's moves.
template <class RaiseByMen>
Bitboard write_initial_values(const scores::SliceContext& context, Colour pivot, const scores::Kings& kings,
                              Colour side_to_move, Bitboard forced, const scores::Score* captured,
                              scores::Score* scores, const RaiseByMen& raise_by_men) {
    const Bitboard vacant = ~(context.slice().men() | kings[Colour::White] | kings[Colour::Black]);
    const Bitboard quiet = vacant - forced;
    std::copy_n(captured, scores::SliceLayout::row_cells, scores);
    scores::fill(scores, quiet, scores::no_score);
    scores::fill(scores, ~vacant, scores::draw_score);
    if (quiet.empty()) {
        return quiet;
    }
    raise_by_men(quiet);  // where a capture is forced, men's other moves are illegal
    const Bitboard unmovable = quiet - Bitboard{mobile(vacant.bits(), kings[side_to_move], side_to_move == pivot)};
    if (!unmovable.empty()) {
        scores::fill(scores, unmovable & scores::squares_with(scores, scores::no_score), scores::score_at_ply(0));
    }
    return quiet;
}

/// Computes initial values row by row, and writes them directly into the class's cells.
/// Not thread-safe: use one object per thread.
class RowInitialiser {
public:
    explicit RowInitialiser(const scores::SolvedClasses& solved_classes) : resolver_{solved_classes} {}

    /// Writes the row's 64 cells for `side_to_move` and returns its quiet positions: the legal ones without a forced
    /// capture. A position with a forced capture gets its value. A quiet one gets the score of its best out-of-slice
    /// move: a win counts unless a king move wins sooner, a loss only if all king moves lose too. Without an
    /// out-of-slice move it gets no_score, or a loss in 0 if it has no move at all. Cells of occupied squares get
    /// draws. `kings`: all except the pivot king.
    Bitboard initialise(const scores::SliceContext& context, Colour pivot, const scores::Kings& kings,
                        Colour side_to_move, scores::Score* scores);

private:
    scores::RowCaptureResolver resolver_;
    scores::RowScores captured_;
    scores::RowScores buffer_;
};

/// The scores that a man's move leads to from a plane's positions if the target class has its pivot king elsewhere: by
/// the second's square and the pivot king's.
using ManTile = SquareArray<scores::RowScores>;

/// Computes initial values plane by plane. Not thread-safe: use one object per thread.
class PlaneInitialiser {
public:
    explicit PlaneInitialiser(const scores::SolvedClasses& solved_classes) : captures_{solved_classes} {}

    /// Writes the cells of the plane's legal rows, as RowInitialiser does, and calls done(row, quiet) for each.
    /// `cells`: those of the slice, with this side to move. `second`, `pivot`: the sides of the two kings.
    template <class Done>
    void initialise(const scores::SliceContext& context, const scores::CapturePlane& plane, Colour second, Colour pivot,
                    Colour side_to_move, scores::Score* cells, Done&& done) {
        const Bitboard seconds = plane.legal_second_king_squares(context.slice().men());
        if (seconds.empty()) {
            return;
        }
        // Rows are first written, and men's moves looked up, once all captures are known. Prefetch both until then.
        for (const Square square : seconds) {
            __builtin_prefetch(cells + std::size_t{plane.row(square)} * scores::SliceLayout::row_cells, 1);
            prefetch_men(context, with_second(plane, second, square), pivot, side_to_move);
        }
        const Position fixed = scores::position_of(context.slice(), plane.kings(), side_to_move);
        captures_.resolve(fixed, second, pivot, seconds);
        make_tiles(context, plane.kings(), second, pivot, side_to_move, seconds);
        for (const Square square : seconds) {
            const std::uint32_t row = plane.row(square);
            done(row, initialise_row(context, square, pivot, with_second(plane, second, square), side_to_move,
                                     cells + std::size_t{row} * scores::SliceLayout::row_cells));
        }
    }

private:
    [[nodiscard]] static scores::Kings with_second(const scores::CapturePlane& plane, Colour second, Square square) {
        scores::Kings kings = plane.kings();
        kings[second] |= square;
        return kings;
    }
    static void prefetch_men(const scores::SliceContext& context, const scores::Kings& kings, Colour pivot,
                             Colour side_to_move);
    Bitboard initialise_row(const scores::SliceContext& context, Square second, Colour pivot,
                            const scores::Kings& kings, Colour side_to_move, scores::Score* scores);
    void make_tiles(const scores::SliceContext& context, const scores::Kings& kings, Colour second, Colour pivot,
                    Colour side_to_move, Bitboard seconds);
    void fill_tile(ManTile& tile, const scores::SliceView& view, Colour side_to_move, scores::Kings kings, Colour pivot,
                   Bitboard seconds, Bitboard pivots);
    static void fill_tile_of_co_kings(ManTile& tile, const scores::SliceView& view, Colour side_to_move,
                                      scores::Kings kings, Colour pivot, Bitboard seconds, Bitboard pivots);

    scores::PlaneCaptureResolver captures_;
    std::vector<ManTile> tiles_;  ///< By the index of the move.
    ManTile transposed_;          ///< By the pivot king's square and the second's.
    scores::RowScores buffer_;
    scores::RowScores reset_;
};

}  // namespace dameotb::gen

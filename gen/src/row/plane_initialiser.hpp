// The initial values of a plane of rows: those that differ in the square of one king more, the second.
// Captures of all its rows are found together (plane_capture_search.hpp in scores/).
#pragma once

#include <array>
#include <span>
#include <vector>

#include <dameotb/scores/captures/capture_planes.hpp>
#include <dameotb/scores/captures/plane_capture_resolver.hpp>

#include "row_initialiser.hpp"

namespace dameotb::gen {

/// The scores that a man's move leads to from a plane's positions, where the class that it leads to has its pivot king
/// elsewhere: by the second's square and the pivot king's.
using ManTile = std::array<scores::RowScores, 64>;

/// Computes initial values plane by plane. One object per thread: not thread-safe.
class PlaneInitialiser {
public:
    explicit PlaneInitialiser(const scores::SolvedClasses& solved_classes) : captures_{solved_classes} {}

    /// Writes the cells of the plane's legal rows, as RowInitialiser does, and calls done(row, quiet) for each of them.
    /// `cells`: those of the slice, with this side to move. `second`, `pivot`: the sides of the two kings.
    template <class Done>
    void initialise(const scores::SliceContext& context, const scores::CapturePlane& plane, rules::Colour second,
                    rules::Colour pivot, rules::Colour side_to_move, scores::Score* cells, Done&& done) {
        const rules::Bitboard seconds = plane.legal_seconds(context.slice().men());
        if (seconds.empty()) {
            return;
        }
        // Rows are first written, and men's moves looked up, when all captures are known. By then they can be here.
        for (const rules::Square square : seconds) {
            __builtin_prefetch(cells + std::size_t{plane.row(square)} * scores::SliceLayout::row_cells, 1);
            prefetch_men(context, with_second(plane, second, square), pivot, side_to_move);
        }
        const rules::Position fixed = scores::position_of(context.slice(), plane.kings(), side_to_move);
        captures_.resolve(fixed, second, pivot, seconds);
        make_tiles(context, plane.kings(), second, pivot, side_to_move, seconds);
        for (const rules::Square square : seconds) {
            const std::uint32_t row = plane.row(square);
            done(row, initialise_row(context, square, pivot, with_second(plane, second, square), side_to_move,
                                     cells + std::size_t{row} * scores::SliceLayout::row_cells));
        }
    }

private:
    [[nodiscard]] static scores::Kings with_second(const scores::CapturePlane& plane, rules::Colour second,
                                                   rules::Square square) {
        scores::Kings kings = plane.kings();
        kings[second] |= square;
        return kings;
    }
    static void prefetch_men(const scores::SliceContext& context, const scores::Kings& kings, rules::Colour pivot,
                             rules::Colour side_to_move);
    rules::Bitboard initialise_row(const scores::SliceContext& context, rules::Square second, rules::Colour pivot,
                                   const scores::Kings& kings, rules::Colour side_to_move, scores::Score* scores);
    void make_tiles(const scores::SliceContext& context, const scores::Kings& kings, rules::Colour second,
                    rules::Colour pivot, rules::Colour side_to_move, rules::Bitboard seconds);
    void fill_tile(ManTile& tile, const scores::SliceView& view, rules::Colour side_to_move, scores::Kings kings,
                   rules::Colour pivot, rules::Bitboard seconds, rules::Bitboard pivots);
    static void fill_tile_of_co_kings(ManTile& tile, const scores::SliceView& view, rules::Colour side_to_move,
                                      scores::Kings kings, rules::Colour pivot, rules::Bitboard seconds,
                                      rules::Bitboard pivots);

    scores::PlaneCaptureResolver captures_;
    std::vector<ManTile> tiles_;  ///< By the number of the move.
    ManTile transposed_;          ///< By the pivot king's square and the second's.
    scores::RowScores buffer_;
};

}  // namespace dameotb::gen

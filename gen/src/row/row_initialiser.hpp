// The values of a row's positions by out-of-slice moves: captures, men's moves and promotions.
// These values are known before the slice is solved. They enter its fixpoint as initial values, each at the ply of its
// distance, and wait for that ply in the cells of their positions. King moves inside the slice are the work of the
// slice solver.
#pragma once

#include <algorithm>

#include <dameotb/scores/captures/row_capture_resolver.hpp>
#include <dameotb/scores/row/man_moves_out.hpp>
#include <dameotb/scores/slice/slice_context.hpp>

#include <dameotb/rules/king_unmoves.hpp>

namespace dameotb::gen {

/// Returns the pivot king's squares for which the side to move has some king move, if forced captures are not looked
/// at. `vacant`: the squares that no fixed piece takes. A fixed king can move unless it has no vacant neighbour, or the
/// pivot king stands on the only one.
[[nodiscard]] inline std::uint64_t mobile(std::uint64_t vacant, rules::Bitboard fixed_kings, bool pivot_moves) {
    std::uint64_t squares = pivot_moves ? rules::king_neighbours(vacant) : 0;
    for (const rules::Square king : fixed_kings) {
        const std::uint64_t steps = rules::king_neighbours(rules::Bitboard{king}.bits()) & vacant;
        squares |= (steps & (steps - 1)) != 0 ? ~std::uint64_t{0} : steps != 0 ? ~steps : 0;
    }
    return squares;
}

/// Writes the initial values of a row with forced captures on `forced`, of scores `captured`, both by the pivot king's
/// square, and returns its quiet positions, as RowInitialiser::initialise does. `raise_by_men(quiet)` raises these to
/// what men's moves are worth.
template <class RaiseByMen>
rules::Bitboard write_initial_values(const scores::SliceContext& context, rules::Colour pivot,
                                     const scores::Kings& kings, rules::Colour side_to_move, rules::Bitboard forced,
                                     const scores::Score* captured, scores::Score* scores,
                                     const RaiseByMen& raise_by_men) {
    const rules::Bitboard vacant = ~(context.slice().men() | kings[rules::Colour::White] | kings[rules::Colour::Black]);
    const rules::Bitboard quiet = vacant - forced;
    std::copy_n(captured, scores::SliceLayout::row_cells, scores);
    scores::fill(scores, quiet, scores::no_score);
    scores::fill(scores, ~vacant, scores::draw_score);
    if (quiet.empty()) {
        return quiet;
    }
    raise_by_men(quiet);  // where a capture is forced, men's other moves are illegal
    const rules::Bitboard unmovable =
        quiet - rules::Bitboard{mobile(vacant.bits(), kings[side_to_move], side_to_move == pivot)};
    if (!unmovable.empty()) {
        scores::fill(scores, unmovable & scores::squares_with(scores, scores::no_score), scores::score_at_ply(0));
    }
    return quiet;
}

/// Computes initial values row by row, and writes them straight into the class's cells.
/// One object per thread: not thread-safe.
class RowInitialiser {
public:
    explicit RowInitialiser(const scores::SolvedClasses& solved_classes) : resolver_{solved_classes} {}

    /// Writes the row's 64 cells for `side_to_move` and returns its quiet positions: the legal ones without a forced
    /// capture. A position with a forced capture gets its value. A quiet one gets what its best out-of-slice move is
    /// worth: such a win counts unless a king move wins sooner, such a loss only if all king moves lose too. Without an
    /// out-of-slice move it gets no_score, or a loss in 0 if it has no move at all. Cells of occupied squares get
    /// draws. `kings`: all but the pivot king.
    rules::Bitboard initialise(const scores::SliceContext& context, rules::Colour pivot, const scores::Kings& kings,
                               rules::Colour side_to_move, scores::Score* scores);

private:
    scores::RowCaptureResolver resolver_;
    scores::RowScores captured_;
    scores::RowScores buffer_;
};

}  // namespace dameotb::gen

// Initial values from forced captures and from men's moves, by whole rows.
#include "row_initialiser.hpp"

namespace dameotb::gen {

rules::Bitboard RowInitialiser::initialise(const scores::SliceContext& context, rules::Colour pivot,
                                           const scores::Kings& kings, rules::Colour side_to_move,
                                           scores::Score* scores) {
    const rules::Bitboard forced =
        resolver_.resolve(scores::position_of(context.slice(), kings, side_to_move), pivot, captured_.data());
    return write_initial_values(context, pivot, kings, side_to_move, forced, captured_.data(), scores,
                                [&](rules::Bitboard quiet) {
                                    scores::raise_by_men(scores, context, pivot, kings, quiet, side_to_move, buffer_);
                                });
}

}  // namespace dameotb::gen

// Seeds from forced captures and from men's moves, by whole rows.
#include "row_seeder.hpp"

namespace dameotb::gen {

rules::Bitboard RowSeeder::seed(const store::SliceContext& context, rules::Colour runner, const store::Kings& kings,
                                rules::Colour side_to_move, store::Score* scores) {
    const rules::Bitboard forced =
        resolver_.resolve(store::position_of(context.slice(), kings, side_to_move), runner, captured_.data());
    return write_seeds(context, runner, kings, side_to_move, forced, captured_.data(), scores,
                       [&](rules::Bitboard quiet) {
                           store::raise_by_men(scores, context, runner, kings, quiet, side_to_move, buffer_);
                       });
}

}  // namespace dameotb::gen

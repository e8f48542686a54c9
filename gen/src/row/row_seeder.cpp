// Seeds from forced captures and from men's moves, by whole rows.
#include "row_seeder.hpp"

#include <algorithm>

#include <dameotb/store/row/row_exits.hpp>

#include "king_fill.hpp"

namespace dameotb::gen {

namespace {

/// Returns the runner's squares for which the side to move has some king move, if forced captures are not looked at.
/// `vacant`: the squares that no fixed piece takes. A fixed king can move unless it has no vacant neighbour, or the
/// runner stands on the only one.
std::uint64_t mobile(std::uint64_t vacant, rules::Bitboard fixed_kings, bool runner_moves) {
    std::uint64_t squares = runner_moves ? king_neighbours(vacant) : 0;
    for (const rules::Square king : fixed_kings) {
        const std::uint64_t steps = king_neighbours(rules::Bitboard{king}.bits()) & vacant;
        squares |= (steps & (steps - 1)) != 0 ? ~std::uint64_t{0} : steps != 0 ? ~steps : 0;
    }
    return squares;
}

}  // namespace

rules::Bitboard RowSeeder::seed(const store::SliceContext& context, rules::Colour runner, const store::Kings& kings,
                                rules::Colour side_to_move, store::Score* scores) {
    const rules::Bitboard forced =
        resolver_.resolve(store::position_of(context.slice(), kings, side_to_move), runner, captured_.data());
    return seed(context, runner, kings, side_to_move, forced, captured_, scores);
}

rules::Bitboard RowSeeder::seed(const store::SliceContext& context, rules::Colour runner, const store::Kings& kings,
                                rules::Colour side_to_move, rules::Bitboard forced, const store::RowScores& captured,
                                store::Score* scores) {
    const rules::Bitboard vacant = ~(context.slice().men() | kings[rules::Colour::White] | kings[rules::Colour::Black]);
    const rules::Bitboard quiet = vacant - forced;
    std::copy_n(captured.data(), store::SliceLayout::row_cells, scores);
    store::fill(scores, quiet, store::no_score);
    store::fill(scores, ~vacant, store::draw_score);
    if (quiet.empty()) {
        return quiet;
    }
    // Where a capture is forced, men's other moves are illegal.
    store::raise_by_men(scores, context, runner, kings, quiet, side_to_move, buffer_);
    const rules::Bitboard unmovable =
        quiet - rules::Bitboard{mobile(vacant.bits(), kings[side_to_move], side_to_move == runner)};
    if (!unmovable.empty()) {
        store::fill(scores, unmovable & store::squares_with(scores, store::no_score), store::score_at_ply(0));
    }
    return quiet;
}

}  // namespace dameotb::gen

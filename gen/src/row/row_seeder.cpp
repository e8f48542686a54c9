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

void Seeds::clear() {
    for (int ply = 0; ply <= last_ply; ++ply) {
        captures[static_cast<std::size_t>(ply)].clear();
        exits[static_cast<std::size_t>(ply)].clear();
    }
    last_ply = -1;
}

void Seeds::add(ByPly& kind, std::uint32_t row, std::uint64_t bits, const store::Score* cells) {
    bits &= ~store::squares_with(cells, store::draw_score).bits();
    while (bits != 0) {
        const store::Score score = cells[std::countr_zero(bits)];
        const std::uint64_t same = bits & store::squares_with(cells, score).bits();
        const int ply = store::plies_of(score);
        kind.at(static_cast<std::size_t>(ply)).push_back({row, same});
        last_ply = std::max(last_ply, ply);
        bits &= ~same;
    }
}

RowMasks RowSeeder::seed(const store::SliceContext& context, rules::Colour runner, std::uint32_t row,
                         const store::Kings& kings, rules::Colour side_to_move, store::Score* scores, Seeds& seeds) {
    const rules::Position fixed = store::position_of(context.slice(), kings, side_to_move);
    const std::uint64_t vacant = (~fixed.occupied()).bits();
    const std::uint64_t forced = resolver_.resolve(fixed, runner, scores).bits();
    const std::uint64_t quiet = vacant & ~forced;
    seeds.add(seeds.captures, row, forced, scores);

    std::uint64_t with_exit = 0;
    if (!context.man_moves(side_to_move).empty()) {
        exits_.cells.fill(store::no_score);
        store::raise_by_men(exits_.data(), context, runner, kings, rules::Bitboard{vacant}, side_to_move, buffer_);
        with_exit = quiet & ~store::squares_with(exits_.data(), store::no_score).bits();
        seeds.add(seeds.exits, row, with_exit, exits_.data());
    }
    const std::uint64_t stuck = quiet & ~with_exit & ~mobile(vacant, kings[side_to_move], side_to_move == runner);
    if (stuck != 0) {
        exits_.cells.fill(store::score_at_ply(0));
        seeds.add(seeds.exits, row, stuck, exits_.data());
    }
    return {quiet, with_exit};
}

}  // namespace dameotb::gen

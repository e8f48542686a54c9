// Seeds: resolves forced captures one by one and men's moves by whole rows.
#include "row_seeder.hpp"

#include <algorithm>

#include "capture_mask.hpp"
#include "king_fill.hpp"

namespace dameotb::gen {

namespace {

/// Those of 64 cells that hold `score`, as bits.
std::uint64_t cells_with(const Score* cells, Score score) {
    std::uint64_t bits = 0;
    for (std::size_t eighth = 0; eighth < 64; eighth += 8) {
        std::uint64_t byte = 0;
        for (std::size_t i = 0; i < 8; ++i) {
            byte |= std::uint64_t{cells[eighth + i] == score} << i;
        }
        bits |= byte << eighth;
    }
    return bits;
}

/// The runner's squares from which the side to move has some king move (forced captures apart). `vacant`: squares
/// that no fixed piece takes. A fixed king moves unless the runner fills its only vacant neighbour.
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

void Seeds::add(ByPly& kind, std::uint32_t row, std::uint64_t bits, const Score* cells) {
    bits &= ~cells_with(cells, draw_score);
    while (bits != 0) {
        const Score score = cells[std::countr_zero(bits)];
        const std::uint64_t same = bits & cells_with(cells, score);
        const int ply = plies_of(score);
        kind.at(static_cast<std::size_t>(ply)).push_back({row, same});
        last_ply = std::max(last_ply, ply);
        bits &= ~same;
    }
}

RowMasks RowSeeder::seed(const SliceContext& context, rules::Colour runner, std::uint32_t row, const Kings& kings,
                         rules::Colour side_to_move, Score* scores, Seeds& seeds) {
    rules::Position position = position_of(context.slice(), kings, side_to_move);
    const std::uint64_t vacant = (~position.occupied()).bits();
    const std::uint64_t forced = capture_mask(position, runner);
    const std::uint64_t quiet = vacant & ~forced;

    const rules::Bitboard runner_side = kings[runner];
    for (const rules::Square square : rules::Bitboard{forced}) {
        position[runner].kings = runner_side | square;
        scores[square.index()] = resolver_.resolve(position);
    }
    seeds.add(seeds.captures, row, forced, scores);

    std::uint64_t with_exit = 0;
    if (!context.man_moves(side_to_move).empty()) {
        best_exits(context, runner, kings, vacant, side_to_move);
        with_exit = quiet & ~cells_with(exits_.data(), no_score);
        seeds.add(seeds.exits, row, with_exit, exits_.data());
    }
    const std::uint64_t stuck = quiet & ~with_exit & ~mobile(vacant, kings[side_to_move], side_to_move == runner);
    if (stuck != 0) {
        exits_.fill(score_at_ply(0));
        seeds.add(seeds.exits, row, stuck, exits_.data());
    }
    return {quiet, with_exit};
}

void RowSeeder::best_exits(const SliceContext& context, rules::Colour runner, const Kings& kings, std::uint64_t vacant,
                           rules::Colour side_to_move) {
    exits_.fill(no_score);
    const rules::Bitboard fixed_kings = kings[rules::Colour::White] | kings[rules::Colour::Black];
    for (const ManMove& move : context.man_moves(side_to_move)) {
        if (fixed_kings.contains(move.to)) {
            continue;
        }
        // The runner may stand on the man's target: there this move does not exist.
        const auto blocked = static_cast<std::size_t>(move.to.index());
        const Score kept = exits_[blocked];
        Kings next = kings;
        if (move.promotes) {
            next[side_to_move] |= move.to;
        }
        const rules::Colour next_side = opponent(side_to_move);
        if (move.target.runs(runner)) {
            const Score* reached = move.target.row(next_side, next, buffer_.data());
            for (std::size_t i = 0; i < 64; ++i) {
                exits_[i] = std::max(exits_[i], before_move(reached[i]));
            }
        } else {
            const rules::Bitboard runner_side = next[runner];
            for (const rules::Square square : rules::Bitboard{vacant} - move.to) {
                next[runner] = runner_side | square;
                Score& best = exits_[static_cast<std::size_t>(square.index())];
                best = std::max(best, before_move(move.target.at(next_side, next)));
            }
        }
        exits_[blocked] = kept;
    }
}

}  // namespace dameotb::gen

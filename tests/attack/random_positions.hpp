// Positions that callers of the C interface may give: from sound ones with few pieces to any bits at all.
#pragma once

#include <bit>
#include <random>

#include <dameotb/dameotb.h>

namespace dameotb::attack {

using Random = std::mt19937_64;

constexpr std::uint64_t rank_1 = 0xFF;
constexpr std::uint64_t rank_8 = rank_1 << 56;

/// Returns a sound position with two to `most` pieces, at least one on each side.
inline dameotb_position sound_position(Random& random, int most) {
    dameotb_position position{0, 0, 0, 0, static_cast<int>(random() % 2)};
    const int pieces = 2 + static_cast<int>(random() % static_cast<unsigned>(most - 1));
    std::uint64_t taken = 0;
    for (int placed = 0; placed < pieces;) {
        const bool white = placed == 0 || (placed > 1 && random() % 2 == 0);
        const bool king = random() % 2 == 0;
        const std::uint64_t square = std::uint64_t{1} << random() % 64;
        if ((square & (taken | (king ? 0 : white ? rank_8 : rank_1))) != 0) {
            continue;
        }
        (white  ? king ? position.white_kings : position.white_men
         : king ? position.black_kings
                : position.black_men) |= square;
        taken |= square;
        ++placed;
    }
    return position;
}

/// Returns any bits, thin or dense, and any number for the side to move.
inline dameotb_position any_position(Random& random) {
    const auto bits = [&random] {
        std::uint64_t set = random();
        for (std::uint64_t thinner = random() % 7; thinner > 0; --thinner) {
            set &= random();
        }
        return random() % 8 == 0 ? 0 : set;
    };
    dameotb_position position{bits(), bits(), bits(), bits(), static_cast<int>(random() % 2)};
    if (random() % 4 != 0) {
        position.white_kings &= ~position.white_men;
        position.black_men &= ~(position.white_men | position.white_kings);
        position.black_kings &= ~(position.white_men | position.white_kings | position.black_men);
    }
    if (random() % 4 != 0) {
        position.white_men &= ~rank_8;
        position.black_men &= ~rank_1;
    }
    if (random() % 16 == 0) {
        position.side_to_move = static_cast<int>(random());
    }
    return position;
}

/// Returns whether it is a position for the rules, with any number of pieces.
inline bool is_position(const dameotb_position& p) {
    const std::uint64_t white = p.white_men | p.white_kings;
    const std::uint64_t black = p.black_men | p.black_kings;
    const int pieces = std::popcount(p.white_men) + std::popcount(p.white_kings) + std::popcount(p.black_men) +
                       std::popcount(p.black_kings);
    return std::popcount(white | black) == pieces && (p.white_men & rank_8) == 0 && (p.black_men & rank_1) == 0 &&
           (p.side_to_move == DAMEOTB_WHITE || p.side_to_move == DAMEOTB_BLACK);
}

/// Returns whether the probes of dameotb.h accept the position.
inline bool is_sound(const dameotb_position& p) {
    return is_position(p) && std::popcount(p.white_men | p.white_kings) <= DAMEOTB_MAX_SIDE_PIECES &&
           std::popcount(p.black_men | p.black_kings) <= DAMEOTB_MAX_SIDE_PIECES;
}

}  // namespace dameotb::attack

// Refuses distances that a score cannot hold.
#pragma once

#include <stdexcept>
#include <string>

#include <dameotb/index/material.hpp>
#include <dameotb/scores/row/row_scores.hpp>

namespace dameotb::scores {

/// Throws the std::overflow_error of a class with a distance of more than longest_plies.
[[noreturn]] inline void throw_too_long(const index::Material& material) {
    throw std::overflow_error{material.name() + ": a distance exceeds " + std::to_string(longest_plies) + " plies"};
}

/// Throws the same if one of these cells of a row has such a distance. A solver that checks all cells before it derives
/// others from them exceeds the limit by a ply or two at most, which a score still holds.
inline void require_short(const index::Material& material, const Score* cells, Bitboard squares = all_squares) {
    // Between the longest loss and the longest win there are only draws.
    constexpr auto loss = static_cast<Score>(score_at_ply(longest_plies) + 1);
    constexpr auto win = static_cast<Score>(score_at_ply(longest_plies - 1) - 1);
    const Bitboard between = squares_between(cells, loss, win);
    if (squares.intersects(between - squares_with(cells, draw_score))) {
        throw_too_long(material);
    }
}

}  // namespace dameotb::scores

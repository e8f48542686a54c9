// Scores: what the search thinks of a position, in hundredths of a man, for the side to move.
// The end of a game is counted in plies from the root, so that the shorter of two wins scores more.
#pragma once

#include <cstdlib>

#include <dameotb/rules/value.hpp>

namespace dameotb::engine {

using Score = int;

inline constexpr Score infinite = 20000;
inline constexpr Score draw_score = 0;
/// The score of a win whose distance is not known. Any other win scores more; any evaluation is nearer to 0.
inline constexpr Score some_win = 9000;

/// Returns the score of a game that is won `plies` after the root. Requires: plies < 1000.
[[nodiscard]] constexpr Score win_score(int plies) {
    return 10000 - plies;
}

/// Returns whether the score is that of a game won or lost in a known number of plies.
[[nodiscard]] inline bool is_decided(Score score) {
    return std::abs(score) > some_win;
}

/// Returns the plies from the root to the end. Requires: is_decided(score).
[[nodiscard]] inline int plies_to_end(Score score) {
    return 10000 - std::abs(score);
}

/// Returns the score of a value that was found `ply` plies after the root.
[[nodiscard]] constexpr Score score_of(const Value& value, int ply) {
    const Score score = win_score(ply + value.dtm().plies());
    return value.wdl() == Wdl::Win ? score : value.wdl() == Wdl::Loss ? -score : draw_score;
}

}  // namespace dameotb::engine

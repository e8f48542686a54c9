// Scores: what the search thinks of a position, in hundredths of a man, for the side to move.
// A finished game is counted from the root, so that of two wins the shorter one scores more.
#pragma once

#include <cstdlib>

#include <dameotb/rules/value.hpp>

namespace dameotb::engine {

using Score = int;

inline constexpr Score infinite = 20000;
inline constexpr Score draw_score = 0;
/// At least this for any win, and beyond what any evaluation gives: a win whose distance is not known.
inline constexpr Score some_win = 9000;

/// The game is won `plies` after the root. Requires: plies < 1000.
[[nodiscard]] constexpr Score win_score(int plies) {
    return 10000 - plies;
}

/// The score is that of a game won or lost in a known number of plies.
[[nodiscard]] inline bool is_decided(Score score) {
    return std::abs(score) > some_win;
}

/// Plies from the root to the end. Requires: is_decided(score).
[[nodiscard]] inline int plies_to_end(Score score) {
    return 10000 - std::abs(score);
}

/// A value that was found `ply` plies after the root.
[[nodiscard]] constexpr Score score_of(const rules::Value& value, int ply) {
    const Score score = win_score(ply + value.dtm().plies());
    return value.wdl() == rules::Wdl::Win ? score : value.wdl() == rules::Wdl::Loss ? -score : draw_score;
}

}  // namespace dameotb::engine

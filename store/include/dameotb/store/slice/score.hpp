// A value packed into one signed byte, so that a player prefers the greater one.
// win in d: 127 - (d - 1) / 2; draw: 0; loss in d: -127 + d / 2. Backing up over a move is then a negation and one
// correction, and the best of many moves is a maximum: both work on whole vectors of positions. Only the solver's
// working memory uses this; files have their own codes (docs/format.md).
#pragma once

#include <cstdint>

#include <dameotb/rules/value.hpp>

namespace dameotb::store {

using Score = std::int8_t;

/// Below every value: no move has been seen.
inline constexpr Score no_score = -128;
inline constexpr Score draw_score = 0;
/// The longest distance that a score can hold: one more backing-up step still fits the byte. No longer one is solved
/// or loaded.
inline constexpr int longest_plies = 250;

/// The score of a win (plies odd) or a loss (plies even) in that many plies. Requires: 0 <= plies <= longest_plies + 1.
[[nodiscard]] constexpr Score score_at_ply(int plies) {
    return static_cast<Score>(plies % 2 != 0 ? 127 - (plies - 1) / 2 : -127 + plies / 2);
}

/// Inverse of `score_at_ply`. Requires: a win or a loss.
[[nodiscard]] constexpr int plies_of(Score score) {
    return score > 0 ? (127 - score) * 2 + 1 : (score + 127) * 2;
}

/// What a move to a position of that score is worth for the side that makes it: -loss in d = win in d + 1,
/// -win in d = loss in d - 1, which is one step short of d + 1.
[[nodiscard]] constexpr Score before_move(Score score) {
    return static_cast<Score>((score > 0) - score);
}

[[nodiscard]] constexpr rules::Value to_value(Score score) {
    return score == draw_score ? rules::Value::draw()
           : score > 0         ? rules::Value::win_in(plies_of(score))
                               : rules::Value::loss_in(plies_of(score));
}

/// Inverse of `to_value`. Requires: at most longest_plies.
[[nodiscard]] constexpr Score to_score(rules::Value value) {
    return value.wdl() == rules::Wdl::Draw ? draw_score : score_at_ply(value.dtm().plies());
}

}  // namespace dameotb::store

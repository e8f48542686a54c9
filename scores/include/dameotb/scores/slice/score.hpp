// A score: a value packed into one signed byte. Players prefer greater scores.
// Win in d: 127 - (d - 1) / 2; draw: 0; loss in d: -127 + d / 2. Under a draw rule, win in z: 127 - (z - 1); loss in z:
// -127 + z; either beyond the rule: 3 or -3. The score of a move is then the negated score of the position it leads to,
// with one correction, and the best of many moves is a maximum. Both work on whole vectors of positions. Scores exist
// only in memory; files have their own codes (docs/format.md).
#pragma once

#include <cstdint>

#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::scores {

using Score = std::int8_t;

/// No move seen yet. Below every score of a value.
inline constexpr Score no_score = -128;
inline constexpr Score draw_score = 0;
/// The longest distance, in plies, that is solved or loaded. A move to a position with that distance still has a score
/// in the byte.
inline constexpr int longest_plies = 250;

/// Returns the score of a win (odd plies) or a loss (even plies) in that many plies.
/// Requires: 0 <= plies <= longest_plies + 2.
[[nodiscard]] constexpr Score score_at_ply(int plies) {
    return static_cast<Score>(plies % 2 != 0 ? 127 - (plies - 1) / 2 : -127 + plies / 2);
}

/// Returns the plies of a score: the inverse of `score_at_ply`. Requires: a win or a loss.
[[nodiscard]] constexpr int plies_of(Score score) {
    return score > 0 ? (127 - score) * 2 + 1 : (score + 127) * 2;
}

/// Returns the score of a move to a position with that score, for the side that moves. The negated score of a loss in d
/// is a win in d + 1. The negated score of a win in d is a loss in d - 1: one step short of a loss in d + 1.
[[nodiscard]] constexpr Score before_move(Score score) {
    return static_cast<Score>((score > 0) - score);
}

// Under a draw rule.

/// The score of a win that takes more plies than the rule allows, in a file and in what was read from one; the negated
/// score is that of such a loss. For the rule both are draws.
inline constexpr Score beyond_rule = 3;

/// Requires: 1 <= plies <= most_rule_plies.
[[nodiscard]] constexpr Score win_under_rule(int plies) {
    return static_cast<Score>(128 - plies);
}
/// Requires: 0 <= plies <= most_rule_plies.
[[nodiscard]] constexpr Score loss_under_rule(int plies) {
    return static_cast<Score>(-127 + plies);
}
[[nodiscard]] constexpr RuleValue to_rule_value(Score score) {
    return score > beyond_rule    ? RuleValue::win_in(128 - score)
           : score < -beyond_rule ? RuleValue::loss_in(score + 127)
                                  : RuleValue{};
}

// A rule changes what a move leads to, and not how that is backed up. Of a position that is reached, `before_move` is
// given one of these instead of its score.

/// Returns whether the score is a draw under the rule and a win (> 0) or a loss (< 0) without it, for analysis
/// (BeyondRule::Kept). A move to such a position keeps the sign, and stays between a draw and what the rule decides.
[[nodiscard]] constexpr bool is_beyond_rule(Score score) {
    return score != draw_score && score <= beyond_rule && score >= -beyond_rule;
}

/// After a capture or a man's move, all plies count anew: a loss with the score of one in 0, a win with that of one in
/// 1, or a draw.
[[nodiscard]] constexpr Score after_reset(Score reached) {
    return reached > beyond_rule ? 127 : reached < -beyond_rule ? -127 : draw_score;
}
/// Does the same under a rule; without one, returns the score itself.
[[nodiscard]] constexpr Score after_reset(Score reached, DrawRule rule) {
    return rule.exists() ? after_reset(reached) : reached;
}
/// After a king's move the win or the loss is one ply nearer to the rule. One that has as many plies as the rule is a
/// draw.
[[nodiscard]] constexpr Score after_count(Score reached, DrawRule rule) {
    return reached > win_under_rule(rule.plies)    ? static_cast<Score>(reached - 1)
           : reached < loss_under_rule(rule.plies) ? reached
                                                   : draw_score;
}

/// Returns the score of a value: the inverse of `to_rule_value`, with draw_score for a draw.
[[nodiscard]] constexpr Score to_score(RuleValue value) {
    return value.wdl() == Wdl::Draw  ? draw_score
           : value.wdl() == Wdl::Win ? win_under_rule(value.plies())
                                     : loss_under_rule(value.plies());
}

[[nodiscard]] constexpr Value to_value(Score score) {
    return score == draw_score ? Value::draw()
           : score > 0         ? Value::win_in(plies_of(score))
                               : Value::loss_in(plies_of(score));
}

/// Returns the score of a value: the inverse of `to_value`. Requires: at most longest_plies.
[[nodiscard]] constexpr Score to_score(Value value) {
    return value.wdl() == Wdl::Draw ? draw_score : score_at_ply(value.dtm().plies());
}

}  // namespace dameotb::scores

// The draw rule of N plies, by which many sites end games: docs/rules.md, "The draw rule".
#pragma once

#include <compare>

#include <dameotb/rules/value.hpp>

namespace dameotb {

/// The greatest N for which there are tables.
inline constexpr int most_rule_plies = 120;

/// Ends a game as a draw after `plies` plies without a capture or a man's move, unless the side to move has no move.
struct DrawRule {
    int plies = 0;  ///< 1 to most_rule_plies; 0 for no rule.

    [[nodiscard]] constexpr bool exists() const { return plies != 0; }
    bool operator==(const DrawRule&) const = default;
};

/// What a position is worth under the rule, whatever its counter, the plies since the last capture or man's move: the
/// result holds up to a counter of N - plies(), and is a draw beyond. A loss for lack of a move has 0 plies, all others
/// have 1 to N. Unlike those of a Value, the plies of a win or a loss may be even or odd. Ordered by preference, as a
/// Value is.
class RuleValue {
public:
    /// Makes a draw.
    constexpr RuleValue() = default;
    /// Requires: 1 <= plies <= most_rule_plies.
    [[nodiscard]] static constexpr RuleValue win_in(int plies) { return RuleValue{beyond_any_plies - plies}; }
    /// Requires: 0 <= plies <= most_rule_plies.
    [[nodiscard]] static constexpr RuleValue loss_in(int plies) { return RuleValue{plies - beyond_any_plies}; }

    /// Returns the result with counter 0.
    [[nodiscard]] constexpr Wdl wdl() const { return static_cast<Wdl>((preference_ > 0) - (preference_ < 0)); }
    /// Returns 0 for a draw.
    [[nodiscard]] constexpr int plies() const {
        return preference_ == 0 ? 0 : beyond_any_plies - (preference_ > 0 ? preference_ : -preference_);
    }
    /// Returns the result with that counter. Requires: 0 <= counter <= rule.plies.
    [[nodiscard]] constexpr Wdl with(int counter, DrawRule rule) const {
        return counter + plies() <= rule.plies ? wdl() : Wdl::Draw;
    }

    /// Returns what a capture or a man's move to a position of this value is worth for the side that makes it.
    [[nodiscard]] constexpr RuleValue before_reset() const {
        return wdl() == Wdl::Loss ? win_in(1) : wdl() == Wdl::Win ? loss_in(1) : RuleValue{};
    }
    /// Returns what a king's move to a position of this value is worth.
    [[nodiscard]] constexpr RuleValue before_count(DrawRule rule) const {
        return plies() >= rule.plies ? RuleValue{}
               : preference_ < 0     ? win_in(plies() + 1)
               : preference_ > 0     ? loss_in(plies() + 1)
                                     : RuleValue{};
    }

    constexpr auto operator<=>(const RuleValue&) const = default;

private:
    static constexpr int beyond_any_plies = 1 << 8;

    constexpr explicit RuleValue(int preference) : preference_{preference} {}

    /// 0 for a draw, positive for a win, negative for a loss; the fewer the plies, the further from 0.
    int preference_ = 0;
};

}  // namespace dameotb

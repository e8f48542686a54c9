// The value of a position for the side to move (RULES 8).
// A value is a draw, a win in an odd number of plies or a loss in an even number. Also the order in which players
// prefer values, and the step from a successor's value to its predecessor's. Not here: how values are packed.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace dameotb {

/// Result for the side to move. Better results have greater enumerators.
enum class Wdl : std::int8_t { Loss = -1, Draw = 0, Win = 1 };

/// Returns "win", "draw" or "loss".
[[nodiscard]] constexpr std::string_view to_string(Wdl wdl) {
    return wdl == Wdl::Win ? "win" : wdl == Wdl::Draw ? "draw" : "loss";
}

[[nodiscard]] constexpr Wdl opposite(Wdl wdl) {
    return static_cast<Wdl>(-static_cast<int>(wdl));
}

/// Distance to the end of the game in plies: even and >= 0 for a loss, odd for a win, 0 for a draw.
class Dtm {
public:
    constexpr Dtm() = default;
    constexpr explicit Dtm(int plies) : plies_{static_cast<std::int16_t>(plies)} {}
    [[nodiscard]] constexpr int plies() const { return plies_; }
    constexpr auto operator<=>(const Dtm&) const = default;

private:
    std::int16_t plies_ = 0;
};

/// Result and distance together. The parity of the distance agrees with the result, as Dtm says.
/// Ordered by preference, best first: a fast win, a slow win, a draw, a slow loss, a fast loss. Better values compare
/// greater.
class Value {
public:
    /// Makes a draw.
    constexpr Value() = default;
    [[nodiscard]] static constexpr Value draw() { return {}; }
    /// Requires: plies odd and positive.
    [[nodiscard]] static constexpr Value win_in(int plies) { return Value{beyond_any_plies - plies}; }
    /// Requires: plies even and not negative.
    [[nodiscard]] static constexpr Value loss_in(int plies) { return Value{plies - beyond_any_plies}; }
    /// Returns the win (odd plies) or the loss (even plies) in that many. Requires: not negative.
    [[nodiscard]] static constexpr Value decided_in(int plies) {
        return plies % 2 != 0 ? win_in(plies) : loss_in(plies);
    }

    [[nodiscard]] constexpr Wdl wdl() const { return static_cast<Wdl>((preference_ > 0) - (preference_ < 0)); }
    [[nodiscard]] constexpr Dtm dtm() const {
        return preference_ == 0 ? Dtm{} : Dtm{beyond_any_plies - (preference_ > 0 ? preference_ : -preference_)};
    }

    /// Returns what a move to a position of this value is worth to the side that makes it.
    [[nodiscard]] constexpr Value before_move() const {
        return Value{(preference_ > 0) - (preference_ < 0) - preference_};
    }

    /// Returns the value whose before_move() is this one. Requires: not a loss in 0, which no move leads to.
    [[nodiscard]] constexpr Value after_move() const {
        return Value{-(preference_ + (preference_ > 0) - (preference_ < 0))};
    }

    constexpr auto operator<=>(const Value&) const = default;

private:
    static constexpr int beyond_any_plies = 1 << 16;

    constexpr explicit Value(int preference) : preference_{preference} {}

    /// 0 for a draw, positive for a win, negative for a loss; the fewer the plies, the further from 0.
    /// A single number, so that a value passes in one register.
    int preference_ = 0;
};

}  // namespace dameotb

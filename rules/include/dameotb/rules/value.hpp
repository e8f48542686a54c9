// What a position is worth for the side to move (RULES 8).
// A draw, a win in an odd number of plies or a loss in an even number; the order in which players prefer
// them; and the step from a successor's value to its predecessor's. Not how values are packed anywhere.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace dameotb::rules {

/// Result for the side to move. The enumerators order as a player prefers them.
enum class Wdl : std::int8_t { Loss = -1, Draw = 0, Win = 1 };

/// "win", "draw" or "loss".
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

/// Result and distance together; the invariant of Dtm's parity holds between them.
/// Ordered by preference: a fast win, a slow win, a draw, a slow loss, a fast loss.
class Value {
public:
    /// A draw.
    constexpr Value() = default;
    [[nodiscard]] static constexpr Value draw() { return {}; }
    /// Requires: plies odd and positive.
    [[nodiscard]] static constexpr Value win_in(int plies) { return Value{Wdl::Win, Dtm{plies}}; }
    /// Requires: plies even and not negative.
    [[nodiscard]] static constexpr Value loss_in(int plies) { return Value{Wdl::Loss, Dtm{plies}}; }

    [[nodiscard]] constexpr Wdl wdl() const { return wdl_; }
    [[nodiscard]] constexpr Dtm dtm() const { return dtm_; }

    /// What a move to a position of this value is worth for the side that makes it.
    [[nodiscard]] constexpr Value before_move() const {
        return wdl_ == Wdl::Draw ? Value{} : Value{opposite(wdl_), Dtm{dtm_.plies() + 1}};
    }

    constexpr bool operator==(const Value&) const = default;
    constexpr std::strong_ordering operator<=>(const Value& other) const { return key() <=> other.key(); }

private:
    constexpr Value(Wdl wdl, Dtm dtm) : wdl_{wdl}, dtm_{dtm} {}
    [[nodiscard]] constexpr int key() const {
        constexpr int beyond_any_plies = 1 << 16;
        return static_cast<int>(wdl_) * (beyond_any_plies - dtm_.plies());
    }

    Wdl wdl_ = Wdl::Draw;
    Dtm dtm_;
};

}  // namespace dameotb::rules

// What to expect of positions that no table has: the numbers of leaves, by their material.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <dameotb/rules/position.hpp>

#include "numbers.hpp"

namespace dameotb::proof {

/// Tells how likely a side wins, as far as its material says so. Immutable after construction.
class Odds {
public:
    Odds() {
        for (int kings = -most_kings; kings <= most_kings; ++kings) {
            for (int men = -most_men; men <= most_men; ++men) {
                for (const bool is_waiting : {false, true}) {
                    numbers_[row(kings, men)][is_waiting] = numbers_of(kings, men, is_waiting);
                }
            }
        }
    }

    /// Returns what to begin with where nothing else is known.
    [[nodiscard]] Numbers numbers(const Position& position, Colour attacker) const {
        const Pieces& own = position[attacker];
        const Pieces& other = position[opponent(attacker)];
        const int kings = std::clamp(own.kings.count() - other.kings.count(), -most_kings, most_kings);
        const int men = std::clamp(own.men.count() - other.men.count(), -most_men, most_men);
        return numbers_[row(kings, men)][position.side_to_move != attacker];
    }

private:
    // What each adds to the logarithm of the odds, learned from the shares of wins of all classes of 4 to 6 pieces:
    // scripts/win_odds.py docs/endings.md. A test compares.
    static constexpr double king = 3.5;
    static constexpr double man = 1.5;
    static constexpr double waits = -1.6;

    /// The number of what is as good as lost. With one that is larger, sums of numbers reach Numbers::greatest sooner.
    static constexpr int most = 8;

    // What a side has more than the other; beyond, it is as good as certain who wins.
    static constexpr int most_kings = 4;
    static constexpr int most_men = 8;
    static constexpr int rows = (2 * most_kings + 1) * (2 * most_men + 1);

    [[nodiscard]] static std::size_t row(int kings, int men) {
        return static_cast<std::size_t>((kings + most_kings) * (2 * most_men + 1) + men + most_men);
    }
    [[nodiscard]] static Numbers numbers_of(int kings, int men, bool is_waiting) {
        const double wins = 1 / (1 + std::exp(-(king * kings + man * men + (is_waiting ? waits : 0))));
        const auto number = [](double share) { return static_cast<std::uint16_t>(1 + std::lround(most * share)); };
        return {number(1 - wins), number(wins)};
    }

    std::array<std::array<Numbers, 2>, rows> numbers_{};
};

}  // namespace dameotb::proof

// The grades that a square may have, most likely first, and which of its neighbours has which.
#pragma once

#include <array>

#include "lanes.hpp"
#include "neighbourhood.hpp"

namespace dameotb::codec {

/// Seven from guesses, and two more that the caller adds behind them.
inline constexpr int most_candidates = 9;

/// In patterns, a lane holds the number of the candidate that it equals, or one of these.
inline constexpr std::uint8_t no_candidate = 7;  ///< Known, but no candidate.
inline constexpr std::uint8_t no_guess = 8;      ///< Unknown, or impossible.

class Candidates {
public:
    /// Takes the distinct grades of the neighbourhood's guesses. `impossible_guesses`, `impossible_hints`: marks the
    /// lanes that are unknown, or that cannot be. Requires: the last guess is marked.
    Candidates(const Neighbourhood& around, Lanes impossible_guesses, Lanes impossible_hints)
        : guesses_{with_byte(every_lane * no_candidate, impossible_guesses, no_guess)},
          hints_{with_byte(every_lane * no_candidate, impossible_hints, no_guess)} {
        Lanes left = lane_marks & ~impossible_guesses;
        while (left != 0) {
            const Grade grade = lowest_marked(around.guesses, left);
            const Lanes equal = equal_lanes(around.guesses, grade);
            guesses_ = with_byte(guesses_, equal, static_cast<std::uint8_t>(count_));
            hints_ = with_byte(hints_, equal_lanes(around.hints, grade), static_cast<std::uint8_t>(count_));
            left &= ~equal;
            grades_[static_cast<std::size_t>(count_++)] = grade;
        }
    }

    /// Adds a candidate behind the others, unless it is one already. Patterns stay as they are.
    /// Requires: count() < most_candidates.
    void add(Grade grade) {
        for (int i = 0; i < count_; ++i) {
            if ((*this)[i] == grade) {
                return;
            }
        }
        grades_[static_cast<std::size_t>(count_++)] = grade;
    }

    [[nodiscard]] int count() const { return count_; }
    /// Requires: 0 <= i < count().
    [[nodiscard]] Grade operator[](int i) const { return grades_[static_cast<std::size_t>(i)]; }
    /// Returns the i-th candidate, or unknown_grade if there are not so many.
    [[nodiscard]] Grade or_unknown(int i) const { return i < count_ ? (*this)[i] : unknown_grade; }

    /// Returns the pattern of the guesses, and that of the hints.
    [[nodiscard]] Lanes guess_pattern() const { return guesses_; }
    [[nodiscard]] Lanes hint_pattern() const { return hints_; }

private:
    Lanes guesses_;
    Lanes hints_;
    std::array<Grade, most_candidates> grades_{};
    int count_ = 0;
};

}  // namespace dameotb::codec

// What is known around a square, and the candidates that follow from it, found for that square alone, without vectors.
#pragma once

#include <array>

#include "byte_vectors.hpp"
#include "candidates.hpp"
#include "known_rows.hpp"
#include "neighbourhood.hpp"

namespace dameotb::tests {

using namespace table;

/// Returns what is known around a square. `row`: the relative values of its row so far. `lines`: those through the
/// square.
[[nodiscard]] inline Neighbourhood plain_neighbourhood(const RowSurroundings& around, const Squares& row,
                                                       const LinesThrough& lines, Square square) {
    const auto at = static_cast<std::size_t>(square.index());
    const bool has_west = square.file() > 0;
    const std::size_t to_west = has_west ? at - 1 : at;
    const auto west_of = [&](const Squares& squares) { return has_west ? squares[to_west] : unknown_relative_value; };
    const auto or_unknown = [](RelativeValue bound) {
        return bound == no_relative_value ? unknown_relative_value : bound;
    };
    const RelativeValue bound = std::max(lines.best(), around.fellow_bound[at]);
    const RelativeValue south = square.rank() > 0 ? row[at - 8] : unknown_relative_value;
    return {make_lanes((*around.waiting_west)[at], west_of(row), or_unknown(bound), south, (*around.waiting_south)[at],
                       (*around.fellow_west)[at], (*around.same_kings)[at], unknown_relative_value),
            make_lanes(lines.along_row, lines.along_file, lines.along_diagonal, lines.along_antidiagonal,
                       or_unknown(around.fellow_bound[at]), west_of(*around.waiting_south),
                       west_of(*around.fellow_west), west_of(*around.same_kings))};
}

class PlainCandidates {
public:
    /// Takes the distinct relative values of the neighbourhood's guesses. `impossible_guesses`, `impossible_hints`:
    /// marks the lanes that are unknown, or that cannot be. Requires: the last guess is marked.
    PlainCandidates(const Neighbourhood& around, Lanes impossible_guesses, Lanes impossible_hints)
        : guesses_{with_byte(every_lane * no_candidate, impossible_guesses, no_guess)},
          hints_{with_byte(every_lane * no_candidate, impossible_hints, no_guess)} {
        Lanes left = lane_marks & ~impossible_guesses;
        while (left != 0) {
            const RelativeValue relative_value = lowest_marked(around.guesses, left);
            const Lanes equal = equal_lanes(around.guesses, relative_value);
            guesses_ = with_byte(guesses_, equal, static_cast<std::uint8_t>(count_));
            hints_ = with_byte(hints_, equal_lanes(around.hints, relative_value), static_cast<std::uint8_t>(count_));
            left &= ~equal;
            relative_values_[static_cast<std::size_t>(count_++)] = relative_value;
        }
    }

    /// Adds a candidate behind the others, unless it is one already. Patterns stay as they are.
    /// Requires: count() < most_candidates.
    void add(RelativeValue relative_value) {
        for (int i = 0; i < count_; ++i) {
            if ((*this)[i] == relative_value) {
                return;
            }
        }
        relative_values_[static_cast<std::size_t>(count_++)] = relative_value;
    }

    [[nodiscard]] int count() const { return count_; }
    /// Requires: 0 <= i < count().
    [[nodiscard]] RelativeValue operator[](int i) const { return relative_values_[static_cast<std::size_t>(i)]; }
    /// Returns the i-th candidate, or unknown_relative_value if there are not so many.
    [[nodiscard]] RelativeValue or_unknown(int i) const { return i < count_ ? (*this)[i] : unknown_relative_value; }

    /// Returns the pattern of the guesses, and that of the hints.
    [[nodiscard]] Lanes guess_pattern() const { return guesses_; }
    [[nodiscard]] Lanes hint_pattern() const { return hints_; }

private:
    Lanes guesses_;
    Lanes hints_;
    std::array<RelativeValue, most_candidates> relative_values_{};
    int count_ = 0;
};

}  // namespace dameotb::tests

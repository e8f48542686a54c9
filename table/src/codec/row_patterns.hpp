// What is known around all squares of a row at once, when the row's own relative values are known too: lines, guesses,
// hints, and the patterns they form.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include <dameotb/table/format/header.hpp>

#include "byte_vectors.hpp"
#include "candidates.hpp"
#include "known_rows.hpp"

namespace dameotb::table {

/// The least relative values on the lines through each square of a row. Each line covers the preceding squares, back to
/// the last blocked one.
class RowLines {
public:
    void fill(const Squares& relative_values, Bitboard blocked) {
        const Squares walls = walls_of(blocked);
        fill_along_rows(relative_values, walls);
        fill_upwards(relative_values, walls);
    }
    /// Returns those of the ranks 2 part and 2 part + 1, with directions in the order of `backwards`.
    [[nodiscard]] ByteVector through(std::size_t direction, std::size_t part) const {
        return bytes_at(&through_[direction][vector_bytes * part]);
    }

private:
    /// Returns unknown_relative_value on blocked squares, which ends lines, and 0 elsewhere.
    [[nodiscard]] static Squares walls_of(Bitboard blocked) {
        Squares walls{};
        for (const Square square : blocked) {
            walls[square] = unknown_relative_value;
        }
        return walls;
    }
    /// Each step doubles the distance seen to the west. The board's edge is a wall.
    void fill_along_rows(const Squares& relative_values, const Squares& walls) {
        for (std::size_t first = 0; first < relative_values.size(); first += vector_bytes) {
            ByteVector seen = bytes_at(&relative_values[first]);
            ByteVector wall = bytes_at(&walls[first]);
            const auto double_distance = [&]<int distance>() {
                seen = least(seen, from_before<distance>(seen) | wall);
                wall |= from_before<distance>(wall);
            };
            double_distance.operator()<1>();
            double_distance.operator()<2>();
            double_distance.operator()<4>();
            put_bytes(&through_[0][first], from_before<1>(seen));
        }
    }
    /// Goes up the board rank by rank: files, and both kinds of diagonals as the two halves of a vector.
    void fill_upwards(const Squares& relative_values, const Squares& walls) {
        constexpr std::uint8_t edge = 0x80;
        constexpr ByteVector to_the_sides{edge, 0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, edge};
        constexpr ByteVector edges{unknown_relative_value, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                   unknown_relative_value};
        ByteVector files = all_bytes(unknown_relative_value);
        ByteVector diagonals = all_bytes(unknown_relative_value);
        for (std::size_t first = 0; first < relative_values.size(); first += 8) {
            put_lower_half(&through_[1][first], files);
            put_lower_half(&through_[2][first], diagonals);
            put_upper_half(&through_[3][first], diagonals);
            const ByteVector row = twice_eight_bytes_at(&relative_values[first]);
            const ByteVector wall = twice_eight_bytes_at(&walls[first]);
            files = least(files, row) | wall;
            diagonals = look_up(least(diagonals, row) | wall, to_the_sides) | edges;
        }
    }

    alignas(64) std::array<Squares, backwards.size()> through_;
};

/// The patterns of one square's guesses and hints, as in Candidates.
struct SquarePatterns {
    static constexpr std::size_t spare = 7;  ///< The lane after those of guesses.

    alignas(16) std::array<std::uint8_t, 16> lanes;

    [[nodiscard]] Lanes guesses() const { return word_at(lanes.data()); }
    [[nodiscard]] Lanes hints() const { return word_at(lanes.data() + 8); }
};

/// In the spare lane of patterns: no guess equals the square's relative value.
inline constexpr std::uint8_t not_guessed = 15;

/// Finds the patterns of a row whose relative values are known.
class RowPatterns {
    static constexpr std::size_t guesses = 7;
    static constexpr std::size_t hints = 8;

public:
    /// Writes the patterns of at least the `needed` squares. The spare lane has the candidate that equals the square's
    /// own relative value, or not_guessed. Of distances, needed squares are decided ones.
    template <Coding coding>
    void fill(const RowSurroundings& around, const Squares& relative_values, Bitboard blocked, Bitboard needed,
              std::span<SquarePatterns, 64> patterns) {
        lines_.fill(relative_values, blocked);
        for (std::size_t part = 0; part < relative_values.size() / vector_bytes; ++part) {
            const std::size_t first = part * vector_bytes;
            if ((needed.bits() >> first & 0xFFFF) != 0) {
                fill_part<coding>(around, &relative_values[first], part, patterns.data() + first);
            }
        }
    }

    /// Returns a bit for each candidate among the guesses: whether it is less than the first.
    [[nodiscard]] unsigned less(std::size_t square) const { return less_[square]; }
    /// Returns the first candidate; no_relative_value if no guess is possible.
    [[nodiscard]] RelativeValue first(std::size_t square) const { return first_[square]; }
    /// Returns the number of candidates among the guesses.
    [[nodiscard]] std::size_t count(std::size_t square) const { return counts_[square]; }
    /// Returns whether any guess equals the relative value.
    [[nodiscard]] bool is_guess(std::size_t square, RelativeValue relative_value) const {
        unsigned equal = 0;
        for (const Squares& guess : guesses_) {
            equal |= static_cast<unsigned>(guess[square] == relative_value);
        }
        return equal != 0;
    }
    /// Returns the k-th candidate. `patterns`: those of the square. Requires: k < count(square).
    [[nodiscard]] RelativeValue candidate(const SquarePatterns& patterns, std::size_t square, std::uint8_t k) const {
        const auto guess = static_cast<std::size_t>(std::countr_zero(equal_lanes(patterns.guesses(), k))) / 8;
        return guesses_[guess][square];
    }

private:
    /// `own`: the relative values of two ranks.
    template <Coding coding>
    void fill_part(const RowSurroundings& around, const RelativeValue* own, std::size_t part,
                   SquarePatterns* patterns) {
        const std::size_t first = part * vector_bytes;
        const auto on = [&](const Squares& squares) { return bytes_at(&squares[first]); };
        const ByteVector relative_values = bytes_at(own);
        const ByteVector waiting_south = on(*around.waiting_south);
        const ByteVector fellow_west = on(*around.fellow_west);
        const ByteVector same_kings = on(*around.same_kings);
        // One more than a relative value, and 0 if it is unknown: so the maximum is over the known ones.
        const ByteVector fellow_bound = on(around.fellow_bound);
        ByteVector bound_and_one = choose(fellow_bound == no_relative_value, fellow_bound, fellow_bound + 1);
        std::array<ByteVector, hints> hint;
        for (std::size_t d = 0; d < backwards.size(); ++d) {
            hint[d] = lines_.through(d, part);
            bound_and_one = greatest(bound_and_one, hint[d] + 1);
        }
        hint[hint::fellow_bound] =
            choose(fellow_bound == no_relative_value, all_bytes(unknown_relative_value), fellow_bound);
        hint[hint::west_of_waiting_south] = from_before<1>(waiting_south);
        hint[hint::west_of_fellow_west] = from_before<1>(fellow_west);
        hint[hint::west_of_same_kings] = from_before<1>(same_kings);
        const std::array<ByteVector, guesses> guess{on(*around.waiting_west),
                                                    from_before<1>(relative_values),
                                                    bound_and_one - 1,
                                                    bytes_at(own - 8),
                                                    waiting_south,
                                                    fellow_west,
                                                    same_kings};
        make_patterns<coding>(relative_values, guess, hint, first, patterns);
    }

    template <Coding coding>
    void make_patterns(ByteVector relative_values, std::array<ByteVector, guesses> guess,
                       const std::array<ByteVector, hints>& hint, std::size_t at, SquarePatterns* patterns) {
        const ByteVector below_side = (relative_values & 0x80) - 1;
        ByteSquare lanes;
        ByteVector count{};
        ByteVector first{};
        ByteVector less{};
        ByteVector bit = all_bytes(1);
        for (std::size_t i = 0; i < guesses; ++i) {
            guess[i] = possible<coding>(guess[i], below_side);
            put_bytes(&guesses_[i][at], guess[i]);
            const ByteVector before = number_of(guess[i], guess, lanes, i, all_bytes(no_guess));
            const ByteVector is_new = as_bytes(guess[i] != unknown_relative_value) & as_bytes(before == no_guess);
            lanes[i] = choose(is_new != 0, count, before);
            first = choose(count == 0, guess[i] & is_new, first);
            less |= as_bytes(guess[i] < first) & bit & is_new;
            bit += bit & is_new;
            count -= is_new;
        }
        lanes[SquarePatterns::spare] = number_of(relative_values, guess, lanes, guesses, all_bytes(not_guessed));
        for (std::size_t i = 0; i < hints; ++i) {
            const ByteVector relative_value = possible<coding>(hint[i], below_side);
            const ByteVector otherwise =
                choose(relative_value == unknown_relative_value, all_bytes(no_guess), all_bytes(no_candidate));
            lanes[guesses + 1 + i] = number_of(relative_value, guess, lanes, guesses, otherwise);
        }
        put_bytes(&first_[at], first);
        put_bytes(&less_[at], less);
        put_bytes(&counts_[at], count);
        lanes = transposed(lanes);
        for (std::size_t i = 0; i < vector_bytes; ++i) {
            put_bytes(patterns[i].lanes.data(), lanes[i]);
        }
    }

    /// Makes relative values unknown unless they are decided and on the same side of the draw as the square's own.
    /// `below_side`: one less than where its side begins, 0 or 128.
    template <Coding coding>
    [[nodiscard]] static ByteVector possible(ByteVector relative_values, ByteVector below_side) {
        return coding == Coding::Results ? relative_values
                                         : relative_values | as_bytes(not_positive(relative_values - below_side));
    }
    /// Returns the number of the candidate among the first `count` guesses that equals a relative value, or
    /// `otherwise`.
    [[nodiscard]] static ByteVector number_of(ByteVector relative_values, const std::array<ByteVector, guesses>& guess,
                                              const ByteSquare& lanes, std::size_t count, ByteVector otherwise) {
        for (std::size_t i = 0; i < count; ++i) {
            otherwise = choose(relative_values == guess[i], lanes[i], otherwise);
        }
        return otherwise;
    }

    RowLines lines_;
    alignas(64) Squares first_;
    alignas(64) Squares less_;
    alignas(64) Squares counts_;
    alignas(64) std::array<Squares, guesses> guesses_;
};

}  // namespace dameotb::table

// What is known around one square of a row: fifteen relative values in two words of lanes, among them the least
// relative values on the open lines through it, over the squares before it.
#pragma once

#include <algorithm>
#include <array>

#include <dameotb/rules/square.hpp>

#include "byte_vectors.hpp"
#include "known_rows.hpp"
#include "relative_values.hpp"

namespace dameotb::table {

/// The four lines through a square, each back to the last blocked square on it.
struct LinesThrough {
    RelativeValue along_row;
    RelativeValue along_file;
    RelativeValue along_diagonal;      ///< From the south-west.
    RelativeValue along_antidiagonal;  ///< From the south-east.

    /// Returns the greatest known bound; no_relative_value if nothing is known on any line.
    [[nodiscard]] RelativeValue best() const {
        const auto known = [](RelativeValue relative_value) {
            return relative_value == unknown_relative_value ? no_relative_value : relative_value;
        };
        return std::max(std::max(known(along_row), known(along_file)),
                        std::max(known(along_diagonal), known(along_antidiagonal)));
    }
};

/// Takes the squares of a row in order.
class LineBounds {
public:
    LineBounds() {
        rows_.fill(unknown_relative_value);
        files_.fill(unknown_relative_value);
        diagonals_.fill(unknown_relative_value);
        antidiagonals_.fill(unknown_relative_value);
    }

    [[nodiscard]] LinesThrough through(Square square) const {
        return {rows_[row(square)], files_[file(square)], diagonals_[diagonal(square)],
                antidiagonals_[antidiagonal(square)]};
    }
    void add(Square square, RelativeValue relative_value) {
        const auto take = [relative_value](RelativeValue& least) { least = std::min(least, relative_value); };
        take(rows_[row(square)]);
        take(files_[file(square)]);
        take(diagonals_[diagonal(square)]);
        take(antidiagonals_[antidiagonal(square)]);
    }
    /// Ends all lines at a blocked square.
    void cut(Square square) {
        rows_[row(square)] = unknown_relative_value;
        files_[file(square)] = unknown_relative_value;
        diagonals_[diagonal(square)] = unknown_relative_value;
        antidiagonals_[antidiagonal(square)] = unknown_relative_value;
    }

private:
    static std::size_t row(Square square) { return static_cast<std::size_t>(square.rank()); }
    static std::size_t file(Square square) { return static_cast<std::size_t>(square.file()); }
    static std::size_t diagonal(Square square) { return static_cast<std::size_t>(square.file() - square.rank() + 7); }
    static std::size_t antidiagonal(Square square) { return static_cast<std::size_t>(square.file() + square.rank()); }

    std::array<RelativeValue, 8> rows_;
    std::array<RelativeValue, 8> files_;
    std::array<RelativeValue, 16> diagonals_;
    std::array<RelativeValue, 16> antidiagonals_;
};

/// The lanes of `guesses`: likely relative values of the square. Candidates are taken from them in this order.
namespace guess {
inline constexpr int waiting_west = 0;   ///< The same square, the lowest waiting king one step to the west.
inline constexpr int west = 1;           ///< The runner one square to the west.
inline constexpr int bound = 2;          ///< The best line bound over the lines of the runner and the fellow.
inline constexpr int south = 3;          ///< The runner one square to the south.
inline constexpr int waiting_south = 4;  ///< The same square, the lowest waiting king one step to the south.
inline constexpr int fellow_west = 5;    ///< The same square, the lowest fellow one step to the west.
inline constexpr int same_kings = 6;     ///< The same kings in another slice.
}  // namespace guess

/// The lanes of `hints`: relative values that help to tell which guess is right.
namespace hint {
inline constexpr int along_row = 0;
inline constexpr int along_file = 1;
inline constexpr int along_diagonal = 2;
inline constexpr int along_antidiagonal = 3;
inline constexpr int fellow_bound = 4;
inline constexpr int west_of_waiting_south = 5;  ///< guess::waiting_south of the runner one square to the west.
inline constexpr int west_of_fellow_west = 6;
inline constexpr int west_of_same_kings = 7;
}  // namespace hint

/// unknown_relative_value in lanes without information, and in the last of `guesses`.
struct Neighbourhood {
    Lanes guesses;
    Lanes hints;
};

/// What is known around each square of a row. The contribution of other rows is found for all squares at once; that of
/// the row itself is added on request.
class RowNeighbourhood {
public:
    /// Takes a row's surroundings, at least for the `needed` squares.
    void take(const RowSurroundings& around, Bitboard needed) {
        for (std::size_t first = 0; first < outer_.size(); first += vector_bytes) {
            if ((needed.bits() >> first & 0xFFFF) != 0) {
                take_part(around, first);
            }
        }
    }

    /// `row`: the row's relative values so far, as in KnownRows. `lines`: those through the square.
    [[nodiscard]] Neighbourhood of(Square square, const Squares& row, const LinesThrough& lines) const {
        const auto at = static_cast<std::size_t>(square.index());
        const RelativeValue* const south = row.data() + at - 8;
        const RelativeValue west = square.file() > 0 ? row[at - 1] : unknown_relative_value;
        const Outer& outer = outer_[at];
        // One more than a relative value, and 0 if it is unknown: so the maximum is over the known ones.
        const auto and_one = [](RelativeValue relative_value) {
            return static_cast<RelativeValue>(relative_value + 1);
        };
        const RelativeValue bound_and_one =
            std::max(std::max(std::max(and_one(lines.along_row), and_one(lines.along_file)),
                              std::max(and_one(lines.along_diagonal), and_one(lines.along_antidiagonal))),
                     and_one(static_cast<RelativeValue>(outer.hints >> (8 * hint::fellow_bound))));
        return {outer.guesses | Lanes{west} << (8 * guess::west) |
                    Lanes{static_cast<RelativeValue>(bound_and_one - 1)} << (8 * guess::bound) |
                    Lanes{*south} << (8 * guess::south),
                outer.hints | Lanes{lines.along_row} << (8 * hint::along_row) |
                    Lanes{lines.along_file} << (8 * hint::along_file) |
                    Lanes{lines.along_diagonal} << (8 * hint::along_diagonal) |
                    Lanes{lines.along_antidiagonal} << (8 * hint::along_antidiagonal)};
    }

private:
    /// 0 in the lanes that the row itself fills.
    using Outer = Neighbourhood;

    void take_part(const RowSurroundings& around, std::size_t first) {
        const auto on = [&](const Squares& squares) { return bytes_at(&squares[first]); };
        const ByteVector bound = on(around.fellow_bound);
        ByteSquare lanes{};
        lanes[guess::waiting_west] = on(*around.waiting_west);
        lanes[guess::waiting_south] = on(*around.waiting_south);
        lanes[guess::fellow_west] = on(*around.fellow_west);
        lanes[guess::same_kings] = on(*around.same_kings);
        lanes[7] = all_bytes(unknown_relative_value);
        constexpr std::size_t hints = 8;
        lanes[hints + hint::fellow_bound] =
            choose(bound == no_relative_value, all_bytes(unknown_relative_value), bound);
        lanes[hints + hint::west_of_waiting_south] = from_before<1>(lanes[guess::waiting_south]);
        lanes[hints + hint::west_of_fellow_west] = from_before<1>(lanes[guess::fellow_west]);
        lanes[hints + hint::west_of_same_kings] = from_before<1>(lanes[guess::same_kings]);
        lanes = transposed(lanes);
        for (std::size_t i = 0; i < vector_bytes; ++i) {
            outer_[first + i] = {lower_word(lanes[i]), upper_word(lanes[i])};
        }
    }

    SquareArray<Outer> outer_;
};

}  // namespace dameotb::table

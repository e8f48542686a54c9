// What is known around one square of a row, as fifteen grades in two words of lanes.
#pragma once

#include <dameotb/rules/square.hpp>

#include "grades.hpp"
#include "known_rows.hpp"
#include "lanes.hpp"
#include "line_bounds.hpp"

namespace dameotb::codec {

/// The lanes of `guesses`: grades that the square may well have. Candidates are taken from them in this order.
namespace guess {
inline constexpr int waiting_west = 0;   ///< The same square, the lowest waiting king one step to the west.
inline constexpr int west = 1;           ///< The runner one square to the west.
inline constexpr int bound = 2;          ///< The best line bound over the runner's and the fellow's lines.
inline constexpr int south = 3;          ///< The runner one square to the south.
inline constexpr int waiting_south = 4;  ///< The same square, the lowest waiting king one step to the south.
inline constexpr int fellow_west = 5;    ///< The same square, the lowest fellow one step to the west.
inline constexpr int same_kings = 6;     ///< The same kings in another slice.
}  // namespace guess

/// The lanes of `hints`: grades that help to tell which guess is right.
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

/// unknown_grade in lanes of which nothing is known, and in the last of `guesses`.
struct Neighbourhood {
    Lanes guesses;
    Lanes hints;
};

[[nodiscard]] inline Neighbourhood neighbourhood(const RowSurroundings& around, const Squares& row,
                                                 const LinesThrough& lines, rules::Square square) {
    const auto at = static_cast<std::size_t>(square.index());
    const bool has_west = square.file() > 0;
    const std::size_t to_west = has_west ? at - 1 : at;
    const auto west_of = [&](const Squares& squares) { return has_west ? squares[to_west] : unknown_grade; };
    const auto or_unknown = [](Grade bound) { return bound == no_grade ? unknown_grade : bound; };
    const Grade bound = std::max(lines.best(), around.fellow_bound[at]);
    const Grade south = square.row() > 0 ? row[at - 8] : unknown_grade;
    return {make_lanes((*around.waiting_west)[at], west_of(row), or_unknown(bound), south, (*around.waiting_south)[at],
                       (*around.fellow_west)[at], (*around.same_kings)[at], unknown_grade),
            make_lanes(lines.along_row, lines.along_file, lines.along_diagonal, lines.along_antidiagonal,
                       or_unknown(around.fellow_bound[at]), west_of(*around.waiting_south),
                       west_of(*around.fellow_west), west_of(*around.same_kings))};
}

}  // namespace dameotb::codec

// What is known about the rows of a unit so far: grades by square, and line bounds that carry over from row to row.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "grades.hpp"
#include "unit_rows.hpp"

namespace dameotb::table {

/// A grade for each square of the board.
using Squares = std::array<Grade, 64>;

[[nodiscard]] constexpr Squares all_squares_of(Grade grade) {
    Squares squares{};
    squares.fill(grade);
    return squares;
}
inline constexpr Squares unknown_squares = all_squares_of(unknown_grade);
inline constexpr Squares no_squares = all_squares_of(no_grade);

/// One row. All of a line's squares reach the same squares by a king's move. So the least grade on a line bounds from
/// below what a king on that line can have.
struct KnownRow {
    alignas(64) std::array<Grade, 64> south_of_board = unknown_squares;
    Squares grades;
    /// The least grade on the line that the lowest fellow has behind it, by direction of `backwards`.
    std::array<Squares, 4> least_by_fellow;
};

/// What the neighbours of a row say of each of its squares.
struct RowSurroundings {
    const Squares* waiting_west = &unknown_squares;  ///< The lowest waiting king one step to the west.
    const Squares* waiting_south = &unknown_squares;
    const Squares* fellow_west = &unknown_squares;  ///< The lowest fellow one step to the west.
    const Squares* same_kings = &unknown_squares;   ///< The same kings in another slice.
    alignas(64) Squares fellow_bound;  ///< The greatest of least_by_fellow; no_grade where nothing is known.
};

class KnownRows {
public:
    /// Forgets all rows. Makes room for so many. `fellows`: whether the runner has any.
    void reset(std::size_t rows, bool fellows) {
        if (rows_.size() < rows) {
            rows_.resize(rows);
        }
        fellows_ = fellows;
    }
    /// Returns the grades of a row. South of the board, before the first one, 64 unknown grades lie.
    [[nodiscard]] Squares& grades(std::size_t row) { return rows_[row].grades; }

    /// Carries the line bounds on to a row, and returns what is around it. Requires: it has been done for all rows
    /// before, and their grades are there.
    [[nodiscard]] RowSurroundings around(std::size_t number, const NeighbourRows& neighbours) {
        KnownRow& row = rows_[number];
        RowSurroundings around;
        around.fellow_bound = no_squares;
        for (std::size_t d = 0; fellows_ && d < backwards.size(); ++d) {
            carry_least(row.least_by_fellow[d], d, neighbours.fellow_moved[d], around.fellow_bound);
        }
        point_to(around.waiting_west, neighbours.waiting_west);
        point_to(around.waiting_south, neighbours.waiting_south);
        point_to(around.fellow_west, neighbours.fellow_moved[0]);
        point_to(around.same_kings, neighbours.same_kings);
        return around;
    }

private:
    void point_to(const Squares*& squares, RowNumber row) const {
        squares = row == none ? &unknown_squares : &rows_[static_cast<std::size_t>(row)].grades;
    }
    void carry_least(Squares& least, std::size_t d, RowNumber from, Squares& bound) const {
        if (from == none) {
            least = unknown_squares;
            return;
        }
        const KnownRow& row = rows_[static_cast<std::size_t>(from)];
        take_least(row.least_by_fellow[d].data(), row.grades.data(), least.data(), bound.data());
    }

    // A plain loop over memory that does not overlap, which compilers turn into a few vector instructions.
    static void take_least(const Grade* __restrict before, const Grade* __restrict grades, Grade* __restrict least,
                           Grade* __restrict bound) {
        for (std::size_t i = 0; i < 64; ++i) {
            const Grade value = std::min(before[i], grades[i]);
            least[i] = value;
            bound[i] = std::max(bound[i], value == unknown_grade ? no_grade : value);
        }
    }

    std::vector<KnownRow> rows_;
    bool fellows_ = false;
};

}  // namespace dameotb::table

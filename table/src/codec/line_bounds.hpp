// The least grades on the open lines through a square of a row, of the squares that come before it.
#pragma once

#include <algorithm>
#include <array>

#include <dameotb/rules/square.hpp>

#include "grades.hpp"

namespace dameotb::table {

/// The four lines through a square, each as far as the last blocked square on it.
struct LinesThrough {
    Grade along_row;
    Grade along_file;
    Grade along_diagonal;      ///< From south-west.
    Grade along_antidiagonal;  ///< From south-east.

    /// Returns the greatest known bound; no_grade if nothing is known on any line.
    [[nodiscard]] Grade best() const {
        const auto known = [](Grade grade) { return grade == unknown_grade ? no_grade : grade; };
        return std::max(std::max(known(along_row), known(along_file)),
                        std::max(known(along_diagonal), known(along_antidiagonal)));
    }
};

/// Takes the squares of a row in their order.
class LineBounds {
public:
    LineBounds() {
        rows_.fill(unknown_grade);
        files_.fill(unknown_grade);
        diagonals_.fill(unknown_grade);
        antidiagonals_.fill(unknown_grade);
    }

    [[nodiscard]] LinesThrough through(rules::Square square) const {
        return {rows_[row(square)], files_[file(square)], diagonals_[diagonal(square)],
                antidiagonals_[antidiagonal(square)]};
    }
    void add(rules::Square square, Grade grade) {
        const auto take = [grade](Grade& least) { least = std::min(least, grade); };
        take(rows_[row(square)]);
        take(files_[file(square)]);
        take(diagonals_[diagonal(square)]);
        take(antidiagonals_[antidiagonal(square)]);
    }
    /// Ends all lines at a blocked square.
    void cut(rules::Square square) {
        rows_[row(square)] = unknown_grade;
        files_[file(square)] = unknown_grade;
        diagonals_[diagonal(square)] = unknown_grade;
        antidiagonals_[antidiagonal(square)] = unknown_grade;
    }

private:
    static std::size_t row(rules::Square square) { return static_cast<std::size_t>(square.row()); }
    static std::size_t file(rules::Square square) { return static_cast<std::size_t>(square.file()); }
    static std::size_t diagonal(rules::Square square) {
        return static_cast<std::size_t>(square.file() - square.row() + 7);
    }
    static std::size_t antidiagonal(rules::Square square) {
        return static_cast<std::size_t>(square.file() + square.row());
    }

    std::array<Grade, 8> rows_;
    std::array<Grade, 8> files_;
    std::array<Grade, 16> diagonals_;
    std::array<Grade, 16> antidiagonals_;
};

}  // namespace dameotb::table

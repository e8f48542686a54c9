// Solves a class of men alone, row by row, with forward moves.
// No moves cycle. With White to move all moves of a row lead to other sets of White's men; with Black to move, to the
// same set with White to move. So each row follows directly from finished ones: a fixed man's move leads to the same
// cells of another row, the pivot man's to other cells of the same row.
#pragma once

#include <dameotb/scores/captures/row_capture_search.hpp>

#include "men_rows.hpp"

namespace dameotb::gen {

/// Not thread-safe: use one object per thread.
class MenRowSolver {
public:
    /// Keeps all references. Results are written to both `rows` and `target`.
    MenRowSolver(const scores::SolvedClasses& solved_classes, MenRows& rows, scores::ClassScores& target)
        : solved_classes_{solved_classes}, rows_{rows}, target_{target}, white_rows_(rows.co_man_sets().size()) {}

    /// Solves the rows of one set of others, for both sides to move. Requires: the sets that White's moves lead to are
    /// solved. Throws std::overflow_error if a distance exceeds scores::longest_plies.
    void solve(std::size_t others);

private:
    /// The men of a row except the pivot man, and the squares of the pivot man to consider.
    struct Row {
        index::Slice fixed;
        Bitboard pivots;
    };

    /// Calls visit(row, index of the co-men) for each row, with the pivot man as Black's foremost man.
    template <class Visit>
    void for_each_row(std::size_t others, const Visit& visit) const;
    // The following fill the cells of `row.pivots`; other cells are unspecified.
    void solve_white(const Row& row, scores::Score* cells);
    void solve_black(const Row& row, const scores::Score* white_cells, scores::Score* cells);
    void raise_by_co_men(const Row& row, scores::Score* cells);
    void raise_by_pivot(const Row& row, const scores::Score* white_cells, scores::Score* cells);
    /// Gives positions with a forced capture their scores.
    void resolve_captures(const Row& row, Colour mover, scores::Score* cells);
    /// Raises cells by moves to positions with these scores.
    void raise(scores::Score* cells, Bitboard pivots, const scores::Score* reached);
    void raise(scores::Score* cells, Square pivot, scores::Score reached) const;
    template <int Squares>
    void raise_by_steps(scores::Score* cells, Bitboard pivots, Bitboard vacant, const scores::Score* reached);
    void copy_to_target(const Row& row, const scores::Score* white_cells, const scores::Score* black_cells);

    /// Returns the scores of positions of a solved class, by the square of the pivot man, which `position` lacks.
    [[nodiscard]] const scores::Score* scores(const Position& position, Bitboard pivots);

    const scores::SolvedClasses& solved_classes_;
    MenRows& rows_;
    scores::ClassScores& target_;
    scores::RowCaptureSearch search_;
    std::vector<scores::RowScores> white_rows_;  ///< With White to move, for the set of others being solved.
    scores::RowScores buffer_;
    scores::RowScores reset_;
    SquareArray<index::SliceIndex::Located> located_;
};

}  // namespace dameotb::gen

// The layout of one slice in memory: rows of 64 scores, one row for each placement of all kings but one.
// That one king is the runner. Its square is the cell in the row, so a row's positions are the bits of one machine
// word. Unlike the index of the files, rows also have cells for squares that men and other kings take. So the same
// kings have the same row in every slice of a class, and a man's move is an operation on whole rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>

namespace dameotb::store {

/// Returns all subsets of `count` squares in the order of index::rank_subset. They are made once for each count and
/// then shared. Thread-safe. Requires: 0 <= count < index::most_pieces.
[[nodiscard]] std::span<const rules::Bitboard> subsets(int count);

/// Kings of both sides.
struct Kings {
    std::array<rules::Bitboard, 2> sides;
    [[nodiscard]] rules::Bitboard& operator[](rules::Colour c) { return sides[static_cast<std::size_t>(c)]; }
    [[nodiscard]] rules::Bitboard operator[](rules::Colour c) const { return sides[static_cast<std::size_t>(c)]; }
};

/// Returns the position with a slice's men and these kings.
[[nodiscard]] inline rules::Position position_of(const index::Slice& slice, const Kings& kings,
                                                 rules::Colour side_to_move) {
    return {{rules::Pieces{slice.white_men, kings[rules::Colour::White]},
             rules::Pieces{slice.black_men, kings[rules::Colour::Black]}},
            side_to_move};
}

/// The row layout of a class. The runner is a king of the side that has fewer kings, but at least one; it is Black's if
/// both sides have equally many. That side's other kings are the fellows; the kings of the other side are the others.
/// If the runner's side has k kings, each placement lies in k cells: one for each choice of the runner.
/// A class without kings has one cell per slice.
class SliceLayout {
public:
    static constexpr int row_cells = 64;

    explicit SliceLayout(const index::Material& material);

    [[nodiscard]] bool has_runner() const { return has_runner_; }
    [[nodiscard]] rules::Colour runner() const { return runner_; }
    [[nodiscard]] int fellows() const { return fellows_; }
    [[nodiscard]] int others() const { return others_; }
    [[nodiscard]] std::uint32_t rows() const { return rows_; }
    /// Returns the number of sets of others, legal or not. So many rows with the same fellows lie together.
    [[nodiscard]] std::uint32_t other_sets() const { return other_sets_; }
    /// Returns the number of scores that one slice takes for one side to move.
    [[nodiscard]] std::uint64_t cells() const { return has_runner_ ? std::uint64_t{rows_} * row_cells : 1; }

    [[nodiscard]] std::uint32_t row(rules::Bitboard fellows, rules::Bitboard others) const {
        return row_of_ranks(static_cast<std::uint32_t>(index::rank_subset(fellows)),
                            static_cast<std::uint32_t>(index::rank_subset(others)));
    }
    [[nodiscard]] std::uint32_t row_of_ranks(std::uint32_t fellows_rank, std::uint32_t others_rank) const {
        return fellows_rank * other_sets_ + others_rank;
    }
    /// Returns the row where the others are the same and the fellows have that rank.
    [[nodiscard]] std::uint32_t with_fellows(std::uint32_t row, std::uint32_t rank) const {
        return row_of_ranks(rank, row % other_sets_);
    }
    /// Returns the row where the fellows are the same and the others have that rank.
    [[nodiscard]] std::uint32_t with_others(std::uint32_t row, std::uint32_t rank) const {
        return row - row % other_sets_ + rank;
    }
    [[nodiscard]] rules::Bitboard fellows_of(std::uint32_t row) const { return subsets_of_fellows_[row / other_sets_]; }
    [[nodiscard]] rules::Bitboard others_of(std::uint32_t row) const { return subsets_of_others_[row % other_sets_]; }

    /// Returns all kings but the runner.
    [[nodiscard]] Kings kings_of(std::uint32_t row) const {
        Kings kings;
        kings[runner_] = fellows_of(row);
        kings[opponent(runner_)] = others_of(row);
        return kings;
    }
    /// Returns whether no two of the row's pieces share a square. A row that is not legal holds no position.
    [[nodiscard]] bool is_legal(std::uint32_t row, rules::Bitboard men) const {
        const rules::Bitboard fellows = fellows_of(row);
        return !fellows.intersects(men) && !others_of(row).intersects(men | fellows);
    }
    /// Returns the squares that neither the men nor the row's kings take.
    [[nodiscard]] rules::Bitboard vacant(std::uint32_t row, rules::Bitboard men) const {
        return ~(men | fellows_of(row) | others_of(row));
    }

    /// Returns the cell of a placement in which the runner is the lowest king of its side.
    [[nodiscard]] std::uint64_t cell(rules::Bitboard runner_side, rules::Bitboard others) const {
        if (!has_runner_) {
            return 0;
        }
        const rules::Square runner = runner_side.lowest();
        return std::uint64_t{row(runner_side - runner, others)} * row_cells +
               static_cast<std::uint64_t>(runner.index());
    }

private:
    bool has_runner_;
    rules::Colour runner_;
    int fellows_ = 0;
    int others_ = 0;
    std::uint32_t other_sets_ = 1;
    std::uint32_t rows_ = 1;
    std::span<const rules::Bitboard> subsets_of_fellows_;
    std::span<const rules::Bitboard> subsets_of_others_;
};

}  // namespace dameotb::store

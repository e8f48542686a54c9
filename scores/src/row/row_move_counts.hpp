// Counts the winning and the best moves for all positions of a row at once.
// One byte for each of the pivot king's squares. The caller finds the moves (row_values.hpp).
#pragma once

#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/row/row_values.hpp>

namespace dameotb::scores {

/// Counts moves of a row's positions. Not thread-safe.
class RowMoveCounts {
public:
    /// Keeps the pointer. `values`: the row's own scores. A move with its position's score is a best move.
    explicit RowMoveCounts(const Score* values) : values_{values} {}

    /// Counts one move for each of `squares`. `reached`: the scores the move leads to, by the same squares.
    void add(Bitboard squares, const Score* reached);

    /// Counts, for each of `squares`, all moves of the pivot king over `vacant` squares. `reached`: the scores of the
    /// same row with the other side to move.
    void add_slides(Bitboard squares, Bitboard vacant, const Score* reached);

    [[nodiscard]] const MoveCounts& counts() const { return counts_; }

private:
    template <int Shift>
    void add_slides_along(std::uint64_t squares, std::uint64_t vacant, const Score* reached);

    const Score* values_;
    MoveCounts counts_;
};

}  // namespace dameotb::scores

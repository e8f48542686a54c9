// The values of a row's positions with forced captures, from solved classes.
// If a capture leaves the pivot king in place, the chain leads to a row of another class, with one value for each
// square of the pivot king. If the pivot king is taken or captures itself, the chain has one value for all squares of
// the pivot king for which it is possible. If the pivot king lands on different squares of one ray, these also lie in
// one row.
#pragma once

#include <dameotb/scores/captures/capture_target.hpp>
#include <dameotb/scores/captures/row_capture_search.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// Resolves forced captures, one row at a time. Not thread-safe: use one object per thread.
class RowCaptureResolver {
public:
    /// Keeps the reference. The classes that captures lead to must be in `solved_classes` when `resolve` is called.
    explicit RowCaptureResolver(const SolvedClasses& solved_classes) : views_{solved_classes} {}

    /// Writes the scores of positions with a forced capture to the row's cells, leaves the other cells unchanged, and
    /// returns the pivot king's squares for which a capture is forced. `fixed`: all pieces except the pivot king, and
    /// the side to move.
    Bitboard resolve(const Position& fixed, Colour pivot, Score* cells);

private:
    [[nodiscard]] static CaptureTarget after(const Position& fixed, Colour pivot, const RowChain& chain,
                                             const index::Material& material);
    [[nodiscard]] Score worst_score(const CaptureTarget& reached, const RowChain& chain);
    [[nodiscard]] const Score* scores_of(const CaptureTarget& reached, Colour pivot, Bitboard squares);

    RowCaptureSearch search_;
    SliceViews views_;
    RowScores buffer_;
};

}  // namespace dameotb::scores

// The values of a row's positions with forced captures, from finished classes.
// A capture leaves the runner where it is, or takes it off the board, or is its own: so a chain's value is a row of the
// class it leads to, or one value for all the runner's squares that the chain is good for.
#pragma once

#include <dameotb/store/captures/row_capture_search.hpp>
#include <dameotb/store/row/row_scores.hpp>
#include <dameotb/store/slice/slice_views.hpp>

namespace dameotb::store {

/// One object a thread. Not thread-safe.
class RowCaptureResolver {
public:
    /// Keeps the reference: the classes that captures lead to must be in it when `resolve` is called.
    explicit RowCaptureResolver(const FinishedClasses& finished) : views_{finished} {}

    /// Writes the scores of the forced captures to the row's cells, leaves the others, and returns the runner's squares
    /// for which a capture is forced. `fixed`: the pieces but the runner, and who is to move.
    rules::Bitboard resolve(const rules::Position& fixed, rules::Colour runner, Score* cells);

private:
    /// Where a chain leads; the class counts the runner if it stays, the position does not hold it then.
    struct Reached {
        rules::Position position;
        index::Material material;
    };
    [[nodiscard]] static Reached after(const rules::Position& fixed, rules::Colour runner, const RowChain& chain,
                                       const index::Material& material);
    [[nodiscard]] Score score_of(const Reached& reached);
    void raise_row(const Reached& reached, rules::Colour runner, rules::Bitboard runners, Score* cells);

    RowCaptureSearch search_;
    SliceViews views_;
    RowScores buffer_;
};

}  // namespace dameotb::store

// The value of a position with a forced capture, from solved classes.
// Searches the longest captures of one position and looks up the positions they lead to. row_capture_resolver.hpp does
// this for whole rows; the two must agree.
#pragma once

#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// Resolves forced captures, one position at a time. Not thread-safe: use one object per thread.
class CaptureResolver {
public:
    /// Keeps the reference. The classes that captures lead to must be in `solved_classes` when `resolve` is called.
    explicit CaptureResolver(const SolvedClasses& solved_classes) : views_{solved_classes} {}

    /// Returns the score for the side to move. Requires: that side can capture.
    [[nodiscard]] Score resolve(const Position& position);

private:
    SliceViews views_;
};

}  // namespace dameotb::scores

// The value of a position with a forced capture, from solved classes.
// It searches the longest captures of one position and looks up the positions that they lead to. For whole rows there
// is row_capture_resolver.hpp, which must agree with this.
#pragma once

#include <dameotb/scores/slice/slice_views.hpp>

namespace dameotb::scores {

/// Resolves forced captures, one position at a time. One object per thread: not thread-safe.
class CaptureResolver {
public:
    /// Keeps the reference. When `resolve` is called, the classes that captures lead to must be in `solved_classes`.
    explicit CaptureResolver(const SolvedClasses& solved_classes) : views_{solved_classes} {}

    /// Returns the score for the side to move. Requires: that side can capture.
    [[nodiscard]] Score resolve(const rules::Position& position);

private:
    SliceViews views_;
};

}  // namespace dameotb::scores

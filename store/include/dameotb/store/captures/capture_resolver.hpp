// The value of a position with a forced capture, from finished classes.
// Searches the longest captures and looks up where they lead, one position at a time; for whole rows there is
// row_capture_resolver.hpp, which must agree with this one.
#pragma once

#include <dameotb/store/slice/slice_views.hpp>

namespace dameotb::store {

/// One object a thread. Not thread-safe.
class CaptureResolver {
public:
    /// Keeps the reference: the classes that captures lead to must be in it when `resolve` is called.
    explicit CaptureResolver(const FinishedClasses& finished) : views_{finished} {}

    /// The score for the side to move. Requires: it can capture.
    [[nodiscard]] Score resolve(const rules::Position& position);

private:
    SliceViews views_;
};

}  // namespace dameotb::store

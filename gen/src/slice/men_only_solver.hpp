// The solver for classes without kings. Every move raises the men's advancement or captures, so no moves cycle.
// A slice has one position for each side to move, and its value follows at once from finished slices.
#pragma once

#include <dameotb/store/captures/capture_resolver.hpp>

namespace dameotb::gen {

/// Used as SliceSolver is. One object per thread: not thread-safe.
class MenOnlySolver {
public:
    /// Keeps both references.
    MenOnlySolver(const store::FinishedClasses& finished, store::ClassScores& target)
        : finished_{finished}, target_{target}, resolver_{finished} {}

    /// Fills the slice's two cells. Requires: all slices that men's moves lead to are solved.
    void solve(index::SliceId id, const index::Slice& slice);

private:
    [[nodiscard]] store::Score score(const index::Slice& slice, rules::Colour mover);

    const store::FinishedClasses& finished_;
    store::ClassScores& target_;
    store::CaptureResolver resolver_;
};

}  // namespace dameotb::gen

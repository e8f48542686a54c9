// What the solver knows of a slice before it looks at any king: the men, and where their quiet moves lead.
// A man's line holds only men (RULES 1), so which men's moves a slice has does not depend on the kings; a king can
// only stand on the square that the man would reach.
#pragma once

#include <array>
#include <vector>

#include "solved_class.hpp"

namespace dameotb::gen {

/// A man's quiet move, and the finished slice that it leads to.
struct ManMove {
    rules::Square to;
    bool promotes;
    SliceView target;
};

/// A slice with everything about it that its kings do not change. Short-lived; one a slice being solved.
class SliceContext {
public:
    /// Requires: the slices that men's moves lead to are finished, and their classes in `finished` or `own`.
    SliceContext(const SolvedClasses& finished, const SolvedClass& own, const index::Slice& slice);

    [[nodiscard]] const index::Slice& slice() const { return slice_; }
    [[nodiscard]] const std::vector<ManMove>& man_moves(rules::Colour c) const {
        return man_moves_[static_cast<std::size_t>(c)];
    }

private:
    index::Slice slice_;
    std::array<std::vector<ManMove>, 2> man_moves_;
};

}  // namespace dameotb::gen

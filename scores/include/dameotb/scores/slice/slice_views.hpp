// A small cache of slice views that were asked for lately.
// The moves of one slice lead to few other slices, so a view is made once and not once per position.
#pragma once

#include <vector>

#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// One object a thread. Not thread-safe.
class SliceViews {
public:
    /// Keeps the reference.
    explicit SliceViews(const SolvedClasses& solved_classes) : solved_classes_{solved_classes}, slots_(slot_count) {}

    /// Returns SolvedClasses::view, and remembers it for this epoch. The reference is valid until the next call.
    /// Requires: the class is in memory, and is the same object whenever it is asked for.
    [[nodiscard]] const SliceView& view(const index::Material& material, const index::Slice& slice,
                                        rules::Colour side_to_move);

private:
    static constexpr int slot_bits = 10;
    static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

    /// A view, and what it was made for: the slice, and in one number the kings' counts and the side to move. The slice
    /// itself has the men's counts.
    struct Slot {
        index::Slice slice;
        std::uint32_t kings = unused;
        std::uint32_t epoch = 0;
        SliceView view;
    };
    static constexpr std::uint32_t unused = 0xFFFFFFFFU;

    const SolvedClasses& solved_classes_;
    std::vector<Slot> slots_;
};

}  // namespace dameotb::scores

// A small cache of recently used slice views.
// The moves of one slice lead to few other slices, so a view is made once, not once per position.
#pragma once

#include <vector>

#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// Use one object per thread. Not thread-safe.
class SliceViews {
public:
    /// Keeps the reference.
    explicit SliceViews(const SolvedClasses& solved_classes) : solved_classes_{solved_classes}, slots_(slot_count) {}

    /// Returns SolvedClasses::view, and caches it for this epoch. The reference is valid until the next call. Requires:
    /// the class is in memory, and is the same object in every call.
    [[nodiscard]] const SliceView& view(const index::Material& material, const index::Slice& slice,
                                        Colour side_to_move);

private:
    static constexpr int slot_bits = 10;
    static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

    /// A view and its key: the slice, and in one number the kings' counts and the side to move. The slice itself
    /// implies the men's counts.
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

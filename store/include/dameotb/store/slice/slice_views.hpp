// A small table of the views of slices asked for lately.
// What moves of one slice lead to are few other slices: an address is resolved once and not once a position.
#pragma once

#include <vector>

#include <dameotb/store/slice/class_scores.hpp>

namespace dameotb::store {

/// One object a thread. Not thread-safe.
class SliceViews {
public:
    /// Keeps the reference.
    explicit SliceViews(const FinishedClasses& finished) : finished_{finished}, slots_(slot_count) {}

    /// FinishedClasses::view, remembered. Valid until the next call. Requires: the class is in memory, and is the same
    /// object whenever it is asked for.
    [[nodiscard]] const SliceView& view(const index::Material& material, const index::Slice& slice);

private:
    static constexpr int slot_bits = 10;
    static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

    /// A view and what it was asked with. The men's counts need not be kept: the slice has them.
    struct Slot {
        index::Slice slice;
        std::uint32_t kings = unused;
        SliceView view;
    };
    static constexpr std::uint32_t unused = 0xFFFFFFFFU;

    const FinishedClasses& finished_;
    std::vector<Slot> slots_;
};

}  // namespace dameotb::store

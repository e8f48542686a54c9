// The positions between the root and the one that is searched, to notice when a line repeats one of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "position_table.hpp"

namespace dameotb::proof {

/// A stack that is also a set, in one array: each position lies in the first free slot from the one that its hash
/// names, so the last one can be removed without moving others.
class Path {
public:
    /// Lines are not searched further than this. So the array stays half empty.
    static constexpr int most_plies = 180;

    void clear() {
        slots_.fill(0);
        plies_ = 0;
    }
    [[nodiscard]] int plies() const { return plies_; }
    [[nodiscard]] bool is_full() const { return plies_ == most_plies; }
    [[nodiscard]] bool contains(const Key& key) const { return slots_[slot_of(key)] != 0; }
    /// Requires: not full, and the key is not in it.
    void push(const Key& key) {
        slots_[slot_of(key)] = tag_of(key);
        ++plies_;
    }
    /// Removes the key. Requires: it was pushed last.
    void pop(const Key& key) {
        slots_[slot_of(key)] = 0;
        --plies_;
    }

private:
    static constexpr std::size_t slots = 1024;

    /// 0 is a free slot.
    [[nodiscard]] static std::uint64_t tag_of(const Key& key) { return key.tag | 1; }
    /// Returns the slot that has the key, or the one that would.
    [[nodiscard]] std::size_t slot_of(const Key& key) const {
        std::size_t slot = key.place % slots;
        while (slots_[slot] != 0 && slots_[slot] != tag_of(key)) {
            slot = (slot + 1) % slots;
        }
        return slot;
    }

    std::array<std::uint64_t, slots> slots_{};
    int plies_ = 0;
};

}  // namespace dameotb::proof

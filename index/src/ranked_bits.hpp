// A set of numbers as one bit for each number, which also says how many members are lower and which member is the n-th.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace dameotb::index {

/// A set of numbers below some limit. Takes two bits for each number. Immutable once it has its members; thread-safe
/// then.
class RankedBits {
public:
    /// Makes an empty set of numbers below `limit`, which is at most 2^32.
    explicit RankedBits(std::uint64_t limit) : blocks_(limit / block_numbers + 1) {}

    /// Adds a number. Call `count_members` after the last one.
    void add(std::uint64_t number) { blocks_[number / block_numbers].bits |= bit_of(number); }
    void count_members() {
        for (Block& block : blocks_) {
            block.before = size_;
            size_ += static_cast<std::uint32_t>(std::popcount(block.bits));
        }
    }

    // The following require that the members are counted.

    [[nodiscard]] std::uint32_t size() const { return size_; }
    [[nodiscard]] bool contains(std::uint64_t number) const {
        return (blocks_[number / block_numbers].bits & bit_of(number)) != 0;
    }
    /// Returns how many members are lower than the number.
    [[nodiscard]] std::uint32_t before(std::uint64_t number) const {
        const Block& block = blocks_[number / block_numbers];
        return block.before + static_cast<std::uint32_t>(std::popcount(block.bits & (bit_of(number) - 1)));
    }
    /// Returns the member with `place` lower ones. Requires: place < size().
    [[nodiscard]] std::uint64_t member(std::uint32_t place) const {
        const auto block = std::ranges::upper_bound(blocks_, place, {}, &Block::before) - 1;
        std::uint64_t left = block->bits;
        for (std::uint32_t lower = place - block->before; lower > 0; --lower) {
            left &= left - 1;
        }
        return static_cast<std::uint64_t>(block - blocks_.begin()) * block_numbers +
               static_cast<std::uint64_t>(std::countr_zero(left));
    }

private:
    static constexpr std::uint64_t block_numbers = 64;

    struct Block {
        std::uint64_t bits = 0;
        std::uint32_t before = 0;  ///< Members in lower blocks.
    };

    static std::uint64_t bit_of(std::uint64_t number) { return std::uint64_t{1} << number % block_numbers; }

    std::vector<Block> blocks_;
    std::uint32_t size_ = 0;
};

}  // namespace dameotb::index

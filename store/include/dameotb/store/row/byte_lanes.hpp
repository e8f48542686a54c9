// Eight bytes of memory worked on as one word, whichever byte of the word comes first.
// The only place in gen/ that knows the machine's byte order; with it the others count bytes as they lie in memory.
#pragma once

#include <bit>
#include <cstdint>

namespace dameotb::store {

/// Byte i of a word is the one i bytes behind its first, in memory. The order is a parameter so that every machine
/// tests both.
template <std::endian order>
struct ByteLanes {
    static_assert(order == std::endian::little || order == std::endian::big);
    static constexpr bool first_is_lowest = order == std::endian::little;

    /// 1 in each byte: alike in either order.
    static constexpr std::uint64_t ones = 0x0101010101010101U;
    /// 1 << i in byte i.
    static constexpr std::uint64_t own_bits = first_is_lowest ? 0x8040201008040201U : 0x0102040810204080U;

    /// Bit i is the lowest bit of byte i; what the other bits of the bytes are makes no difference.
    [[nodiscard]] static constexpr std::uint64_t lowest_bits(std::uint64_t word) {
        // No two of the products' bits meet, so nothing is carried: the highest byte takes the bits one by one.
        constexpr std::uint64_t gather = first_is_lowest ? 0x0102040810204080U : 0x8040201008040201U;
        return ((word & ones) * gather) >> 56;
    }

    /// Byte i takes what byte i + `bytes` holds; beyond the last there is 0. `words`: one, or a vector of them.
    template <class Words>
    [[nodiscard]] static constexpr Words from_behind(Words words, int bytes) {
        return first_is_lowest ? words >> (8 * bytes) : words << (8 * bytes);
    }
    /// Byte i takes what byte i - `bytes` holds; before the first there is 0.
    template <class Words>
    [[nodiscard]] static constexpr Words from_before(Words words, int bytes) {
        return first_is_lowest ? words << (8 * bytes) : words >> (8 * bytes);
    }
};

using NativeLanes = ByteLanes<std::endian::native>;

}  // namespace dameotb::store

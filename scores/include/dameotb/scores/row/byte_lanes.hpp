// Processes eight bytes of memory as one word, independent of byte order.
// Only this file of scores/ knows the machine's byte order. Its callers count bytes as they lie in memory.
#pragma once

#include <bit>
#include <cstdint>

namespace dameotb::scores {

/// Operations on words in one byte order. Byte i of a word lies i bytes after its first byte in memory. The order is a
/// parameter so that every machine can test both.
template <std::endian order>
struct ByteLanes {
    static_assert(order == std::endian::little || order == std::endian::big);
    static constexpr bool first_is_lowest = order == std::endian::little;

    /// 1 in each byte: the same word in either order.
    static constexpr std::uint64_t ones = 0x0101010101010101U;
    /// 1 << i in byte i.
    static constexpr std::uint64_t own_bits = first_is_lowest ? 0x8040201008040201U : 0x0102040810204080U;

    /// Returns a byte whose bit i is the lowest bit of byte i. The other bits of the word are ignored.
    [[nodiscard]] static constexpr std::uint64_t lowest_bits(std::uint64_t word) {
        // No two bits of the product's terms coincide, so nothing carries; the top byte gets one bit of each byte.
        constexpr std::uint64_t gather = first_is_lowest ? 0x0102040810204080U : 0x8040201008040201U;
        return ((word & ones) * gather) >> 56;
    }

    /// Returns words in which byte i holds what byte i + `bytes` held, or 0 if there is no such byte.
    /// `words`: one word, or a vector of words.
    template <class Words>
    [[nodiscard]] static constexpr Words from_behind(Words words, int bytes) {
        return first_is_lowest ? words >> (8 * bytes) : words << (8 * bytes);
    }
    /// Returns words in which byte i holds what byte i - `bytes` held, or 0 if there is no such byte.
    template <class Words>
    [[nodiscard]] static constexpr Words from_before(Words words, int bytes) {
        return first_is_lowest ? words << (8 * bytes) : words >> (8 * bytes);
    }
};

using NativeLanes = ByteLanes<std::endian::native>;

}  // namespace dameotb::scores

// Several bytes processed at once: sixteen in a vector, for two ranks or all that is known around one square, and eight
// in a word, for its guesses or its hints alone. The compilers' vector types, in one source for all processors; their
// differences are confined to this file.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include <dameotb/rules/words.hpp>

#if defined(__SSSE3__)
#include <tmmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace dameotb::table {

/// Byte i lies i bytes after the first in memory, on any machine.
using ByteVector = std::uint8_t __attribute__((vector_size(16)));
/// The result of a comparison: all bits of a byte are set, or none.
using ByteMask = decltype(std::declval<ByteVector>() == std::declval<ByteVector>());
using WordVector = std::uint64_t __attribute__((vector_size(16)));

inline constexpr std::size_t vector_bytes = 16;

[[nodiscard]] inline ByteVector bytes_at(const std::uint8_t* from) {
    return rules::load_words<ByteVector>(from);
}
inline void put_bytes(std::uint8_t* to, ByteVector bytes) {
    rules::store_words(to, bytes);
}
[[nodiscard]] inline ByteVector all_bytes(std::uint8_t byte) {
    return ByteVector{} + byte;
}
/// Returns eight bytes followed by eight that are `others`.
[[nodiscard]] inline ByteVector eight_bytes_at(const std::uint8_t* from, std::uint8_t others) {
    constexpr std::uint64_t ones = 0x0101010101010101U;
    std::uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return std::bit_cast<ByteVector>(WordVector{word, ones * others});
}
[[nodiscard]] inline ByteVector twice_eight_bytes_at(const std::uint8_t* from) {
    std::uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return std::bit_cast<ByteVector>(WordVector{word, word});
}
inline void put_lower_half(std::uint8_t* to, ByteVector bytes) {
    std::memcpy(to, &bytes, 8);
}
inline void put_upper_half(std::uint8_t* to, ByteVector bytes) {
    const std::uint64_t word = std::bit_cast<WordVector>(bytes)[1];
    std::memcpy(to, &word, sizeof word);
}
/// Converts between eight bytes as they lie in memory and a number with the first byte lowest.
[[nodiscard]] constexpr std::uint64_t lowest_first(std::uint64_t word) {
    return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}
[[nodiscard]] inline std::uint64_t word_at(const std::uint8_t* from) {
    std::uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return lowest_first(word);
}
/// Returns the bytes of two numbers, lowest first.
[[nodiscard]] inline ByteVector bytes_of(std::uint64_t lower, std::uint64_t upper) {
    return std::bit_cast<ByteVector>(WordVector{lowest_first(lower), lowest_first(upper)});
}
[[nodiscard]] inline std::uint64_t lower_word(ByteVector bytes) {
    return lowest_first(std::bit_cast<WordVector>(bytes)[0]);
}
[[nodiscard]] inline std::uint64_t upper_word(ByteVector bytes) {
    return lowest_first(std::bit_cast<WordVector>(bytes)[1]);
}

[[nodiscard]] inline ByteVector choose(ByteMask mask, ByteVector yes, ByteVector no) {
    return mask ? yes : no;
}
[[nodiscard]] inline ByteVector least(ByteVector a, ByteVector b) {
    return a < b ? a : b;
}
[[nodiscard]] inline ByteVector greatest(ByteVector a, ByteVector b) {
    return a > b ? a : b;
}
/// Returns where a byte, taken as signed, is below 1.
[[nodiscard]] inline ByteMask not_positive(ByteVector bytes) {
    using Signed = std::int8_t __attribute__((vector_size(16)));
    return std::bit_cast<ByteMask>(std::bit_cast<Signed>(bytes) < 1);
}
[[nodiscard]] inline ByteVector as_bytes(ByteMask mask) {
    return std::bit_cast<ByteVector>(mask);
}

/// Moves the bytes of each half up by `count`; the vacated bytes get 255.
template <int count>
[[nodiscard]] inline ByteVector from_before(ByteVector bytes) {
    constexpr int bits = 8 * count;
    const auto words = std::bit_cast<WordVector>(bytes);
    if constexpr (std::endian::native == std::endian::little) {
        return std::bit_cast<ByteVector>(words << bits | ~(~std::uint64_t{0} << bits));
    } else {
        return std::bit_cast<ByteVector>(words >> bits | ~(~std::uint64_t{0} >> bits));
    }
}

/// Interleaves the first halves; `upper_pairs`, the second halves.
[[nodiscard]] inline ByteVector lower_pairs(ByteVector a, ByteVector b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
[[nodiscard]] inline ByteVector upper_pairs(ByteVector a, ByteVector b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/// Sixteen vectors.
using ByteSquare = std::array<ByteVector, vector_bytes>;

/// Transposes: byte k of vector i becomes byte i of vector k. Each of four stages interleaves the vectors i and i + 8,
/// which rotates the eight bits of (i, k) by one.
[[nodiscard]] inline ByteSquare transposed(ByteSquare vectors) {
    for (int stage = 0; stage < 4; ++stage) {
        ByteSquare turned;
        for (std::size_t i = 0; i < 8; ++i) {
            turned[2 * i] = lower_pairs(vectors[i], vectors[i + 8]);
            turned[2 * i + 1] = upper_pairs(vectors[i], vectors[i + 8]);
        }
        vectors = turned;
    }
    return vectors;
}

namespace portable {
[[nodiscard]] inline ByteVector look_up(ByteVector table, ByteVector positions) {
    std::array<std::uint8_t, vector_bytes> found{};
    for (std::size_t i = 0; i < vector_bytes; ++i) {
        found[i] = positions[i] < vector_bytes ? table[positions[i]] : std::uint8_t{0};
    }
    return std::bit_cast<ByteVector>(found);
}
[[nodiscard]] inline unsigned bits_of(ByteMask mask) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < vector_bytes; ++i) {
        bits |= mask[i] != 0 ? 1U << i : 0U;
    }
    return bits;
}
}  // namespace portable

/// Returns the table's byte at each of the indices; 0 for index 128. Requires: no other index above 15.
[[nodiscard]] inline ByteVector look_up(ByteVector table, ByteVector positions) {
#if defined(__SSSE3__)
    return std::bit_cast<ByteVector>(
        _mm_shuffle_epi8(std::bit_cast<__m128i>(table), std::bit_cast<__m128i>(positions)));
#elif defined(__aarch64__)
    return std::bit_cast<ByteVector>(
        vqtbl1q_u8(std::bit_cast<uint8x16_t>(table), std::bit_cast<uint8x16_t>(positions)));
#elif defined(__wasm_simd128__)
    return std::bit_cast<ByteVector>(
        wasm_i8x16_swizzle(std::bit_cast<v128_t>(table), std::bit_cast<v128_t>(positions)));
#else
    return portable::look_up(table, positions);
#endif
}

/// Returns a bit for each byte: whether the mask is set there.
[[nodiscard]] inline unsigned bits_of(ByteMask mask) {
#if defined(__SSSE3__)
    return static_cast<unsigned>(_mm_movemask_epi8(std::bit_cast<__m128i>(mask)));
#elif defined(__wasm_simd128__)
    return wasm_i8x16_bitmask(std::bit_cast<v128_t>(mask));
#else
    return portable::bits_of(mask);
#endif
}

/// Eight bytes: lane i is bits 8 i to 8 i + 7, on any machine.
using Lanes = std::uint64_t;

inline constexpr Lanes every_lane = 0x0101010101010101U;  ///< Times a byte: that byte in each lane.
inline constexpr Lanes lane_marks = 0x80 * every_lane;    ///< The bit that marks a lane.

/// Returns the eight bytes as lanes, the first as lane 0.
[[nodiscard]] constexpr Lanes make_lanes(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint8_t e,
                                         std::uint8_t f, std::uint8_t g, std::uint8_t h) {
    return Lanes{a} | Lanes{b} << 8 | Lanes{c} << 16 | Lanes{d} << 24 | Lanes{e} << 32 | Lanes{f} << 40 |
           Lanes{g} << 48 | Lanes{h} << 56;
}

/// Marks the lanes that hold `byte`.
[[nodiscard]] constexpr Lanes equal_lanes(Lanes lanes, std::uint8_t byte) {
    const Lanes differing = lanes ^ (every_lane * byte);
    return ~(((differing & ~lane_marks) + ~lane_marks) | differing) & lane_marks;
}

/// Returns the lanes with `byte` in all marked ones.
[[nodiscard]] constexpr Lanes with_byte(Lanes lanes, Lanes marks, std::uint8_t byte) {
    const Lanes whole = (marks >> 7) * 0xFF;
    return (lanes & ~whole) | ((every_lane * byte) & whole);
}

/// Returns the byte in the lowest marked lane. Requires: one is marked.
[[nodiscard]] constexpr std::uint8_t lowest_marked(Lanes lanes, Lanes marks) {
    return static_cast<std::uint8_t>(lanes >> (std::countr_zero(marks) - 7));
}

}  // namespace dameotb::table

// Several 64-bit words handled as one, in the compiler's own vector types: one lane for each word.
// One source serves every machine; only the lane count depends on the width of the machine's registers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dameotb::rules {

#if defined(__AVX512F__)
inline constexpr std::size_t word_lanes = 8;
#elif defined(__AVX2__)
inline constexpr std::size_t word_lanes = 4;
#else
inline constexpr std::size_t word_lanes = 2;
#endif

using Words = std::uint64_t __attribute__((vector_size(word_lanes * sizeof(std::uint64_t))));

// `Word`: std::uint64_t, or Words for word_lanes consecutive words.

template <class Word>
[[nodiscard]] inline Word load_words(const void* from) {
    Word words;
    std::memcpy(&words, from, sizeof words);
    return words;
}
template <class Word>
inline void store_words(void* to, Word words) {
    std::memcpy(to, &words, sizeof words);
}

/// Returns whether any bit is set.
[[nodiscard]] inline bool any(std::uint64_t word) {
    return word != 0;
}
[[nodiscard]] inline bool any(Words words) {
    std::uint64_t all = 0;
    for (std::size_t lane = 0; lane < word_lanes; ++lane) {
        all |= words[lane];
    }
    return all != 0;
}

/// Returns words with all bits set where a word is 0, and no bits elsewhere.
[[nodiscard]] inline std::uint64_t where_zero(std::uint64_t word) {
    return -static_cast<std::uint64_t>(word == 0);
}
[[nodiscard]] inline Words where_zero(Words words) {
    return std::bit_cast<Words>(words == 0);
}

/// Calls visit(Word{}, i) to cover all i of 0..count-1: with Words for every full group of word_lanes, then with
/// std::uint64_t for each of the rest.
template <class Visit>
inline void for_each_words(std::size_t count, Visit&& visit) {
    std::size_t i = 0;
    for (; i + word_lanes <= count; i += word_lanes) {
        visit(Words{}, i);
    }
    for (; i < count; ++i) {
        visit(std::uint64_t{}, i);
    }
}

}  // namespace dameotb::rules

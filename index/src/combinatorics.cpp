// Gathering and spreading of bits: one instruction each where the processor has it, else a loop over the gaps.
// The loop takes as many steps as the mask lacks squares, and the callers' masks lack only a few pieces' squares.
#include <dameotb/index/combinatorics.hpp>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace dameotb::index {

#ifdef __BMI2__

std::uint64_t compress(std::uint64_t squares, std::uint64_t mask) {
    return _pext_u64(squares, mask);
}
std::uint64_t expand(std::uint64_t packed, std::uint64_t mask) {
    return _pdep_u64(packed, mask);
}

#else

std::uint64_t compress(std::uint64_t squares, std::uint64_t mask) {
    squares &= mask;
    // From the highest gap down, so that the gaps still to close keep their places.
    for (std::uint64_t gaps = ~mask; gaps != 0;) {
        const std::uint64_t gap = std::bit_floor(gaps);
        const std::uint64_t below = gap - 1;
        squares = (squares & below) | ((squares >> 1) & ~below);
        gaps ^= gap;
    }
    return squares;
}

std::uint64_t expand(std::uint64_t packed, std::uint64_t mask) {
    // From the lowest gap up; bits that the mask has no room for leave at the top.
    for (std::uint64_t gaps = ~mask; gaps != 0; gaps &= gaps - 1) {
        const std::uint64_t below = (gaps & -gaps) - 1;
        packed = (packed & below) | ((packed & ~below) << 1);
    }
    return packed;
}

#endif

}  // namespace dameotb::index

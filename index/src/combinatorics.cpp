// Gathers and spreads bits: with one instruction where the target processor has it, else in a loop over the gaps. The
// loop takes one step for each square missing from the mask; the callers' masks miss only the squares of a few pieces.
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
    // From the highest gap down, so that gaps still to be closed do not move.
    for (std::uint64_t gaps = ~mask; gaps != 0;) {
        const std::uint64_t gap = std::bit_floor(gaps);
        const std::uint64_t below = gap - 1;
        squares = (squares & below) | ((squares >> 1) & ~below);
        gaps ^= gap;
    }
    return squares;
}

std::uint64_t expand(std::uint64_t packed, std::uint64_t mask) {
    // From the lowest gap up. Bits that do not fit into the mask drop out at the top.
    for (std::uint64_t gaps = ~mask; gaps != 0; gaps &= gaps - 1) {
        const std::uint64_t below = (gaps & -gaps) - 1;
        packed = (packed & below) | ((packed & ~below) << 1);
    }
    return packed;
}

#endif

}  // namespace dameotb::index

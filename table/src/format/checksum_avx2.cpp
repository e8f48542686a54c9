// Compiled for processors with AVX2 (format/CMakeLists.txt), and called only on them.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "checksum.hpp"

namespace dameotb::table {

std::uint64_t checksum_avx2(const void* bytes, std::size_t count, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes, count, seed);
}

}  // namespace dameotb::table

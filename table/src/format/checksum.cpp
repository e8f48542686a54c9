#include "checksum.hpp"

#include "layout.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace dameotb::table {

std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed) {
#ifdef DAMEOTB_CHECKSUM_AVX2
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) {
        return checksum_avx2(bytes.data(), bytes.size(), seed);
    }
#endif
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

bool ends_with_checksum(std::span<const std::byte> bytes, std::uint64_t seed) {
    const auto end = bytes.last(layout::checksum_bytes);
    return layout::get(end) == checksum(bytes.first(bytes.size() - end.size()), seed);
}

}  // namespace dameotb::table

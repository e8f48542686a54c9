// How hard the writer tries to make files small. Any reader takes all of them.
#pragma once

#include <cstdint>

#include <dameotb/format/table_file.hpp>

namespace dameotb::files {

enum class Compression : std::uint8_t {
    Fast,     ///< Keeps up with the solver on the same cores; a probe that misses the cache takes the least time.
    Default,  ///< Takes several times as long as solving.
    Max,      ///< For tables that are handed on: some per cent smaller than Default, and slower.
};

/// How files are cut into blocks, and how hard those are compressed.
struct BlockShape {
    std::uint32_t places;  ///< A power of two. A probe that misses the cache decodes the stored ones.
    format::Effort effort;
};

/// Returns the block shape of a compression. docs/decisions/0003-stored-places.md has the measured figures. Larger
/// blocks save more than higher levels do; but half a million places is the most of which a cache of 1 MiB keeps one
/// block.
[[nodiscard]] constexpr BlockShape block_shape(Compression compression, format::Metric metric) {
    // ZSTD_btopt looks for matches as long as level 19's own strategy does, but goes over them once, not three times.
    constexpr format::Effort one_pass{19, 7};
    switch (compression) {
        case Compression::Fast:
            return {1U << 16, 6};
        case Compression::Default:
            return {metric == format::Metric::Wdl ? 1U << 18 : 1U << 19, one_pass};
        case Compression::Max:
            break;
    }
    return {1U << 19, 19};
}

}  // namespace dameotb::files

// How hard the writer tries to make files small. Any reader takes all of them.
#pragma once

#include <cstdint>

#include <dameotb/format/table_file.hpp>

namespace dameotb::files {

enum class Compression : std::uint8_t {
    Fast,     ///< Keeps up with the solver on the same cores; a probe that misses the cache takes the least time.
    Default,  ///< Takes some times as long as solving.
    Max,      ///< For tables to be handed on: some per cent smaller, slower again.
};

/// How files are cut into blocks, and how hard those are compressed.
struct BlockShape {
    std::uint32_t places;  ///< A power of two. What a probe decodes on a miss, less those of forced captures.
    format::Effort effort;
};

/// The figures behind it: docs/decisions/0003-stored-places.md. Larger blocks save more than higher levels do; but half
/// a million places is the most of which a cache of 1 MiB keeps one block.
[[nodiscard]] constexpr BlockShape block_shape(Compression compression, format::Metric metric) {
    // ZSTD_btopt: level 19 looks for matches as long, but goes over them once and not three times.
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

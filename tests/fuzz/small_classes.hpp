// Small classes whose blocks fuzz targets encode and decode: a runner with fellow and waiting king, a king alone that
// moves, and a king alone that waits.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include "blocks.hpp"
#include "fuzz_target.hpp"

namespace dameotb::fuzz {

/// Positions of all blocks.
inline constexpr std::uint32_t block_positions = 700;

/// Which blocks of a class are coded.
struct SmallClass {
    const index::ClassIndex& index;
    Colour mover;
    table::Metric metric;
    std::size_t number;  ///< Of classes, sides and metrics.
};

/// Returns the class that a number stands for.
inline SmallClass small_class(std::uint32_t number) {
    static const std::array indices{index::ClassIndex{*index::Material::parse("KKMvK")},
                                    index::ClassIndex{*index::Material::parse("KvM")},
                                    index::ClassIndex{*index::Material::parse("KMvM")}};
    const std::size_t kind = number % (indices.size() * 4);
    return {indices[kind / 4], static_cast<Colour>(kind / 2 % 2), static_cast<table::Metric>(kind % 2), kind};
}

inline bool is_quiet(const tests::Block& block, std::uint32_t offset) {
    return block.wdl[offset] != table::dont_care_code;
}

/// Returns a block near the middle of the class, with values of runs and noise, the same for the same number.
inline tests::Block block_of(const index::ClassIndex& index, Colour mover, std::uint32_t noise) {
    const std::uint64_t first = std::min(index.size() / 2, index.size() - block_positions);
    tests::Block block = tests::make_block(index, mover, first, block_positions, [](const Position&) { return 0; });
    for (std::uint32_t offset = 0; offset < block_positions; ++offset) {
        if (is_quiet(block, offset)) {
            noise = noise * 1664525 + 1013904223;
            const bool repeats = offset > 0 && noise >> 30 != 0 && is_quiet(block, offset - 1);
            const auto any = static_cast<std::uint8_t>((noise >> 16) % 253);
            block.dtm[offset] = repeats ? block.dtm[offset - 1] : any;
            block.wdl[offset] = table::result_code_of(block.dtm[offset]);
        }
    }
    return block;
}

/// Returns a model's bytes: the bits of its tables, the size of the rest, and the rest.
inline std::vector<std::byte> model_bytes(int bits, std::span<const std::byte> rest) {
    std::vector<std::byte> bytes{static_cast<std::byte>(bits)};
    for (int i = 0; i < 4; ++i) {
        bytes.push_back(static_cast<std::byte>(rest.size() >> (8 * i)));
    }
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

}  // namespace dameotb::fuzz

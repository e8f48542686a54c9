// Blocks of a class of real tables, in the codec's input form.
#pragma once

#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

#include <dameotb/store/table_stream.hpp>
#include <dameotb/table/codec/block_codec.hpp>
#include <dameotb/table/format/metric.hpp>

#include "blocks.hpp"
#include "support.hpp"

namespace dameotb::bench {

using tests::Block;
using tests::codes_of;

[[nodiscard]] inline double positions_of(const std::vector<Block>& blocks) {
    std::size_t positions = 0;
    for (const Block& block : blocks) {
        positions += block.positions();
    }
    return static_cast<double>(positions);
}

/// Calls run(arguments) for a program "DIRECTORY POSITIONS CLASS...". Returns its exit status.
template <class Run>
int run_on_classes(int argc, char** argv, const Run& run) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: %s DIRECTORY POSITIONS CLASS...\n", argv[0]);
        return 2;
    }
    try {
        run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
    return 0;
}

/// Divides the positions of a class into blocks, independently of the blocks in its files.
class ClassBlocks {
public:
    /// Throws table::TablebaseError if the directory has no tables of the class.
    ClassBlocks(const std::filesystem::path& directory, const index::Material& material,
                std::uint32_t block_positions = table::block_positions)
        : class_{directory, material, table::Metric::Dtm},
          reader_{class_.table(table::Metric::Dtm), store::ForcedPositions::Marked},
          block_positions_{block_positions} {}

    [[nodiscard]] const index::ClassIndex& index() const { return class_.index(); }

    /// Returns blocks with about `positions` positions in total, in stretches at scattered places, which `offset`
    /// shifts; all blocks of the side if it has no more. In ascending order. For any block size, the positions are
    /// almost the same.
    [[nodiscard]] std::vector<Block> take(Colour mover, std::uint64_t positions, std::uint64_t offset) {
        constexpr std::uint64_t stretch_positions = 4096;
        const std::uint64_t all_blocks = (index().size() + block_positions_ - 1) / block_positions_;
        const std::uint64_t stretch = std::max<std::uint64_t>(stretch_positions / block_positions_, 1);
        const std::uint64_t all = (all_blocks + stretch - 1) / stretch;
        const std::uint64_t count = std::clamp<std::uint64_t>(positions / (stretch * block_positions_), 1, all);
        std::vector<Block> blocks;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t first = (i * all / count + bench::scattered(i + offset, all / count)) * stretch;
            for (std::uint64_t block_index = first; block_index < std::min(first + stretch, all_blocks);
                 ++block_index) {
                blocks.push_back(block(mover, block_index));
            }
        }
        return blocks;
    }

private:
    [[nodiscard]] Block block(Colour mover, std::uint64_t block_index) {
        const std::uint64_t first = block_index * block_positions_;
        const auto count =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(block_positions_, index().size() - first));
        const std::span<const std::uint8_t> codes = reader_.read(mover, first, count);
        Block block{first, {codes.begin(), codes.end()}, {}};
        std::ranges::transform(codes, std::back_inserter(block.wdl), table::result_code_at);
        return block;
    }

    table::OpenClass class_;
    store::PositionsReader reader_;
    std::uint32_t block_positions_;
};

}  // namespace dameotb::bench

// Blocks for tests and benchmarks of the codec: of invented values, and of a small class that is solved plainly.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/table/codec/block_codec.hpp>
#include <dameotb/table/format/metric.hpp>

#include "plain_tables.hpp"

namespace dameotb::tests {

using Codes = std::vector<std::uint8_t>;

/// The codes of a block in both tables.
struct Block {
    std::uint64_t first = 0;
    Codes dtm;
    Codes wdl;
    [[nodiscard]] table::BlockCodes codes(table::Metric metric) const {
        return metric == table::Metric::Wdl ? table::BlockCodes{first, wdl, {}} : table::BlockCodes{first, dtm, wdl};
    }
    [[nodiscard]] std::size_t positions() const { return wdl.size(); }
};

[[nodiscard]] inline std::vector<table::BlockCodes> codes_of(const std::vector<Block>& blocks, table::Metric metric) {
    std::vector<table::BlockCodes> codes;
    for (const Block& block : blocks) {
        codes.push_back(block.codes(metric));
    }
    return codes;
}

/// Makes a block. code_of(position): the code that a .dtm has for a position without a forced capture.
template <class CodeOf>
[[nodiscard]] Block make_block(const index::ClassIndex& index, Colour mover, std::uint64_t first, std::uint64_t count,
                               const CodeOf& code_of) {
    Block block{first, {}, {}};
    for (std::uint64_t number = first; number < first + count; ++number) {
        const Position position = index.unrank(number, mover);
        const bool open = rules::must_capture(position);
        const std::uint8_t code = open ? table::dont_care_code : static_cast<std::uint8_t>(code_of(position));
        block.dtm.push_back(code);
        block.wdl.push_back(open ? code : table::result_code_of(code));
    }
    return block;
}

/// Returns a code that is alike in positions that are alike, as those of true values are: the side that is ahead wins,
/// the later the further apart the pieces are.
[[nodiscard]] inline unsigned invented_code(const Position& position) {
    int lead = 2 * (position.own().all().count() - position.enemy().all().count());
    int apart = 0;
    for (const Square own : position.own().all()) {
        lead += own.rank() % 4;
        for (const Square enemy : position.enemy().all()) {
            apart += std::abs(own.file() - enemy.file()) + std::abs(own.rank() - enemy.rank());
        }
    }
    for (const Square enemy : position.enemy().all()) {
        lead -= (7 - enemy.rank()) % 4;
    }
    return lead == 0 ? 0U : 2U * (static_cast<unsigned>(apart) / 3) + (lead > 0 ? 2U : 1U);
}

/// Returns all blocks of a class and side to move.
template <class CodeOf>
[[nodiscard]] std::vector<Block> make_blocks(const index::ClassIndex& index, Colour mover, const CodeOf& code_of) {
    std::vector<Block> blocks;
    for (std::uint64_t first = 0; first < index.size(); first += table::block_positions) {
        blocks.push_back(make_block(index, mover, first,
                                    std::min<std::uint64_t>(table::block_positions, index.size() - first), code_of));
    }
    return blocks;
}

/// Returns all positions of a class that fits into one block, solved plainly.
[[nodiscard]] inline Block solved_block(const index::ClassIndex& index, Colour mover) {
    PlainTables tables{{index.material()}};
    return make_blocks(index, mover, [&](const Position& position) { return dtm_byte(tables.value(position)); })
        .front();
}

[[nodiscard]] inline table::Model trained(const index::ClassIndex& index, Colour mover, table::Metric metric,
                                          const std::vector<Block>& sample, const table::TrainingEffort& effort) {
    return table::Model::train(index, mover, table::coding_of(metric), codes_of(sample, metric), effort);
}

/// Returns what a whole decoding gives, which must succeed.
[[nodiscard]] inline Codes decoded(table::BlockSpace& space, const table::Model& model, const table::BlockCodes& block,
                                   std::span<const std::byte> bytes) {
    Codes codes(block.codes.size(), 77);
    const bool good =
        space.decode(model, block.first, bytes, block.results, codes, static_cast<std::uint32_t>(codes.size() - 1));
    return good ? codes : Codes{};
}

}  // namespace dameotb::tests

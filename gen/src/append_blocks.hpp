// Blocks encoded by several threads and written in their order.
#pragma once

#include <algorithm>
#include <vector>

#include <dameotb/format/table_file.hpp>

#include "parallel.hpp"
#include "table_stream.hpp"

namespace dameotb::gen {

/// How many blocks to append at a time: enough to keep all threads at work, and little in memory beside the table.
[[nodiscard]] inline std::uint64_t blocks_at_a_time(const format::Header& header, int threads) {
    return std::max(places_at_a_time / header.block_places, 4 * static_cast<std::uint64_t>(threads));
}

/// Appends encode(thread, ordinal), a format::EncodedBlock, for the ordinals `first` to `end` - 1.
template <class Encode>
void append_blocks(format::TableWriter& writer, std::uint64_t first, std::uint64_t end, int threads, Encode&& encode) {
    std::vector<format::EncodedBlock> encoded(end - first);
    parallel_for(encoded.size(), threads,
                 [&](std::size_t thread, std::uint64_t i) { encoded[i] = encode(thread, first + i); });
    for (const format::EncodedBlock& block : encoded) {
        writer.append(block);
    }
}

}  // namespace dameotb::gen

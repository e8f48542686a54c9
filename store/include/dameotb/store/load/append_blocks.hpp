// Several threads encode the blocks of a table; one thread writes them in their order.
#pragma once

#include <algorithm>
#include <vector>

#include <dameotb/format/table_file.hpp>
#include <dameotb/store/load/table_stream.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::store {

/// Appends encode(thread, ordinal), a format::EncodedBlock, for all blocks of the header. Works in batches that are
/// just large enough to keep all threads at work, so that little more than the table itself is in memory. Calls
/// begin_batch(first, end) before the blocks `first` to `end` - 1. Throws StopRequested: the rest of the file is
/// missing then.
template <class BeginBatch, class Encode>
void append_blocks(format::TableWriter& writer, const format::Header& header, const Team& team,
                   BeginBatch&& begin_batch, Encode&& encode) {
    const std::uint64_t at_a_time =
        std::max(places_at_a_time / header.block_places, 4 * static_cast<std::uint64_t>(team.threads));
    for (std::uint64_t first = 0; first < header.blocks(); first += at_a_time) {
        const std::uint64_t end = std::min(first + at_a_time, header.blocks());
        begin_batch(first, end);
        std::vector<format::EncodedBlock> encoded(end - first);
        parallel_for(encoded.size(), team,
                     [&](std::size_t thread, std::uint64_t i) { encoded[i] = encode(thread, first + i); });
        for (const format::EncodedBlock& block : encoded) {
            writer.append(block);
        }
    }
}

}  // namespace dameotb::store

// Blocks encoded by several threads and written in their order.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include <dameotb/format/table_file.hpp>

#include "parallel.hpp"

namespace dameotb::gen {

/// Appends encode(thread, ordinal), a format::EncodedBlock, for the ordinals 0 to blocks - 1. False if `stop`, which
/// may be null, ended it early. In batches, so that little more than the table itself is in memory.
template <class Encode>
bool append_blocks(format::TableWriter& writer, std::uint64_t blocks, int threads, const std::atomic<bool>* stop,
                   Encode&& encode) {
    constexpr std::uint64_t batch = 256;
    for (std::uint64_t first = 0; first < blocks; first += batch) {
        if (stop != nullptr && *stop) {
            return false;
        }
        std::vector<format::EncodedBlock> encoded(std::min(batch, blocks - first));
        parallel_for(encoded.size(), threads,
                     [&](std::size_t thread, std::uint64_t i) { encoded[i] = encode(thread, first + i); });
        for (const format::EncodedBlock& block : encoded) {
            writer.append(block);
        }
    }
    return true;
}

}  // namespace dameotb::gen

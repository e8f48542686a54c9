// Reads of a damaged table what has the damage.
#pragma once

#include <vector>

#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "layout.hpp"

namespace dameotb::tests {

/// Reads the part of the table in which a byte of its file lies: the models, an index block or a block group. Opening
/// has read the header. Throws what the reader throws. `sound`: the table without damage.
inline void read_part(const table::TableReader& damaged, const table::TableReader& sound, std::uint64_t byte) {
    namespace layout = table::layout;
    const table::Header& header = sound.header();
    if (byte < layout::header_bytes + header.models_bytes) {
        (void)damaged.read_models();
    } else if (byte < layout::groups_begin(header)) {
        std::uint64_t index_block = 0;
        while (byte >= layout::index_block_begin(header, index_block + 1)) {
            ++index_block;
        }
        (void)damaged.locate(index_block * layout::index_block_entries);
    } else {
        std::uint64_t first = 0;
        std::uint64_t end = header.groups();
        while (end - first > 1) {
            const std::uint64_t middle = first + (end - first) / 2;
            (byte < sound.locate(middle).offset_bytes ? end : first) = middle;
        }
        std::vector<std::byte> bytes;
        (void)table::read_group(damaged, first, bytes);
    }
}

}  // namespace dameotb::tests

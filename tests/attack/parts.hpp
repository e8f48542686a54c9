// A table file in its parts, which can be changed and put together again. Written from docs/format.md.
#pragma once

#include "sample_files.hpp"

namespace dameotb::attack {

using tests::Bytes;

struct Parts {
    Bytes header;
    Bytes models;
    std::vector<Bytes> groups;  ///< With their checksums.
};

/// Requires: a good table file.
[[nodiscard]] Parts take_apart(const Bytes& file);
/// Returns the file of the parts, with an index that leads to the block groups. Seals header, models and index; the
/// checksums of the block groups stay as they are. Requires: as many block groups as the header says.
[[nodiscard]] Bytes put_together(const Parts& parts);
/// Makes the checksum of a block group right again.
void seal_group(Parts& parts, std::uint64_t number);

/// Returns the blocks of a block group. Requires: a good block group.
[[nodiscard]] std::vector<Bytes> blocks_of(const Parts& parts, std::uint64_t group);
/// Makes the block group of such blocks, and seals it.
void set_blocks(Parts& parts, std::uint64_t group, const std::vector<Bytes>& blocks);

}  // namespace dameotb::attack

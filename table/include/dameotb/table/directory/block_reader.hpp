// Reads blocks of open tables, and decodes them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/table/codec/block_codec.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::table {

/// Keeps the last block group of a .wdl and of a table that needs it, so that it is quick to read blocks one after the
/// other. Each thread needs its own object, which takes up to some 500 KB.
class BlockReader {
public:
    /// Writes the codes of a block (format/metric.hpp) as far as its position `last`; what it writes behind that means
    /// nothing. Where a capture is forced it writes dont_care_code, or any value if the table has no models.
    /// Throws TablebaseError if the file is damaged. Requires: block index < table.header().blocks(), codes.size()
    /// is the block's number of positions, last < codes.size().
    void read(const OpenTable& table, std::uint64_t block_index, std::span<std::uint8_t> codes, std::uint32_t last);

    /// Does the same with the whole blocks `first` to `end` - 1, whose codes lie one after the other, in less time than
    /// one by one. Throws, too, if some block is damaged; it need not be the first one that the error names.
    void read_all(const OpenTable& table, std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes);

    /// Does what read does with bytes that are in memory. `results`: what was decoded of the same block of
    /// table.results().
    void decode(const OpenTable& table, std::uint64_t block_index, std::span<const std::byte> bytes,
                std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last);

private:
    struct GroupRead {
        std::uint64_t table = 0;  ///< Its id.
        std::uint64_t number = 0;
        std::vector<std::byte> bytes;
    };

    [[nodiscard]] GroupRead& group_of(const OpenTable& table) {
        return needs_wdl(table.header().metric) ? group_ : group_of_results_;
    }
    /// Decodes the blocks of that table which have the same positions as the blocks `first` to `end` - 1 of
    /// `positions_of`.
    void decode_all(const OpenTable& table, GroupRead& group, const OpenTable& positions_of, std::uint64_t first,
                    std::uint64_t end, std::span<const std::uint8_t> results, std::span<std::uint8_t> codes);
    [[nodiscard]] std::span<const std::byte> block_bytes(const OpenTable& table, std::uint64_t block_index,
                                                         GroupRead& group);

    BlockSpace space_;
    GroupRead group_;
    GroupRead group_of_results_;
    std::vector<std::uint8_t> results_;
};

}  // namespace dameotb::table

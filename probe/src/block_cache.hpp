// Answers which codes positions of a table have: from memory, or by reading and decoding the block of the positions.
// Tables that were preloaded are in memory whole and are read without any lock. Of other tables, decoded blocks or
// block groups as they lie in the file stay in a cache of entries.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <forward_list>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/directory/open_table.hpp>

#include "entry_cache.hpp"
#include "large_pages.hpp"

namespace dameotb::probe {

// Decoded blocks are packed: two bits a position of results, a byte a position of distances.

/// Positions that are packed into whole bytes, whatever the coding. What is known of a block ends at a multiple of it,
/// or at the block's end, so that no byte is known in part.
inline constexpr std::uint32_t packed_together = 4;

/// Returns how many bytes so many positions take.
[[nodiscard]] constexpr std::size_t packed_bytes(table::Coding coding, std::size_t positions) {
    return coding == table::Coding::Results ? (positions + packed_together - 1) / packed_together : positions;
}

/// Packs codes. Requires: packed.size() == packed_bytes(coding, codes.size()).
inline void pack(table::Coding coding, std::span<const std::uint8_t> codes, std::span<std::byte> packed) {
    if (coding == table::Coding::Distances) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            packed[i] = std::byte{codes[i]};
        }
        return;
    }
    for (std::size_t i = 0; i < packed.size(); ++i) {
        unsigned byte = 0;
        for (std::size_t k = 0; k < packed_together; ++k) {
            const std::size_t offset = i * packed_together + k;
            // The two low bits of table::dont_care_code are no result.
            byte |= offset < codes.size() ? (codes[offset] & 3U) << (2 * k) : 0;
        }
        packed[i] = static_cast<std::byte>(byte);
    }
}

/// Returns in which byte of a packed block the code of a position is.
[[nodiscard]] constexpr std::size_t packed_byte(table::Coding coding, std::size_t offset) {
    return coding == table::Coding::Results ? offset / packed_together : offset;
}

/// Returns the code at a position; table::dont_care_code if a capture is forced there.
[[nodiscard]] inline unsigned packed_code(table::Coding coding, const std::byte* packed, std::size_t offset) {
    if (coding == table::Coding::Distances) {
        return std::to_integer<unsigned>(packed[offset]);
    }
    const unsigned code =
        std::to_integer<unsigned>(packed[offset / packed_together]) >> (2 * (offset % packed_together)) & 3U;
    return table::is_result(code) ? code : table::dont_care_code;
}

/// An open table, and what the cache knows of it.
struct Table {
    /// Keeps the reference. `wdl`: the class's .wdl if the table needs it.
    Table(const table::OpenTable& table, const Table* wdl)
        : open{table},
          coding{coding_of(open.header().metric)},
          block_bytes{packed_bytes(
              coding, std::min<std::uint64_t>(open.header().block_positions, open.header().positions_per_side))},
          results{open.results() ? wdl : nullptr} {}

    const table::OpenTable& open;
    table::Coding coding;
    std::size_t block_bytes;                                    ///< Of a block that is packed; of the last ones, too.
    const Table* results;                                       ///< What open.results() belongs to.
    std::size_t counted_bytes = 0;                              ///< What BlockCache counts for its models.
    mutable std::atomic<const std::byte*> preloaded = nullptr;  ///< What BlockCache keeps of it for good.
};

/// Thread-safe. All tables about which it is asked must outlive it. Each thread that asks keeps a table::BlockReader.
class BlockCache {
public:
    explicit BlockCache(const TablebaseOptions& options) : entries_{options.cache_bytes}, keep_{options.keep} {}

    /// Counts the memory that the table's models take. If there is not so much left, counts what is left.
    /// Requires: called once for a table, before any other member is asked about it.
    void count(Table& table);

    /// Writes the codes (format/metric.hpp) at some positions of one block, which is decoded at most once. If it is in
    /// memory, does not allocate. Throws table::TablebaseError if the file is damaged, and then keeps nothing of it;
    /// also if the table has no value at a position, because a capture is forced there.
    /// Requires: ascending positions of the block, at least one; codes.size() == positions.size().
    void read(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
              std::span<std::uint8_t> codes);

    /// Returns the code at one position. Throws the same.
    [[nodiscard]] unsigned code(const Table& table, const table::StoredAt& at) {
        if (const std::optional<unsigned> in_memory = code_in_memory(table, at)) {
            return *in_memory;
        }
        std::uint8_t code = 0;
        read(table, at.block, {&at.offset, 1}, {&code, 1});
        return code;
    }
    /// Returns the code at one position if it is in memory, decoded. Throws only for a position without a value.
    [[nodiscard]] std::optional<unsigned> code_in_memory(const Table& table, const table::StoredAt& at) {
        if (keep_ == Keep::BlockGroups) {
            return std::nullopt;
        }
        std::optional<unsigned> code;
        if (const std::byte* blocks = table.preloaded.load(std::memory_order_acquire)) {
            code = packed_code(table.coding, blocks + at.block * table.block_bytes, at.offset);
        } else {
            (void)entries_.look({&table, at.block}, [&](std::span<const std::byte> bytes, std::uint32_t known) {
                if (at.offset < known) {
                    code = packed_code(table.coding, bytes.data(), at.offset);
                }
                return code.has_value();
            });
        }
        if (code == table::dont_care_code) {
            throw_not_quiet(table);
        }
        return code;
    }
    /// Lets the processor fetch what code_in_memory will look at, if the table is preloaded.
    void prefetch(const Table& table, const table::StoredAt& at) const {
        const std::byte* blocks = table.preloaded.load(std::memory_order_acquire);
        if (blocks != nullptr && keep_ == Keep::DecodedBlocks) {
            __builtin_prefetch(blocks + at.block * table.block_bytes + packed_byte(table.coding, at.offset));
        }
    }

    /// How a request to preload tables ended.
    struct PreloadResult {
        bool preloaded;
        std::size_t needed_bytes;  ///< For those of the tables that were not preloaded yet, and for their models.
        std::size_t free_bytes;    ///< Of the budget, without what other tables have for good.
    };
    /// Brings the tables into memory as a whole, and keeps them for good; block groups of a table with those of its
    /// .wdl if they need them. If they do not fit, keeps none of them. Throws table::TablebaseError if a file is
    /// damaged; then keeps none.
    PreloadResult preload(std::span<const Table* const> tables);

    [[nodiscard]] std::size_t used_bytes() const { return entries_.used_bytes(); }

    /// Does what Tablebase::statistics does.
    [[nodiscard]] CacheStatistics statistics();
    void reset_statistics();

private:
    void count_read() { reads_.fetch_add(1, std::memory_order_relaxed); }
    [[noreturn]] static void throw_not_quiet(const Table& table);
    void read_by_blocks(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
                        std::span<std::uint8_t> codes);
    void read_by_groups(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
                        std::span<std::uint8_t> codes);
    void fetch_block(const Table& table, std::uint64_t block, std::vector<std::byte>& bytes,
                     std::vector<std::byte>& group);
    void read_whole(std::span<const Table* const> tables, std::size_t bytes);
    [[nodiscard]] std::uint64_t preloaded_bytes(const Table& table) const;
    void add_new(const Table* table, std::vector<const Table*>& tables) const;

    EntryCache entries_;
    Keep keep_;
    std::atomic<std::uint64_t> reads_ = 0;
    std::mutex preloading_;  ///< One request at a time.
    std::vector<const Table*> preloaded_;
    std::forward_list<LargePages> for_good_;
};

}  // namespace dameotb::probe

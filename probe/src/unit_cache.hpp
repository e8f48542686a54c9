// Answers which codes places of a table have: from memory, or by reading and decoding the unit of the places.
// Tables that were preloaded are in memory whole and are read without any lock. Of other tables, decoded units or pages
// as they lie in the file stay in a cache of rooms.
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
#include "packed_codes.hpp"

namespace dameotb::probe {

/// An open table, and what the cache knows of it.
struct Table {
    Table(table::TableReader reader, const index::ClassIndex& index, const Table* wdl)
        : open{std::move(reader), index, wdl == nullptr ? nullptr : &wdl->open},
          unit_bytes{packed_bytes(metric(),
                                  std::min<std::uint64_t>(open.header().unit_places, open.header().places_per_side))},
          results{open.results() ? wdl : nullptr} {}

    [[nodiscard]] table::Metric metric() const { return open.header().metric; }

    table::OpenTable open;
    std::size_t unit_bytes;                                     ///< Of a unit that is packed; of the last ones, too.
    const Table* results;                                       ///< What open.results() belongs to.
    std::size_t counted_bytes = 0;                              ///< What UnitCache counts for its models.
    mutable std::atomic<const std::byte*> preloaded = nullptr;  ///< What UnitCache keeps of it for good.
};

/// Where a value lies.
struct TablePlace {
    const Table* table;
    std::uint64_t unit;   ///< Its ordinal.
    std::uint32_t place;  ///< Counted from the unit's first.
};

/// Thread-safe. All tables about which it is asked must outlive it. Each thread that asks keeps a table::UnitReader.
class UnitCache {
public:
    explicit UnitCache(const TablebaseOptions& options) : rooms_{options.cache_bytes}, keep_{options.keep} {}

    /// Counts the memory that the table's models take. If there is not so much left, counts what is left.
    /// Requires: called once for a table, before any other member is asked about it.
    void count(Table& table);

    /// Writes the codes (codec/value_codes.hpp) at some places of one unit, which is decoded at most once. If it is in
    /// memory, does not allocate. Throws table::TablebaseError if the file is damaged, and then keeps nothing of it;
    /// also if the table has no value at a place, because a capture is forced there.
    /// Requires: ascending places of the unit, at least one; codes.size() == places.size().
    void read(const Table& table, std::uint64_t unit, std::span<const std::uint32_t> places,
              std::span<std::uint8_t> codes);

    /// Returns the code at one place. Throws the same.
    [[nodiscard]] unsigned code(const TablePlace& at) {
        const std::optional<unsigned> in_memory = code_in_memory(at);
        return in_memory ? *in_memory : read_code(at);
    }
    /// Returns the code at one place if it is in memory, decoded. Throws only for a place without a value.
    [[nodiscard]] std::optional<unsigned> code_in_memory(const TablePlace& at) {
        if (keep_ == Keep::Pages) {
            return std::nullopt;
        }
        std::optional<unsigned> code;
        if (const std::byte* units = at.table->preloaded.load(std::memory_order_acquire)) {
            code = packed_code(at.table->metric(), units + at.unit * at.table->unit_bytes, at.place);
        } else {
            (void)rooms_.look({at.table, at.unit}, [&](std::span<const std::byte> bytes, std::uint32_t known) {
                if (at.place < known) {
                    code = packed_code(at.table->metric(), bytes.data(), at.place);
                }
                return true;
            });
        }
        if (code == table::dont_care_code) {
            throw_not_quiet(*at.table);
        }
        return code;
    }
    /// Lets the processor fetch what code_in_memory will look at, if the table is preloaded.
    void prefetch(const TablePlace& at) const {
        const std::byte* units = at.table->preloaded.load(std::memory_order_acquire);
        if (units != nullptr && keep_ == Keep::Units) {
            __builtin_prefetch(units + at.unit * at.table->unit_bytes + packed_byte(at.table->metric(), at.place));
        }
    }

    /// How a request to preload tables ended.
    struct PreloadResult {
        bool preloaded;
        std::size_t needed_bytes;  ///< For those of the tables that were not preloaded yet, and for their models.
        std::size_t free_bytes;    ///< Of the budget, without what other tables have for good.
    };
    /// Brings the tables into memory as a whole, and keeps them for good; pages of a .dtm with those of its .wdl if
    /// they need them. If they do not fit, keeps none of them. Throws table::TablebaseError if a file is damaged; then
    /// keeps none.
    PreloadResult preload(std::span<const Table* const> tables);

    [[nodiscard]] std::size_t used_bytes() const { return rooms_.used_bytes(); }

private:
    [[noreturn]] static void throw_not_quiet(const Table& table);
    [[nodiscard]] unsigned read_code(const TablePlace& at);
    void read_by_units(const Table& table, std::uint64_t unit, std::span<const std::uint32_t> places,
                       std::span<std::uint8_t> codes);
    void read_by_pages(const Table& table, std::uint64_t unit, std::span<const std::uint32_t> places,
                       std::span<std::uint8_t> codes);
    void fetch_unit(const Table& table, std::uint64_t unit, std::vector<std::byte>& bytes,
                    std::vector<std::byte>& page);
    void read_whole(std::span<const Table* const> tables, std::size_t bytes);
    [[nodiscard]] std::uint64_t preloaded_bytes(const Table& table) const;
    void add_new(const Table* table, std::vector<const Table*>& tables) const;

    EntryCache rooms_;
    Keep keep_;
    std::mutex preloading_;  ///< One request at a time.
    std::vector<const Table*> preloaded_;
    std::forward_list<LargePages> for_good_;
};

}  // namespace dameotb::probe

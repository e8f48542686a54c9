// Keeps decoded blocks within a hard bound of memory. CLOCK (second chance) picks the blocks that give way.
// A hit writes nothing that another thread uses: each thread locks a stripe of its own while it looks at a block. A
// thread that takes a block's memory away first unlinks the block, then locks and unlocks every stripe. After that no
// thread can still be looking at the block. Misses and pins share one lock, which is not held while a block is read and
// decoded.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "decoded_block.hpp"
#include "large_pages.hpp"

namespace dameotb::probe {

/// Thread-safe. All tables about which it is asked must outlive it.
class BlockCache {
public:
    /// Makes a cache that takes at most `budget_bytes`, its bookkeeping included. If that is too small for a block, the
    /// cache keeps none.
    explicit BlockCache(std::size_t budget_bytes);
    ~BlockCache();
    BlockCache(const BlockCache&) = delete;
    BlockCache& operator=(const BlockCache&) = delete;

    /// Returns the value at a place (docs/format.md). Decodes the block of the place if it is not in the cache. If it
    /// is, does not allocate. Requires: place < table.reader.header().places().
    /// Throws format::TablebaseError if the block is damaged, and then keeps nothing of it. Throws also if the block
    /// has no value at that place, because a capture is forced there.
    [[nodiscard]] unsigned value(const Table& table, std::uint64_t place);

    /// How a request to pin tables ended.
    struct PinResult {
        bool pinned;
        std::size_t needed_bytes;  ///< For those of the tables that were not pinned yet.
        std::size_t free_bytes;    ///< Not pinned before the request.
    };
    /// Decodes all blocks of the tables and keeps them for good. If they do not fit, keeps none of them.
    /// Throws format::TablebaseError if a block is damaged; then keeps none.
    PinResult pin(std::span<const Table* const> tables);

    /// Returns the bytes taken at this moment: never more than the budget, unless the budget is less than an empty
    /// cache takes.
    [[nodiscard]] std::size_t used_bytes() const;
    /// Returns the bytes that a cache without blocks takes.
    [[nodiscard]] static std::size_t empty_bytes(std::size_t budget_bytes);
    /// Returns the bytes that one kept block takes, bookkeeping included. Requires: not a constant block.
    [[nodiscard]] static std::size_t kept_bytes(const format::TableReader& table, std::uint64_t ordinal) {
        return kept_bytes(room_bytes(table, ordinal));
    }
    /// Returns the same for a block with so many bytes of room.
    [[nodiscard]] static std::size_t kept_bytes(std::size_t room_bytes);

private:
    struct Entry;
    class Chain;
    struct FreeEntry {
        void operator()(Entry* entry) const;
    };
    using EntryPointer = std::unique_ptr<Entry, FreeEntry>;

    /// Bytes that count as kept. The memory for them may be there already.
    struct Room {
        std::size_t bytes;
        EntryPointer memory;
    };

    /// A mutex that shares neither its line of the processor's cache, nor the line that is fetched with it, with
    /// anything else.
    struct alignas(128) Stripe {
        std::mutex mutex;
    };
    static constexpr std::size_t stripe_count = 16;

    [[nodiscard]] static std::size_t room_bytes(const format::TableReader& table, std::uint64_t ordinal);
    [[nodiscard]] static std::size_t bucket_count(std::size_t budget_bytes);
    [[nodiscard]] std::atomic<Entry*>& bucket_of(const Table& table, std::uint64_t ordinal);
    [[nodiscard]] std::mutex& own_stripe();
    [[nodiscard]] unsigned decoded_value(const Table& table, std::uint64_t ordinal, std::uint32_t place);

    [[nodiscard]] bool reserve_for_good(PinResult& result);

    // These require mutex_.
    [[nodiscard]] std::optional<Room> make_room(std::size_t bytes, std::size_t room_needed);
    [[nodiscard]] EntryPointer take_victim();
    void link(EntryPointer entry);
    void enqueue(Entry* entry);

    std::array<Stripe, stripe_count> stripes_;
    std::size_t buckets_count_;
    std::unique_ptr<std::atomic<Entry*>[]> buckets_;  ///< Chains of entries. Changed under mutex_, read under a stripe.
    std::size_t capacity_bytes_;                      ///< For entries.

    mutable std::mutex mutex_;      ///< Locked before a stripe, never under one.
    std::size_t kept_bytes_ = 0;    ///< Of linked entries, of entries for which room was made, and claimed by a pin.
    std::size_t pinned_bytes_ = 0;  ///< Counted in kept_bytes_, too.
    Entry* oldest_ = nullptr;       ///< The queue of entries that may give way.
    Entry* newest_ = nullptr;
    std::mutex pinning_;   ///< Locked before mutex_: one request at a time.
    std::mutex learning_;  ///< Locked last, to add to what is known about a kept block's places.
    std::vector<const Table*> pinned_;
    std::forward_list<LargePages> rooms_for_good_;  ///< For the entries of the pinned tables.
};

}  // namespace dameotb::probe

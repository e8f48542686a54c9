// Decoded blocks within a hard bound of memory; CLOCK (second chance) picks those that give way.
// A hit writes nothing that another thread uses: each thread locks a stripe of its own while it looks at a block, and
// whoever takes a block's memory away unlinks the block and then passes through all stripes, after which nobody can
// still be looking at it. Misses and pins share one lock, which is not held while a block is read and decoded.
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

/// Thread-safe. All tables that it is asked for must outlive it.
class BlockCache {
public:
    /// Takes at most `budget_bytes`, its bookkeeping included. What is too small for a block keeps none.
    explicit BlockCache(std::size_t budget_bytes);
    ~BlockCache();
    BlockCache(const BlockCache&) = delete;
    BlockCache& operator=(const BlockCache&) = delete;

    /// The value at that place (docs/format.md). Decodes its block if that is not there; does not allocate if it is.
    /// Requires: place < table.reader.header().places().
    /// Throws format::TablebaseError if the block is damaged; nothing is kept then. Also if it has no value there,
    /// which is so where a capture is forced.
    [[nodiscard]] unsigned value(const Table& table, std::uint64_t place);

    /// How a request to pin tables ended.
    struct PinResult {
        bool pinned;
        std::size_t needed_bytes;  ///< For those of the tables that were not pinned yet.
        std::size_t free_bytes;    ///< What is not pinned, before the request.
    };
    /// Decodes all blocks of the tables and keeps them for good, or none of them if they do not fit.
    /// Throws format::TablebaseError if a block is damaged; none is kept then.
    PinResult pin(std::span<const Table* const> tables);

    /// What is taken at this moment; never more than the budget, unless that is less than an empty cache takes.
    [[nodiscard]] std::size_t used_bytes() const;
    /// What a cache without blocks takes.
    [[nodiscard]] static std::size_t empty_bytes(std::size_t budget_bytes);
    /// What one kept block takes, bookkeeping included. Requires: not a constant block.
    [[nodiscard]] static std::size_t kept_bytes(const format::TableReader& table, std::uint64_t ordinal) {
        return kept_bytes(room_bytes(table, ordinal));
    }
    /// The same for one that has room for so many bytes.
    [[nodiscard]] static std::size_t kept_bytes(std::size_t room_bytes);

private:
    struct Entry;
    class Chain;
    struct FreeEntry {
        void operator()(Entry* entry) const;
    };
    using EntryPointer = std::unique_ptr<Entry, FreeEntry>;

    /// Bytes that count as kept, for which there may be memory already.
    struct Room {
        std::size_t bytes;
        EntryPointer memory;
    };

    /// A line of the processor's cache of its own, and the one that is fetched with it.
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
    std::unique_ptr<std::atomic<Entry*>[]> buckets_;  ///< Chains of entries; changed under mutex_, read in a stripe.
    std::size_t capacity_bytes_;                      ///< For entries.

    mutable std::mutex mutex_;      ///< Taken before a stripe, never in one.
    std::size_t kept_bytes_ = 0;    ///< Entries that are there, those for which room was made, and claims of a pin.
    std::size_t pinned_bytes_ = 0;  ///< Part of kept_bytes_.
    Entry* oldest_ = nullptr;       ///< The queue of entries that may give way.
    Entry* newest_ = nullptr;
    std::mutex pinning_;   ///< Taken before mutex_: one request at a time.
    std::mutex learning_;  ///< Taken last, for what is known of a kept block's places.
    std::vector<const Table*> pinned_;
    std::forward_list<LargePages> rooms_for_good_;  ///< Of the pinned tables' entries.
};

}  // namespace dameotb::probe

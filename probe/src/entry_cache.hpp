// Keeps byte strings, decoded blocks or block groups of files, within a hard bound of memory. CLOCK (second chance)
// picks those that give way. A hit writes nothing that another thread uses: each thread locks a stripe of its own while
// it looks at an entry. A thread that takes an entry's memory away first unlinks the entry, then locks and unlocks
// every stripe. After that no thread can still be looking at it. Misses and claims share one lock, which is not held
// while anything is read or decoded.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "large_pages.hpp"

namespace dameotb::probe {

/// What an entry holds.
struct EntryKey {
    const void* table;
    std::uint64_t number;  ///< Of a block, or of a block group: a cache has entries of one kind alone.
    bool operator==(const EntryKey&) const = default;
};

/// Thread-safe.
class EntryCache {
public:
    /// Makes a cache that takes at most `budget_bytes`, its bookkeeping included. If that is too small for an entry,
    /// the cache keeps none.
    explicit EntryCache(std::size_t budget_bytes);
    ~EntryCache();
    EntryCache(const EntryCache&) = delete;
    EntryCache& operator=(const EntryCache&) = delete;

    /// If the entry is there, returns look(bytes, known): what was kept, and how much of it is known. Otherwise returns
    /// nothing. `look` returns whether that was enough, must be quick and must not throw. Does not allocate.
    template <class Look>
    [[nodiscard]] std::optional<bool> look(const EntryKey& key, const Look& look) {
        Stripe& stripe = own_stripe();
        const std::lock_guard looking{stripe.mutex};
        Entry* const entry = find(key);
        if (entry == nullptr) {
            return std::nullopt;
        }
        if (!entry->used.load(std::memory_order_relaxed)) {
            entry->used.store(true, std::memory_order_relaxed);
        }
        const bool is_enough = look(std::span<const std::byte>{entry->bytes(), entry->size_bytes},
                                    entry->known.load(std::memory_order_acquire));
        stripe.hits += is_enough ? 1 : 0;
        return is_enough;
    }
    /// Returns how many looks were enough, since the last reset.
    [[nodiscard]] std::uint64_t hits();
    void reset_hits();

    /// Keeps a copy of `bytes`, if there is room for it or older entries can make room, and memory. `known`: how much
    /// of the content is known, in units of the caller's. If the entry is there already, it becomes known that far; the
    /// bytes that were known before must not have changed, and a byte must be known as a whole.
    void keep(const EntryKey& key, std::span<const std::byte> bytes, std::uint32_t known);

    /// Takes bytes of the budget for good, and lets entries give way to them. Returns false, and takes none, if there
    /// are not so many that were not claimed before.
    [[nodiscard]] bool claim(std::size_t bytes);
    /// Does the same for as many of the bytes as there are. Returns how many.
    [[nodiscard]] std::size_t claim_up_to(std::size_t bytes);
    /// Gives claimed bytes back.
    void give_back(std::size_t bytes);
    /// Returns how many bytes are not claimed.
    [[nodiscard]] std::size_t free_bytes() const;

    /// Returns the bytes taken at this moment: never more than the budget, unless the budget is less than an empty
    /// cache takes.
    [[nodiscard]] std::size_t used_bytes() const;
    /// Returns the bytes that a cache without entries takes.
    [[nodiscard]] static std::size_t empty_bytes(std::size_t budget_bytes);
    /// Returns the bytes that an entry takes, bookkeeping included.
    [[nodiscard]] static std::size_t kept_bytes(std::size_t entry_bytes);

private:
    /// Its bytes follow it.
    struct Entry {
        EntryKey key;
        std::uint32_t size_bytes;
        std::uint32_t capacity_bytes;  ///< At least size_bytes.
        std::atomic<std::uint32_t> known;
        std::atomic<bool> used;    ///< Whether a probe has used it since it was enqueued.
        std::atomic<Entry*> next;  ///< In its bucket. Stays the same when this entry is unlinked.
        Entry* newer;              ///< In the queue.

        [[nodiscard]] std::byte* bytes() { return reinterpret_cast<std::byte*>(this + 1); }
    };
    struct FreeEntry {
        void operator()(Entry* entry) const;
    };
    using EntryPointer = std::unique_ptr<Entry, FreeEntry>;
    class Chain;

    /// A mutex that shares neither its line of the processor's cache, nor the line that is fetched with it, with
    /// anything else.
    struct alignas(128) Stripe {
        std::mutex mutex;
        std::uint64_t hits = 0;
    };
    static constexpr std::size_t stripe_count = 16;

    [[nodiscard]] static EntryPointer allocate(std::size_t bytes);
    [[nodiscard]] static std::size_t bucket_count(std::size_t budget_bytes);
    [[nodiscard]] std::atomic<Entry*>& bucket_of(const EntryKey& key);
    [[nodiscard]] Entry* find(const EntryKey& key);
    [[nodiscard]] Stripe& own_stripe();

    // These require mutex_.
    [[nodiscard]] EntryPointer make_room(std::size_t bytes);
    [[nodiscard]] bool free_up(std::size_t bytes, std::size_t entry_bytes, std::size_t most_bytes,
                               EntryPointer& memory);
    void take(std::size_t bytes);
    [[nodiscard]] EntryPointer take_victim();
    void link(EntryPointer entry);
    void enqueue(Entry* entry);

    std::array<Stripe, stripe_count> stripes_;
    std::size_t buckets_count_;
    LargePages buckets_memory_;
    std::atomic<Entry*>* buckets_;  ///< Chains of entries. Changed under mutex_, read under a stripe.
    std::size_t capacity_bytes_;    ///< For entries and claims.

    mutable std::mutex mutex_;       ///< Locked before a stripe, never under one.
    std::size_t kept_bytes_ = 0;     ///< Of entries that may give way, and claimed ones.
    std::size_t claimed_bytes_ = 0;  ///< Counted in kept_bytes_, too.
    Entry* oldest_ = nullptr;        ///< The queue of entries that may give way.
    Entry* newest_ = nullptr;
};

}  // namespace dameotb::probe

// Room is made before memory is taken, so that blocks on their way in count as well.
#include "block_cache.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <thread>

namespace dameotb::probe {

namespace {

/// What the allocator adds to a piece of memory, at most: its size, and rounding up.
constexpr std::size_t allocation_bytes = 16;

}  // namespace

/// One block. Its decoded bytes follow it in memory.
struct BlockCache::Entry {
    explicit Entry(std::size_t bytes) : room_bytes{bytes} {}

    const format::TableReader* table = nullptr;
    std::uint64_t ordinal = 0;
    std::size_t room_bytes;              ///< For decoded bytes; the block may be shorter.
    std::atomic<Entry*> next = nullptr;  ///< In its bucket. Stays as it is when the entry is unlinked.
    Entry* newer = nullptr;              ///< In the queue.
    std::atomic<bool> used = false;      ///< Since it was enqueued.

    [[nodiscard]] std::byte* bytes() { return reinterpret_cast<std::byte*>(this + 1); }
    [[nodiscard]] bool is(const format::TableReader& of_table, std::uint64_t number) const {
        return table == &of_table && ordinal == number;
    }
    /// The value that is that many values behind the block's first. The caller says how many bytes each has, so that
    /// the value is fetched while `table` and `ordinal` still are.
    [[nodiscard]] unsigned value(std::size_t place, std::size_t width) {
        const std::byte* at = bytes() + place * width;
        const auto low = std::to_integer<unsigned>(at[0]);
        return width == 1 ? low : low | std::to_integer<unsigned>(at[1]) << 8;
    }
};

void BlockCache::FreeEntry::operator()(Entry* entry) const {
    entry->~Entry();
    ::operator delete(entry);
}

/// Entries out of all buckets, linked by `newer`; frees them.
class BlockCache::Chain {
public:
    Chain() = default;
    ~Chain() { clear(); }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    [[nodiscard]] bool is_empty() const { return first_ == nullptr; }
    [[nodiscard]] Entry& first() { return *first_; }
    void push(EntryPointer entry) {
        entry->newer = first_;
        first_ = entry.release();
    }
    EntryPointer pop() {
        EntryPointer entry{first_};
        first_ = entry->newer;
        return entry;
    }
    void clear() {
        while (!is_empty()) {
            pop();
        }
    }

private:
    Entry* first_ = nullptr;
};

std::size_t BlockCache::bucket_count(std::size_t budget_bytes) {
    // Blocks of 8 KiB make chains of one entry; smaller ones make longer chains, and a thousandth is spent. So do more
    // than 32 GiB: a budget without bounds must not take what no table will ever need.
    constexpr std::size_t bytes_a_bucket = std::size_t{8} << 10;
    constexpr std::size_t most_buckets = std::size_t{1} << 22;
    return std::bit_floor(std::clamp<std::size_t>(budget_bytes / bytes_a_bucket, 1, most_buckets));
}

std::size_t BlockCache::empty_bytes(std::size_t budget_bytes) {
    return sizeof(BlockCache) + bucket_count(budget_bytes) * sizeof(std::atomic<Entry*>) + allocation_bytes;
}

std::size_t BlockCache::kept_bytes(std::size_t decoded_bytes) {
    return sizeof(Entry) + decoded_bytes + allocation_bytes;
}

BlockCache::BlockCache(std::size_t budget_bytes)
    : buckets_count_{bucket_count(budget_bytes)},
      buckets_{std::make_unique<std::atomic<Entry*>[]>(buckets_count_)},
      capacity_bytes_{budget_bytes - std::min(budget_bytes, empty_bytes(budget_bytes))} {}

BlockCache::~BlockCache() {
    for (std::size_t i = 0; i < buckets_count_; ++i) {
        for (Entry* entry = buckets_[i]; entry != nullptr;) {
            const EntryPointer owned{entry};
            entry = entry->next;
        }
    }
}

std::size_t BlockCache::used_bytes() const {
    const std::lock_guard lock{mutex_};
    return sizeof(BlockCache) + buckets_count_ * sizeof(std::atomic<Entry*>) + allocation_bytes + kept_bytes_;
}

std::atomic<BlockCache::Entry*>& BlockCache::bucket_of(const format::TableReader& table, std::uint64_t ordinal) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    // Tables lie near each other: their addresses are spread before the ordinal comes in.
    const std::uint64_t mixed = (reinterpret_cast<std::uintptr_t>(&table) * odd + ordinal) * odd;
    return buckets_[(mixed >> 32) & (buckets_count_ - 1)];
}

std::mutex& BlockCache::own_stripe() {
    static std::atomic<std::size_t> threads = 0;
    thread_local std::size_t number = 0;  // Not yet given; a constant needs no guard.
    if (number == 0) {
        number = ++threads;
    }
    return stripes_[number % stripe_count].mutex;
}

unsigned BlockCache::value(const format::TableReader& table, std::uint64_t number) {
    const std::uint64_t ordinal = number / table.header().block_values;
    const std::size_t place = number - ordinal * table.header().block_values;
    {
        const std::lock_guard looking{own_stripe()};
        for (Entry* entry = bucket_of(table, ordinal); entry != nullptr; entry = entry->next) {
            if (entry->is(table, ordinal)) {
                if (!entry->used.load(std::memory_order_relaxed)) {
                    entry->used.store(true, std::memory_order_relaxed);
                }
                return entry->value(place, table.header().value_bytes);
            }
        }
    }
    return decoded_value(table, ordinal, place);
}

unsigned BlockCache::decoded_value(const format::TableReader& table, std::uint64_t ordinal, std::size_t place) {
    const std::size_t block_bytes = std::size_t{table.values_in_block(ordinal)} * table.header().value_bytes;
    const std::size_t full_block_bytes = std::size_t{table.header().block_values} * table.header().value_bytes;
    std::optional<Room> room = [&] {
        const std::lock_guard lock{mutex_};
        return make_room(kept_bytes(block_bytes), block_bytes, full_block_bytes);
    }();
    EntryPointer entry = room ? std::move(room->memory) : nullptr;
    try {
        entry = entry ? std::move(entry) : allocate(block_bytes);
        decode(*entry, table, ordinal);
    } catch (...) {
        entry.reset();
        const std::lock_guard lock{mutex_};
        kept_bytes_ -= room ? room->bytes : 0;
        throw;
    }
    const unsigned value = entry->value(place, table.header().value_bytes);
    if (room) {
        const std::lock_guard lock{mutex_};
        // Two threads may have decoded one block at once, which is harmless.
        Entry* same = bucket_of(table, ordinal);
        while (same != nullptr && !same->is(table, ordinal)) {
            same = same->next;
        }
        if (same == nullptr) {
            enqueue(entry.get());
            link(std::move(entry));
        } else {
            entry.reset();
            kept_bytes_ -= room->bytes;
        }
    }
    return value;
}

BlockCache::EntryPointer BlockCache::allocate(std::size_t block_bytes) {
    return EntryPointer{new (::operator new(sizeof(Entry) + block_bytes)) Entry{block_bytes}};
}

/// Requires: room for the block, and nobody else looks at the entry.
void BlockCache::decode(Entry& entry, const format::TableReader& table, std::uint64_t ordinal) {
    entry.table = &table;
    entry.ordinal = ordinal;
    entry.used = false;
    table.read_block(ordinal,
                     {entry.bytes(), std::size_t{table.values_in_block(ordinal)} * table.header().value_bytes});
}

BlockCache::PinResult BlockCache::pin(std::span<const format::TableReader* const> tables) {
    const std::lock_guard one_request{pinning_};
    std::vector<const format::TableReader*> added;
    PinResult result{true, 0, 0};
    for (const format::TableReader* table : tables) {
        if (std::ranges::find(pinned_, table) == pinned_.end() && std::ranges::find(added, table) == added.end()) {
            added.push_back(table);
            result.needed_bytes +=
                table->header().blocks() * kept_bytes(0) + table->header().values() * table->header().value_bytes;
        }
    }
    pinned_.reserve(pinned_.size() + added.size());
    if (!reserve_for_good(result)) {
        return result;
    }
    Chain decoded;
    try {
        for (const format::TableReader* table : added) {
            for (std::uint64_t ordinal = 0; ordinal < table->header().blocks(); ++ordinal) {
                decoded.push(allocate(std::size_t{table->values_in_block(ordinal)} * table->header().value_bytes));
                decode(decoded.first(), *table, ordinal);
            }
        }
    } catch (...) {
        decoded.clear();
        const std::lock_guard lock{mutex_};
        kept_bytes_ -= result.needed_bytes;
        pinned_bytes_ -= result.needed_bytes;
        throw;
    }
    const std::lock_guard lock{mutex_};
    while (!decoded.is_empty()) {
        link(decoded.pop());  // Before one that may be there already, which will give way unused.
    }
    pinned_.insert(pinned_.end(), added.begin(), added.end());
    return result;
}

/// Makes room for what is to be pinned and completes `result`; false if it can never fit.
bool BlockCache::reserve_for_good(PinResult& result) {
    std::unique_lock lock{mutex_};
    result.free_bytes = capacity_bytes_ - pinned_bytes_;
    result.pinned = result.needed_bytes <= result.free_bytes;
    while (result.pinned && !make_room(result.needed_bytes, 1, 0)) {
        // Blocks on their way in for other threads are in the way until they are there.
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
    }
    pinned_bytes_ += result.pinned ? result.needed_bytes : 0;
    return result.pinned;
}

/// Counts `bytes` as kept once older entries have given way to them; empty if they do not fit. The memory of an entry
/// with room for a block of that size (`least_memory` to `most_memory`, which a short last block may be given) is
/// handed on: memory that moved between the allocator's arenas for threads would take more from the system than counted
/// here.
std::optional<BlockCache::Room> BlockCache::make_room(std::size_t bytes, std::size_t least_memory,
                                                      std::size_t most_memory) {
    if (bytes > capacity_bytes_ - pinned_bytes_) {
        return std::nullopt;
    }
    Chain victims;
    Room room{bytes, nullptr};
    std::size_t freed_bytes = 0;
    while (!room.memory && kept_bytes_ - freed_bytes + bytes > capacity_bytes_) {
        EntryPointer victim = take_victim();
        if (!victim) {
            break;  // The rest is on its way in, for other threads.
        }
        freed_bytes += kept_bytes(victim->room_bytes);
        if (victim->room_bytes >= least_memory && victim->room_bytes <= most_memory) {
            room = {kept_bytes(victim->room_bytes), std::move(victim)};
        } else {
            victims.push(std::move(victim));
        }
    }
    if (freed_bytes != 0) {
        for (Stripe& stripe : stripes_) {
            const std::lock_guard nobody_looks{stripe.mutex};
        }
    }
    victims.clear();
    kept_bytes_ -= freed_bytes;
    if (kept_bytes_ + room.bytes > capacity_bytes_) {
        return std::nullopt;
    }
    kept_bytes_ += room.bytes;
    return room;
}

/// Unlinks the oldest entry that was not used since it was enqueued; null if none is left.
BlockCache::EntryPointer BlockCache::take_victim() {
    while (oldest_ != nullptr) {
        Entry* entry = oldest_;
        oldest_ = entry->newer;
        newest_ = oldest_ == nullptr ? nullptr : newest_;
        if (entry->used.exchange(false, std::memory_order_relaxed)) {
            enqueue(entry);
            continue;
        }
        std::atomic<Entry*>* link = &bucket_of(*entry->table, entry->ordinal);
        while (*link != entry) {
            link = &link->load()->next;
        }
        link->store(entry->next);
        return EntryPointer{entry};
    }
    return nullptr;
}

void BlockCache::link(EntryPointer entry) {
    std::atomic<Entry*>& bucket = bucket_of(*entry->table, entry->ordinal);
    entry->next = bucket.load();
    bucket = entry.release();
}

void BlockCache::enqueue(Entry* entry) {
    entry->newer = nullptr;
    (newest_ == nullptr ? oldest_ : newest_->newer) = entry;
    newest_ = entry;
}

}  // namespace dameotb::probe

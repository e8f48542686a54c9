// Room is made before memory is allocated, so that blocks that are still being decoded count as well.
#include "block_cache.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <thread>

namespace dameotb::probe {

namespace {

/// The most bytes that the allocator adds to an allocation: for its size, and by rounding up.
constexpr std::size_t allocation_bytes = 16;

/// Rounds the size of a room up to a multiple of 64 bytes, so that each of several rooms in one allocation begins with
/// a line of the processor's cache.
constexpr std::size_t rounded_up(std::size_t room_bytes) {
    constexpr std::size_t unit = 64;
    return (room_bytes + unit - 1) / unit * unit;
}

}  // namespace

/// One block. An entry lies apart from its room: large allocations all begin at the same offset in a page, and the
/// processor's cache has only a few lines for each offset. What every probe looks at must not crowd into these lines.
struct BlockCache::Entry {
    /// Makes an entry with a room of its own.
    explicit Entry(std::size_t bytes) : room_bytes{bytes}, own_room{new std::byte[bytes]}, room{own_room.get()} {}
    /// Makes an entry with a room that outlives it.
    Entry(std::size_t bytes, std::byte* room_for_good) : room_bytes{bytes}, room{room_for_good} {}

    DecodedBlock block;
    std::size_t room_bytes;  ///< The block may need less.
    std::unique_ptr<std::byte[]> own_room;
    std::byte* room;
    std::atomic<Entry*> next = nullptr;  ///< The next one in its bucket. Stays the same when this entry is unlinked.
    Entry* newer = nullptr;              ///< The next one in the queue.
    std::atomic<bool> used = false;      ///< Whether a probe has used it since it was enqueued.
};

void BlockCache::FreeEntry::operator()(Entry* entry) const {
    delete entry;
}

/// A list of entries that are in no bucket, linked by `newer`. Frees them when it is destroyed.
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
    // Blocks of 8 KiB make chains of one entry, and the buckets take a thousandth of the budget. Smaller blocks make
    // longer chains. So do budgets of more than 32 GiB, since the number of buckets is bounded: a budget without bounds
    // must not take what no table will ever need.
    constexpr std::size_t bytes_a_bucket = std::size_t{8} << 10;
    constexpr std::size_t most_buckets = std::size_t{1} << 22;
    return std::bit_floor(std::clamp<std::size_t>(budget_bytes / bytes_a_bucket, 1, most_buckets));
}

std::size_t BlockCache::empty_bytes(std::size_t budget_bytes) {
    return sizeof(BlockCache) + bucket_count(budget_bytes) * sizeof(std::atomic<Entry*>) + allocation_bytes;
}

std::size_t BlockCache::kept_bytes(std::size_t room_bytes) {
    return sizeof(Entry) + rounded_up(room_bytes) + 2 * allocation_bytes;
}

std::size_t BlockCache::room_bytes(const format::TableReader& table, std::uint64_t ordinal) {
    return rounded_up(DecodedBlock::room_bytes(table, ordinal));
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
    const std::size_t taken = std::min(kept_bytes_, capacity_bytes_);  // a pin that waits for room has claimed more
    return sizeof(BlockCache) + buckets_count_ * sizeof(std::atomic<Entry*>) + allocation_bytes + taken;
}

std::atomic<BlockCache::Entry*>& BlockCache::bucket_of(const Table& table, std::uint64_t ordinal) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    // Tables lie near each other in memory, so their addresses are spread before the ordinal is added.
    const std::uint64_t mixed = (reinterpret_cast<std::uintptr_t>(&table) * odd + ordinal) * odd;
    return buckets_[(mixed >> 32) & (buckets_count_ - 1)];
}

std::mutex& BlockCache::own_stripe() {
    static std::atomic<std::size_t> threads = 0;
    thread_local std::size_t number = 0;  // 0: not yet given; a constant needs no guard
    if (number == 0) {
        number = ++threads;
    }
    return stripes_[number % stripe_count].mutex;
}

unsigned BlockCache::value(const Table& table, std::uint64_t place) {
    const std::uint64_t ordinal = place / table.reader.header().block_places;
    const auto in_block = static_cast<std::uint32_t>(place - ordinal * table.reader.header().block_places);
    {
        const std::lock_guard looking{own_stripe()};
        for (Entry* entry = bucket_of(table, ordinal); entry != nullptr; entry = entry->next) {
            if (entry->block.is(table, ordinal)) {
                if (!entry->used.load(std::memory_order_relaxed)) {
                    entry->used.store(true, std::memory_order_relaxed);
                }
                return entry->block.value(in_block, learning_);
            }
        }
    }
    if (const auto constant = table.reader.constant(ordinal)) {
        return *constant;
    }
    return decoded_value(table, ordinal, in_block);
}

/// Decodes a block that is not in the cache, keeps it if it fits, and returns the value at a place of it. Requires: not
/// a constant block.
unsigned BlockCache::decoded_value(const Table& table, std::uint64_t ordinal, std::uint32_t place) {
    const std::size_t room_needed = room_bytes(table.reader, ordinal);
    std::optional<Room> room = [&] {
        const std::lock_guard lock{mutex_};
        return make_room(kept_bytes(room_needed), room_needed);
    }();
    EntryPointer entry = room ? std::move(room->memory) : nullptr;
    unsigned value = 0;
    try {
        entry = entry ? std::move(entry) : EntryPointer{new Entry{room_needed}};
        entry->used = false;
        entry->block.decode(table, ordinal, entry->room);
        value = entry->block.value(place, learning_);
    } catch (...) {
        entry.reset();
        const std::lock_guard lock{mutex_};
        kept_bytes_ -= room ? room->bytes : 0;
        throw;
    }
    if (room) {
        const std::lock_guard lock{mutex_};
        // Two threads may have decoded the same block at once, which is harmless.
        Entry* same = bucket_of(table, ordinal);
        while (same != nullptr && !same->block.is(table, ordinal)) {
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

namespace {

/// Calls visit(ordinal) for all blocks except the constant ones, whose values are in the block index.
template <class Visit>
void for_each_kept_block(const format::TableReader& table, Visit&& visit) {
    for (std::uint64_t ordinal = 0; ordinal < table.header().blocks(); ++ordinal) {
        if (!table.constant(ordinal)) {
            visit(ordinal);
        }
    }
}

}  // namespace

BlockCache::PinResult BlockCache::pin(std::span<const Table* const> tables) {
    const std::lock_guard one_request{pinning_};
    std::vector<const Table*> added;
    std::uint64_t needed_bytes = 0;
    for (const Table* table : tables) {
        if (std::ranges::find(pinned_, table) == pinned_.end() && std::ranges::find(added, table) == added.end()) {
            added.push_back(table);
            for_each_kept_block(table->reader,
                                [&](std::uint64_t ordinal) { needed_bytes += kept_bytes(table->reader, ordinal); });
        }
    }
    // Bytes that cannot even be counted with 32 bits never fit: the largest number is more than any cache has.
    PinResult result{true, static_cast<std::size_t>(std::min<std::uint64_t>(needed_bytes, ~std::size_t{0})), 0};
    pinned_.reserve(pinned_.size() + added.size());
    if (!reserve_for_good(result)) {
        return result;
    }
    std::size_t rooms_bytes = 0;
    for (const Table* table : added) {
        for_each_kept_block(table->reader,
                            [&](std::uint64_t ordinal) { rooms_bytes += room_bytes(table->reader, ordinal); });
    }
    std::forward_list<LargePages> rooms;
    Chain decoded;
    try {
        std::byte* room = rooms.emplace_front(rooms_bytes).data();
        for (const Table* table : added) {
            for_each_kept_block(table->reader, [&](std::uint64_t ordinal) {
                const std::size_t bytes = room_bytes(table->reader, ordinal);
                decoded.push(EntryPointer{new Entry{bytes, room}});
                room += bytes;
                decoded.first().block.decode(*table, ordinal, decoded.first().room);
            });
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
        // The cache may have an entry of this block already. It comes behind the new one, and gives way unused.
        link(decoded.pop());
    }
    pinned_.insert(pinned_.end(), added.begin(), added.end());
    rooms_for_good_.splice_after(rooms_for_good_.before_begin(), rooms);
    return result;
}

/// Makes room for the blocks to be pinned and completes `result`. Returns false if they can never fit.
bool BlockCache::reserve_for_good(PinResult& result) {
    std::unique_lock lock{mutex_};
    result.free_bytes = capacity_bytes_ - pinned_bytes_;
    result.pinned = result.needed_bytes <= result.free_bytes;
    if (!result.pinned) {
        return false;
    }
    // The bytes are claimed before they are free. Otherwise threads that miss all the time would take them again and
    // again.
    kept_bytes_ += result.needed_bytes;
    pinned_bytes_ += result.needed_bytes;
    while (!make_room(0, 0)) {
        // Blocks that other threads are still decoding cannot give way until they are linked.
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
    }
    return true;
}

/// Lets older entries give way to `bytes`, and counts these as kept. Returns nothing if they do not fit. If an entry
/// that gives way has a room of `room_needed` bytes or more, but no more than twice as many, its memory is handed on.
/// With a `room_needed` of 0, no memory is. Handing on saves time: memory that goes back to the system and is taken
/// again costs a fault for each page, a fifth of the time of decoding a block. It also keeps the bound: memory that
/// moved between the allocator's arenas for threads would take more from the system than is counted here.
std::optional<BlockCache::Room> BlockCache::make_room(std::size_t bytes, std::size_t room_needed) {
    if (bytes > capacity_bytes_ - pinned_bytes_) {
        return std::nullopt;
    }
    Chain victims;
    Room room{bytes, nullptr};
    std::size_t freed_bytes = 0;
    while (!room.memory && kept_bytes_ - freed_bytes + bytes > capacity_bytes_) {
        EntryPointer victim = take_victim();
        if (!victim) {
            break;  // the rest belongs to blocks that other threads are still decoding
        }
        freed_bytes += kept_bytes(victim->room_bytes);
        if (victim->room_bytes >= room_needed && victim->room_bytes / 2 <= room_needed) {
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

/// Unlinks and returns the oldest entry that was not used since it was enqueued; null if no entry is left.
BlockCache::EntryPointer BlockCache::take_victim() {
    while (oldest_ != nullptr) {
        Entry* entry = oldest_;
        oldest_ = entry->newer;
        newest_ = oldest_ == nullptr ? nullptr : newest_;
        if (entry->used.exchange(false, std::memory_order_relaxed)) {
            enqueue(entry);
            continue;
        }
        std::atomic<Entry*>* link = &bucket_of(entry->block.table(), entry->block.ordinal());
        while (*link != entry) {
            link = &link->load()->next;
        }
        link->store(entry->next);
        return EntryPointer{entry};
    }
    return nullptr;
}

void BlockCache::link(EntryPointer entry) {
    std::atomic<Entry*>& bucket = bucket_of(entry->block.table(), entry->block.ordinal());
    entry->next = bucket.load();
    bucket = entry.release();
}

void BlockCache::enqueue(Entry* entry) {
    entry->newer = nullptr;
    (newest_ == nullptr ? oldest_ : newest_->newer) = entry;
    newest_ = entry;
}

}  // namespace dameotb::probe

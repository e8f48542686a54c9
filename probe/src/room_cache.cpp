// Room is made before memory is allocated, so that the bound holds at every moment.
#include "room_cache.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace dameotb::probe {

namespace {

/// The most bytes that the allocator adds to an allocation: for its size, and by rounding up.
constexpr std::size_t allocation_bytes = 16;

}  // namespace

void RoomCache::FreeRoom::operator()(Room* room) const {
    room->~Room();
    ::operator delete(room);
}

RoomCache::RoomPointer RoomCache::make_room(std::size_t bytes) {
    void* const memory = ::operator new(sizeof(Room) + bytes);
    return RoomPointer{new (memory)
                           Room{{nullptr, 0}, 0, static_cast<std::uint32_t>(bytes), 0, false, nullptr, nullptr}};
}

/// A list of rooms that are in no bucket, linked by `newer`. Frees them when it is destroyed.
class RoomCache::Chain {
public:
    Chain() = default;
    ~Chain() {
        while (first_ != nullptr) {
            const RoomPointer room{first_};
            first_ = room->newer;
        }
    }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    void push(RoomPointer room) {
        room->newer = first_;
        first_ = room.release();
    }

private:
    Room* first_ = nullptr;
};

std::size_t RoomCache::bucket_count(std::size_t budget_bytes) {
    // Rooms of 1 KiB make chains of one room, and the buckets take a hundredth of the budget. Their number is bounded:
    // a budget without bounds must not take what no table will ever need.
    constexpr std::size_t bytes_a_bucket = std::size_t{1} << 10;
    constexpr std::size_t most_buckets = std::size_t{1} << 22;
    return std::bit_floor(std::clamp<std::size_t>(budget_bytes / bytes_a_bucket, 1, most_buckets));
}

std::size_t RoomCache::empty_bytes(std::size_t budget_bytes) {
    return sizeof(RoomCache) + bucket_count(budget_bytes) * sizeof(std::atomic<Room*>) + allocation_bytes;
}

std::size_t RoomCache::kept_bytes(std::size_t room_bytes) {
    return sizeof(Room) + room_bytes + allocation_bytes;
}

RoomCache::RoomCache(std::size_t budget_bytes)
    : buckets_count_{bucket_count(budget_bytes)},
      buckets_memory_{buckets_count_ * sizeof(std::atomic<Room*>)},
      buckets_{reinterpret_cast<std::atomic<Room*>*>(buckets_memory_.data())},
      capacity_bytes_{budget_bytes - std::min(budget_bytes, empty_bytes(budget_bytes))} {
    std::uninitialized_value_construct_n(buckets_, buckets_count_);
}

RoomCache::~RoomCache() {
    for (std::size_t i = 0; i < buckets_count_; ++i) {
        for (Room* room = buckets_[i]; room != nullptr;) {
            const RoomPointer owned{room};
            room = room->next;
        }
    }
}

std::size_t RoomCache::free_bytes() const {
    const std::lock_guard lock{mutex_};
    return capacity_bytes_ - claimed_bytes_;
}

std::size_t RoomCache::used_bytes() const {
    const std::lock_guard lock{mutex_};
    return sizeof(RoomCache) + buckets_count_ * sizeof(std::atomic<Room*>) + allocation_bytes + kept_bytes_;
}

std::atomic<RoomCache::Room*>& RoomCache::bucket_of(const RoomKey& key) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    // Tables lie near each other in memory, so their addresses are spread. Rooms with successive numbers have
    // successive buckets, which share a line of the processor's cache: a table's buckets take as few lines as can be.
    const std::uint64_t first = reinterpret_cast<std::uintptr_t>(key.table) * odd >> 32;
    return buckets_[(first + key.number) & (buckets_count_ - 1)];
}

RoomCache::Room* RoomCache::find(const RoomKey& key) {
    Room* room = bucket_of(key);
    while (room != nullptr && room->key != key) {
        room = room->next;
    }
    return room;
}

std::mutex& RoomCache::own_stripe() {
    static std::atomic<std::size_t> threads = 0;
    thread_local std::size_t number = 0;  // 0: not yet given; a constant needs no guard
    if (number == 0) {
        number = ++threads;
    }
    return stripes_[number % stripe_count].mutex;
}

void RoomCache::keep(const RoomKey& key, std::span<const std::byte> bytes, std::uint32_t known) {
    const std::lock_guard lock{mutex_};
    if (Room* const same = find(key)) {
        if (known > same->known.load(std::memory_order_relaxed)) {
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                if (same->bytes()[i] != bytes[i]) {  // Others may be reading the bytes that are known.
                    same->bytes()[i] = bytes[i];
                }
            }
            same->known.store(known, std::memory_order_release);
        }
        return;
    }
    RoomPointer room;
    if (!free_up(kept_bytes(bytes.size()), bytes.size(), room)) {
        return;
    }
    if (!room) {
        try {
            room = make_room(bytes.size());
        } catch (...) {
            kept_bytes_ -= kept_bytes(bytes.size());
            throw;
        }
    }
    room->key = key;
    room->size_bytes = static_cast<std::uint32_t>(bytes.size());
    room->known.store(known, std::memory_order_relaxed);
    room->used.store(false, std::memory_order_relaxed);
    std::ranges::copy(bytes, room->bytes());
    enqueue(room.get());
    link(std::move(room));
}

bool RoomCache::claim(std::size_t bytes) {
    const std::lock_guard lock{mutex_};
    if (bytes > capacity_bytes_ - claimed_bytes_) {
        return false;
    }
    take(bytes);
    return true;
}

std::size_t RoomCache::claim_up_to(std::size_t bytes) {
    const std::lock_guard lock{mutex_};
    const std::size_t taken = std::min(bytes, capacity_bytes_ - claimed_bytes_);
    take(taken);
    return taken;
}

/// Claims bytes. Requires: there are so many that are not claimed.
void RoomCache::take(std::size_t bytes) {
    RoomPointer no_memory;
    (void)free_up(bytes, 0, no_memory);
    claimed_bytes_ += bytes;
}

void RoomCache::give_back(std::size_t bytes) {
    const std::lock_guard lock{mutex_};
    claimed_bytes_ -= bytes;
    kept_bytes_ -= bytes;
}

/// Lets older rooms give way to `bytes`, and counts these as kept. Returns false if they do not fit. If a room that
/// gives way has a capacity of `room_bytes` or more, but no more than twice as many, it is handed on as `memory`, which
/// counts instead. With a `room_bytes` of 0, none is. Handing on saves time, and keeps the bound: memory that moved
/// between the allocator's arenas for threads would take more from the system than is counted here.
bool RoomCache::free_up(std::size_t bytes, std::size_t room_bytes, RoomPointer& memory) {
    if (kept_bytes_ + bytes <= capacity_bytes_) {
        kept_bytes_ += bytes;
        return true;
    }
    Chain victims;
    std::size_t needed_bytes = bytes;
    std::size_t freed_bytes = 0;
    while (kept_bytes_ - freed_bytes + needed_bytes > capacity_bytes_) {
        RoomPointer victim = take_victim();
        if (!victim) {
            break;
        }
        freed_bytes += kept_bytes(victim->capacity_bytes);
        const std::size_t capacity = victim->capacity_bytes;
        if (!memory && room_bytes > 0 && capacity >= room_bytes && capacity / 2 <= room_bytes) {
            needed_bytes = kept_bytes(capacity);
            memory = std::move(victim);
        } else {
            victims.push(std::move(victim));
        }
    }
    if (freed_bytes != 0) {
        for (Stripe& stripe : stripes_) {
            const std::lock_guard nobody_looks{stripe.mutex};
        }
    }
    kept_bytes_ -= freed_bytes;
    if (kept_bytes_ + needed_bytes > capacity_bytes_) {
        memory.reset();
        return false;
    }
    kept_bytes_ += needed_bytes;
    return true;
}

/// Unlinks and returns the oldest room that was not used since it was enqueued; null if none is left.
RoomCache::RoomPointer RoomCache::take_victim() {
    while (oldest_ != nullptr) {
        Room* room = oldest_;
        oldest_ = room->newer;
        newest_ = oldest_ == nullptr ? nullptr : newest_;
        if (room->used.exchange(false, std::memory_order_relaxed)) {
            enqueue(room);
            continue;
        }
        std::atomic<Room*>* link = &bucket_of(room->key);
        while (*link != room) {
            link = &link->load()->next;
        }
        link->store(room->next);
        return RoomPointer{room};
    }
    return nullptr;
}

void RoomCache::link(RoomPointer room) {
    std::atomic<Room*>& bucket = bucket_of(room->key);
    room->next = bucket.load();
    bucket = room.release();
}

void RoomCache::enqueue(Room* room) {
    room->newer = nullptr;
    (newest_ == nullptr ? oldest_ : newest_->newer) = room;
    newest_ = room;
}

}  // namespace dameotb::probe

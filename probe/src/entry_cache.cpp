// Room is made before memory is allocated, so that the bound holds at every moment.
#include "entry_cache.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace dameotb::probe {

namespace {

/// The most bytes that the allocator adds to an allocation: for its size, and by rounding up.
constexpr std::size_t allocation_bytes = 16;

}  // namespace

void EntryCache::FreeEntry::operator()(Entry* entry) const {
    entry->~Entry();
    ::operator delete(entry);
}

/// Returns an entry that can hold so many bytes; null if there is no memory.
EntryCache::EntryPointer EntryCache::allocate(std::size_t bytes) {
    try {
        void* const memory = ::operator new(sizeof(Entry) + bytes);
        return EntryPointer{new (memory)
                                Entry{{nullptr, 0}, 0, static_cast<std::uint32_t>(bytes), 0, false, nullptr, nullptr}};
    } catch (...) {
        return nullptr;  // A program's own operator new may throw anything.
    }
}

/// A list of entries that are in no bucket, linked by `newer`. Frees them when it is destroyed.
class EntryCache::Chain {
public:
    Chain() = default;
    ~Chain() {
        while (first_ != nullptr) {
            const EntryPointer entry{first_};
            first_ = entry->newer;
        }
    }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    void push(EntryPointer entry) {
        entry->newer = first_;
        first_ = entry.release();
    }

private:
    Entry* first_ = nullptr;
};

std::size_t EntryCache::bucket_count(std::size_t budget_bytes) {
    // Entries of 1 KiB make chains of one entry, and the buckets take a hundredth of the budget. Their number is
    // bounded: a budget without bounds must not take what no table will ever need.
    constexpr std::size_t bytes_a_bucket = std::size_t{1} << 10;
    constexpr std::size_t most_buckets = std::size_t{1} << 22;
    return std::bit_floor(std::clamp<std::size_t>(budget_bytes / bytes_a_bucket, 1, most_buckets));
}

std::size_t EntryCache::empty_bytes(std::size_t budget_bytes) {
    return sizeof(EntryCache) + bucket_count(budget_bytes) * sizeof(std::atomic<Entry*>) + allocation_bytes;
}

std::size_t EntryCache::kept_bytes(std::size_t entry_bytes) {
    return sizeof(Entry) + entry_bytes + allocation_bytes;
}

EntryCache::EntryCache(std::size_t budget_bytes)
    : buckets_count_{bucket_count(budget_bytes)},
      buckets_memory_{buckets_count_ * sizeof(std::atomic<Entry*>)},
      buckets_{reinterpret_cast<std::atomic<Entry*>*>(buckets_memory_.data())},
      capacity_bytes_{budget_bytes - std::min(budget_bytes, empty_bytes(budget_bytes))} {
    std::uninitialized_value_construct_n(buckets_, buckets_count_);
}

EntryCache::~EntryCache() {
    for (std::size_t i = 0; i < buckets_count_; ++i) {
        for (Entry* entry = buckets_[i]; entry != nullptr;) {
            const EntryPointer owned{entry};
            entry = entry->next;
        }
    }
}

std::size_t EntryCache::free_bytes() const {
    const std::lock_guard lock{mutex_};
    return capacity_bytes_ - claimed_bytes_;
}

std::size_t EntryCache::used_bytes() const {
    const std::lock_guard lock{mutex_};
    return sizeof(EntryCache) + buckets_count_ * sizeof(std::atomic<Entry*>) + allocation_bytes + kept_bytes_;
}

std::atomic<EntryCache::Entry*>& EntryCache::bucket_of(const EntryKey& key) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    // Tables lie near each other in memory, so their addresses are spread. Entries with successive numbers have
    // successive buckets, which share a line of the processor's cache: a table's buckets take as few lines as possible.
    const std::uint64_t first = reinterpret_cast<std::uintptr_t>(key.table) * odd >> 32;
    return buckets_[(first + key.number) & (buckets_count_ - 1)];
}

EntryCache::Entry* EntryCache::find(const EntryKey& key) {
    Entry* entry = bucket_of(key);
    while (entry != nullptr && entry->key != key) {
        entry = entry->next;
    }
    return entry;
}

EntryCache::Stripe& EntryCache::own_stripe() {
    static std::atomic<std::size_t> threads = 0;
    thread_local std::size_t number = 0;  // 0: not yet given; a constant needs no guard
    if (number == 0) {
        number = ++threads;
    }
    return stripes_[number % stripe_count];
}

std::uint64_t EntryCache::hits() {
    std::uint64_t hits = 0;
    for (Stripe& stripe : stripes_) {
        const std::lock_guard nobody_counts{stripe.mutex};
        hits += stripe.hits;
    }
    return hits;
}

void EntryCache::reset_hits() {
    for (Stripe& stripe : stripes_) {
        const std::lock_guard nobody_counts{stripe.mutex};
        stripe.hits = 0;
    }
}

void EntryCache::keep(const EntryKey& key, std::span<const std::byte> bytes, std::uint32_t known) {
    const std::lock_guard lock{mutex_};
    if (Entry* const same = find(key)) {
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
    EntryPointer entry = make_room(bytes.size());
    if (!entry) {
        return;
    }
    entry->key = key;
    entry->size_bytes = static_cast<std::uint32_t>(bytes.size());
    entry->known.store(known, std::memory_order_relaxed);
    entry->used.store(false, std::memory_order_relaxed);
    std::ranges::copy(bytes, entry->bytes());
    enqueue(entry.get());
    link(std::move(entry));
}

bool EntryCache::claim(std::size_t bytes) {
    const std::lock_guard lock{mutex_};
    if (bytes > capacity_bytes_ - claimed_bytes_) {
        return false;
    }
    take(bytes);
    return true;
}

std::size_t EntryCache::claim_up_to(std::size_t bytes) {
    const std::lock_guard lock{mutex_};
    const std::size_t taken = std::min(bytes, capacity_bytes_ - claimed_bytes_);
    take(taken);
    return taken;
}

/// Claims bytes. Requires: at least that many are not claimed.
void EntryCache::take(std::size_t bytes) {
    EntryPointer no_memory;
    (void)free_up(bytes, 0, capacity_bytes_, no_memory);
    claimed_bytes_ += bytes;
}

void EntryCache::give_back(std::size_t bytes) {
    const std::lock_guard lock{mutex_};
    claimed_bytes_ -= bytes;
    kept_bytes_ -= bytes;
}

/// Returns an entry for `bytes`, counted as kept; null if there is no room for it.
EntryCache::EntryPointer EntryCache::make_room(std::size_t bytes) {
    EntryPointer entry;
    if (!free_up(kept_bytes(bytes), bytes, capacity_bytes_, entry)) {
        return nullptr;
    }
    if (!entry) {
        entry = allocate(bytes);
    }
    if (!entry) {
        // Memory ends before the budget does, so what is kept now is all that can be.
        kept_bytes_ -= kept_bytes(bytes);
        if (!free_up(kept_bytes(bytes), bytes, kept_bytes_, entry)) {
            return nullptr;
        }
        if (!entry) {
            entry = allocate(bytes);
        }
        kept_bytes_ -= entry ? 0 : kept_bytes(bytes);
    }
    return entry;
}

/// Lets older entries give way until no more than `most_bytes` are kept with `bytes`, and counts these as kept. Returns
/// false if they do not fit. If an entry that gives way has a capacity of `entry_bytes` or more, but no more than twice
/// as many, it is handed on as `memory`, which counts instead. With an `entry_bytes` of 0, none is. Handing on saves
/// time, and keeps the bound: memory that moved between the allocator's arenas for threads would take more from the
/// system than is counted here.
bool EntryCache::free_up(std::size_t bytes, std::size_t entry_bytes, std::size_t most_bytes, EntryPointer& memory) {
    if (kept_bytes_ + bytes <= most_bytes) {
        kept_bytes_ += bytes;
        return true;
    }
    Chain victims;
    std::size_t needed_bytes = bytes;
    std::size_t freed_bytes = 0;
    while (kept_bytes_ - freed_bytes + needed_bytes > most_bytes) {
        EntryPointer victim = take_victim();
        if (!victim) {
            break;
        }
        freed_bytes += kept_bytes(victim->capacity_bytes);
        const std::size_t capacity = victim->capacity_bytes;
        if (!memory && entry_bytes > 0 && capacity >= entry_bytes && capacity / 2 <= entry_bytes) {
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
    if (kept_bytes_ + needed_bytes > most_bytes) {
        memory.reset();
        return false;
    }
    kept_bytes_ += needed_bytes;
    return true;
}

/// Unlinks and returns the oldest entry that was not used since it was enqueued; null if none is left.
EntryCache::EntryPointer EntryCache::take_victim() {
    while (oldest_ != nullptr) {
        Entry* entry = oldest_;
        oldest_ = entry->newer;
        newest_ = oldest_ == nullptr ? nullptr : newest_;
        if (entry->used.exchange(false, std::memory_order_relaxed)) {
            enqueue(entry);
            continue;
        }
        std::atomic<Entry*>* link = &bucket_of(entry->key);
        while (*link != entry) {
            link = &link->load()->next;
        }
        link->store(entry->next);
        return EntryPointer{entry};
    }
    return nullptr;
}

void EntryCache::link(EntryPointer entry) {
    std::atomic<Entry*>& bucket = bucket_of(entry->key);
    entry->next = bucket.load();
    bucket = entry.release();
}

void EntryCache::enqueue(Entry* entry) {
    entry->newer = nullptr;
    (newest_ == nullptr ? oldest_ : newest_->newer) = entry;
    newest_ = entry;
}

}  // namespace dameotb::probe

// Room is made before memory is taken, so that blocks on their way in count as well.
#include "block_cache.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <new>
#include <thread>

#include <dameotb/format/quiet_block.hpp>

namespace dameotb::probe {

namespace {

/// What the allocator adds to a piece of memory, at most: its size, and rounding up.
constexpr std::size_t allocation_bytes = 16;

constexpr std::size_t parts(std::size_t whole, std::size_t part) {
    return (whole + part - 1) / part;
}

/// Rooms are that many bytes or a multiple of it, so that those that lie in one piece of memory begin with a line of
/// the processor's cache.
constexpr std::size_t rounded_up(std::size_t room_bytes) {
    constexpr std::size_t unit = 64;
    return parts(room_bytes, unit) * unit;
}

constexpr std::uint32_t word_places = 64;

/// What is known of 64 places of a block of Quiet ones, a bit for each. It is found out for all words of a span
/// together, when one of its places is first asked for: for a whole block that would take longer than decoding it. A
/// word for a .wdl says all, so that the value itself, somewhere else in memory, is not looked at again.
union Word {
    struct {
        std::uint64_t wins;   ///< Those of draws as well: no value, since a capture is forced.
        std::uint64_t draws;  ///< Of neither: losses.
    } wdl;
    struct {
        std::uint64_t quiet;
        std::uint64_t before;  ///< Values of the block before those of these places.
    } dtm;
};

/// For each span of a block a bit that says whether its words are filled in.
using KnownSpans = std::atomic<std::uint64_t>;
constexpr std::uint32_t known_spans = 64;

/// Values of a .wdl (docs/format.md, "Values").
constexpr unsigned wdl_loss = 0;
constexpr unsigned wdl_draw = 1;
constexpr unsigned wdl_win = 2;

unsigned value_at(const std::byte* at, std::size_t width) {
    const auto low = std::to_integer<unsigned>(at[0]);
    return width == 1 ? low : low | std::to_integer<unsigned>(at[1]) << 8;
}

}  // namespace

/// One block. Its room holds, if its table stores Quiet places, the KnownSpans and a Word for each 64 places, and then
/// its decoded bytes. Entries lie apart from their rooms: large pieces of memory all begin at the same place of a page,
/// and what every probe looks at must not crowd into the few lines of the processor's cache that there are for one
/// place.
struct BlockCache::Entry {
    /// In memory of its own.
    explicit Entry(std::size_t bytes) : room_bytes{bytes}, own_room{new std::byte[bytes]}, room{own_room.get()} {}
    /// In memory that outlives it.
    Entry(std::size_t bytes, std::byte* room_for_good) : room_bytes{bytes}, room{room_for_good} {}

    const Table* table = nullptr;
    std::uint64_t ordinal = 0;
    std::size_t room_bytes;  ///< The block may need less.
    std::unique_ptr<std::byte[]> own_room;
    std::byte* room;
    std::atomic<Entry*> next = nullptr;  ///< In its bucket. Stays as it is when the entry is unlinked.
    Entry* newer = nullptr;              ///< In the queue.
    std::atomic<bool> used = false;      ///< Since it was enqueued.

    /// What comes before the decoded bytes of a block of so many places.
    [[nodiscard]] static std::size_t bytes_before_decoded(const format::Header& header, std::uint32_t places) {
        return header.stored == format::Stored::All
                   ? 0
                   : parts(format::spans_in(places), known_spans) * sizeof(KnownSpans) +
                         parts(places, word_places) * sizeof(Word);
    }
    [[nodiscard]] std::uint32_t places() const { return table->reader.places_in_block(ordinal); }
    [[nodiscard]] std::span<KnownSpans> known() {
        return {reinterpret_cast<KnownSpans*>(room), parts(format::spans_in(places()), known_spans)};
    }
    [[nodiscard]] Word* words() { return reinterpret_cast<Word*>(known().data() + known().size()); }
    [[nodiscard]] std::byte* decoded() { return room + bytes_before_decoded(table->reader.header(), places()); }
    /// Of a block of Quiet places: behind the counts.
    [[nodiscard]] const std::byte* values() {
        return decoded() + format::span_count_bytes * format::spans_in(places());
    }
    [[nodiscard]] bool is(const Table& of_table, std::uint64_t number) const {
        return table == &of_table && ordinal == number;
    }
};

format::TablebaseError impossible_value(const format::TableReader& table, unsigned value) {
    return {table.name(), "holds the impossible value " + std::to_string(value)};
}

void BlockCache::FreeEntry::operator()(Entry* entry) const {
    delete entry;
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

std::size_t BlockCache::kept_bytes(std::size_t room_bytes) {
    return sizeof(Entry) + rounded_up(room_bytes) + 2 * allocation_bytes;
}

std::size_t BlockCache::room_bytes(const format::TableReader& table, std::uint64_t ordinal) {
    return rounded_up(Entry::bytes_before_decoded(table.header(), table.places_in_block(ordinal)) +
                      table.decoded_bytes(ordinal));
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

std::atomic<BlockCache::Entry*>& BlockCache::bucket_of(const Table& table, std::uint64_t ordinal) {
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

unsigned BlockCache::value(const Table& table, std::uint64_t place) {
    const std::uint64_t ordinal = place / table.reader.header().block_places;
    const auto in_block = static_cast<std::uint32_t>(place - ordinal * table.reader.header().block_places);
    {
        const std::lock_guard looking{own_stripe()};
        for (Entry* entry = bucket_of(table, ordinal); entry != nullptr; entry = entry->next) {
            if (entry->is(table, ordinal)) {
                if (!entry->used.load(std::memory_order_relaxed)) {
                    entry->used.store(true, std::memory_order_relaxed);
                }
                return value_in(*entry, in_block);
            }
        }
    }
    if (const auto constant = table.reader.constant(ordinal)) {
        return *constant;
    }
    return decoded_value(table, ordinal, in_block);
}

/// Requires: the entry stays for as long.
unsigned BlockCache::value_in(Entry& entry, std::uint32_t place) {
    const format::Header& header = entry.table->reader.header();
    if (header.stored == format::Stored::All) {
        return value_at(entry.decoded() + std::size_t{place} * header.value_bytes, header.value_bytes);
    }
    const std::uint32_t span = place / format::span_places;
    if ((entry.known()[span / known_spans].load(std::memory_order_acquire) >> (span % known_spans) & 1) == 0) {
        learn_span(entry, span);
    }
    const Word& word = entry.words()[place / word_places];
    const std::uint64_t bit = std::uint64_t{1} << (place % word_places);
    const bool is_wdl = header.metric == format::Metric::Wdl;
    if (is_wdl ? (word.wdl.wins & word.wdl.draws & bit) != 0 : (word.dtm.quiet & bit) == 0) {
        throw format::TablebaseError{entry.table->reader.name(), "asked for a position with a forced capture"};
    }
    if (is_wdl) {
        return (word.wdl.wins & bit) != 0 ? wdl_win : (word.wdl.draws & bit) != 0 ? wdl_draw : wdl_loss;
    }
    const std::uint64_t number =
        word.dtm.before + static_cast<std::uint64_t>(std::popcount(word.dtm.quiet & (bit - 1)));
    return value_at(entry.values() + number * header.value_bytes, header.value_bytes);
}

namespace {

/// What the values of a .wdl say of 64 places, those that are quiet being marked; `values` are theirs.
decltype(Word::wdl) results(const format::TableReader& table, std::uint64_t quiet, const std::byte* values) {
    decltype(Word::wdl) word{~quiet, ~quiet};
    for (const int width = table.header().value_bytes; quiet != 0; quiet &= quiet - 1, values += width) {
        const std::uint64_t bit = quiet & -quiet;
        const unsigned value = value_at(values, width);
        if (value > wdl_win) {
            throw impossible_value(table, value);
        }
        word.wins |= value == wdl_win ? bit : 0;
        word.draws |= value == wdl_draw ? bit : 0;
    }
    return word;
}

}  // namespace

/// Fills in a span's words. Throws format::TablebaseError if the block has another number of values than the rules ask
/// for, or a .wdl a value that is no result.
void BlockCache::learn_span(Entry& entry, std::uint32_t span) {
    const Table& table = *entry.table;
    const format::Header& header = table.reader.header();
    const std::uint32_t first = span * format::span_places;
    const std::uint32_t places = std::min(format::span_places, entry.places() - first);
    std::array<std::uint64_t, format::span_places / word_places> marks;
    const std::span marked = std::span{marks}.first(parts(places, word_places));
    table.quiet->mark(entry.ordinal * header.block_places + first, places, marked);
    const std::span decoded{entry.decoded(), table.reader.decoded_bytes(entry.ordinal)};
    std::uint64_t before = 0;
    for (std::uint32_t number = 0; number < span; ++number) {
        before += format::span_count(decoded, number);
    }
    std::uint64_t quiet_places = 0;
    for (const std::uint64_t quiet : marked) {
        quiet_places += static_cast<std::uint64_t>(std::popcount(quiet));
    }
    if (quiet_places != format::span_count(decoded, span)) {
        throw format::TablebaseError{table.reader.name(), "block " + std::to_string(entry.ordinal) +
                                                              " has another number of values than the rules ask for"};
    }
    std::array<Word, format::span_places / word_places> learnt;
    for (std::size_t i = 0; i < marked.size(); ++i) {
        if (header.metric == format::Metric::Wdl) {
            learnt[i].wdl = results(table.reader, marked[i], entry.values() + before * header.value_bytes);
        } else {
            learnt[i].dtm = {marked[i], before};
        }
        before += static_cast<std::uint64_t>(std::popcount(marked[i]));
    }
    const std::lock_guard lock{marking_};
    KnownSpans& known = entry.known()[span / known_spans];
    const std::uint64_t bit = std::uint64_t{1} << (span % known_spans);
    if ((known.load(std::memory_order_relaxed) & bit) == 0) {  // Else others may be reading the words.
        std::copy_n(learnt.begin(), marked.size(), entry.words() + first / word_places);
        known.fetch_or(bit, std::memory_order_release);
    }
}

/// Requires: not a constant block.
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
        decode(*entry, table, ordinal);
        value = value_in(*entry, place);
    } catch (...) {
        entry.reset();
        const std::lock_guard lock{mutex_};
        kept_bytes_ -= room ? room->bytes : 0;
        throw;
    }
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

/// Requires: room for the block, and nobody else looks at the entry.
void BlockCache::decode(Entry& entry, const Table& table, std::uint64_t ordinal) {
    entry.table = &table;
    entry.ordinal = ordinal;
    entry.used = false;
    const std::span known = entry.known();
    if (table.reader.header().stored == format::Stored::Quiet) {
        std::uninitialized_value_construct(known.begin(), known.end());
    }
    table.reader.read_block(ordinal, std::span{entry.decoded(), table.reader.decoded_bytes(ordinal)});
}

namespace {

/// All blocks but the constant ones, which are in the block index.
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
    PinResult result{true, 0, 0};
    for (const Table* table : tables) {
        if (std::ranges::find(pinned_, table) == pinned_.end() && std::ranges::find(added, table) == added.end()) {
            added.push_back(table);
            for_each_kept_block(table->reader, [&](std::uint64_t ordinal) {
                result.needed_bytes += kept_bytes(table->reader, ordinal);
            });
        }
    }
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
                decode(decoded.first(), *table, ordinal);
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
        link(decoded.pop());  // Before one that may be there already, which will give way unused.
    }
    pinned_.insert(pinned_.end(), added.begin(), added.end());
    rooms_for_good_.splice_after(rooms_for_good_.before_begin(), rooms);
    return result;
}

/// Makes room for what is to be pinned and completes `result`; false if it can never fit.
bool BlockCache::reserve_for_good(PinResult& result) {
    std::unique_lock lock{mutex_};
    result.free_bytes = capacity_bytes_ - pinned_bytes_;
    result.pinned = result.needed_bytes <= result.free_bytes;
    while (result.pinned && !make_room(result.needed_bytes, 0)) {
        // Blocks on their way in for other threads are in the way until they are there.
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
    }
    pinned_bytes_ += result.pinned ? result.needed_bytes : 0;
    return result.pinned;
}

/// Counts `bytes` as kept once older entries have given way to them; empty if they do not fit. The memory of an entry
/// with `room_needed`, and no more than twice that, is handed on; none if it is 0. What goes back to the system and is
/// taken again costs a fault for each page, a fifth of decoding a block, and memory that moved between the allocator's
/// arenas for threads would take more from the system than counted here.
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
            break;  // The rest is on its way in, for other threads.
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

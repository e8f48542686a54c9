// Tests what the entry cache keeps and what it drops. Its budget must be a hard bound, also with claims, and while
// several threads use it.
#include "entry_cache.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "allocations.hpp"
#include "cache_budget.hpp"
#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::EntryCache;
using Bytes = std::vector<std::byte>;

namespace {

constexpr std::size_t entry_bytes = 100;
constexpr int one_table = 0;
constexpr int other_table = 0;

probe::EntryKey key_of(std::uint64_t number, const int& table = one_table) {
    return {&table, number};
}

/// Returns the byte at an offset of the entry with that number.
std::byte byte_at(std::uint64_t number, std::size_t offset) {
    return static_cast<std::byte>(number * 31 + offset * 7 + 1);
}

/// Returns what the entry with that number holds, as far as it is known. Zeros follow, which are nowhere right.
Bytes content(std::uint64_t number, std::size_t known, std::size_t size = entry_bytes) {
    Bytes bytes(size);
    for (std::size_t i = 0; i < known; ++i) {
        bytes[i] = byte_at(number, i);
    }
    return bytes;
}

void keep(EntryCache& cache, std::uint64_t number, std::size_t size = entry_bytes) {
    cache.keep(key_of(number), content(number, size, size), static_cast<std::uint32_t>(size));
}

/// Returns how much is known of the entry, and nothing if it is not there. Counts in `wrong` if it holds anything else
/// than `content`.
std::optional<std::uint32_t> known_of(EntryCache& cache, const probe::EntryKey& key, std::atomic<int>& wrong) {
    std::optional<std::uint32_t> found;
    (void)cache.look(key, [&](std::span<const std::byte> bytes, std::uint32_t known) {
        bool right = known <= bytes.size();
        for (std::size_t i = 0; right && i < known; ++i) {
            right = bytes[i] == byte_at(key.number, i);
        }
        wrong += right ? 0 : 1;
        found = known;
        return true;
    });
    return found;
}

bool has(EntryCache& cache, std::uint64_t number) {
    std::atomic<int> wrong = 0;
    const bool is_there = known_of(cache, key_of(number), wrong).has_value();
    CHECK(wrong == 0);
    return is_there;
}

}  // namespace

TEST_CASE("what was kept is there, whole, under its table and number", "[probe]") {
    EntryCache cache{std::size_t{1} << 20};
    constexpr std::uint64_t entries = 1000;
    for (std::uint64_t n = 0; n < entries; ++n) {
        CHECK_FALSE(has(cache, n));
        keep(cache, n, 1 + n % 300);
    }
    for (std::uint64_t n = 0; n < entries; ++n) {
        Bytes bytes;
        (void)cache.look(key_of(n), [&](std::span<const std::byte> all, std::uint32_t) {
            bytes.assign(all.begin(), all.end());
            return true;
        });
        CHECK(bytes == content(n, 1 + n % 300, 1 + n % 300));
    }
    std::atomic<int> wrong = 0;
    CHECK_FALSE(known_of(cache, key_of(3, other_table), wrong));
    CHECK_FALSE(has(cache, entries));
    CHECK_FALSE(has(cache, ~std::uint64_t{0}));
}

TEST_CASE("looks that were enough are counted until the next reset", "[probe]") {
    EntryCache cache{std::size_t{1} << 20};
    keep(cache, 1);
    CHECK(cache.hits() == 0);
    CHECK(has(cache, 1));
    CHECK_FALSE(has(cache, 2));
    CHECK(cache.look(key_of(1), [](std::span<const std::byte>, std::uint32_t) { return false; }) == false);
    CHECK(cache.hits() == 1);
    cache.reset_hits();
    CHECK(cache.hits() == 0);
}

TEST_CASE("an entry becomes known further, and never less far", "[probe]") {
    EntryCache cache{budget_for(2, entry_bytes)};
    std::atomic<int> wrong = 0;
    const auto known = [&] { return known_of(cache, key_of(5), wrong); };
    cache.keep(key_of(5), content(5, 10), 10);
    CHECK(known() == 10U);
    const std::size_t used = cache.used_bytes();
    cache.keep(key_of(5), content(5, 40), 40);
    CHECK(known() == 40U);
    cache.keep(key_of(5), content(5, 20), 20);
    CHECK(known() == 40U);
    cache.keep(key_of(5), content(5, 100), 100);
    CHECK(known() == 100U);
    CHECK(wrong == 0);
    CHECK(cache.used_bytes() == used);
}

TEST_CASE("an entry that was used since it came gets a second chance", "[probe]") {
    EntryCache cache{budget_for(2, entry_bytes)};
    keep(cache, 0);
    keep(cache, 1);
    CHECK(has(cache, 0));
    keep(cache, 2);  // Instead of 1.
    CHECK(has(cache, 0));
    CHECK_FALSE(has(cache, 1));
    keep(cache, 1);  // Instead of 2, because 0 was used again.
    CHECK_FALSE(has(cache, 2));
    keep(cache, 2);  // Instead of 0, which was not used again.
    CHECK_FALSE(has(cache, 0));
    CHECK(has(cache, 1));
    CHECK(has(cache, 2));
}

TEST_CASE("entries that are used once do not drive out one that is used often", "[probe]") {
    EntryCache cache{budget_for(4, entry_bytes)};
    keep(cache, 0);
    for (std::uint64_t n = 1; n < 50; ++n) {
        CHECK(has(cache, 0));
        keep(cache, n);
    }
    CHECK(has(cache, 0));
}

TEST_CASE("the budget bounds what is allocated, at every moment", "[probe]") {
    INFO("seed " << sample_seed);
    const std::size_t budget =
        GENERATE(budget_for(1, entry_bytes), budget_for(1, entry_bytes) - 1, budget_for(2, entry_bytes) - 1,
                 budget_for(7, entry_bytes), std::size_t{1} << 20);
    CAPTURE(budget);
    constexpr std::size_t most_room_bytes = 4000;
    std::vector<Bytes> contents;
    for (std::uint64_t n = 0; n <= most_room_bytes; ++n) {
        contents.push_back(content(n, n, n));
    }
    Random random{sample_seed};
    const std::size_t before = allocations().live_bytes;
    reset_peak();
    const auto cache = std::make_unique<EntryCache>(budget);
    int kept = 0;
    for (int i = 0; i < 3000; ++i) {
        // Small entries and large ones, so that many have to give way to one.
        const std::size_t size = 1 + random() % (random() % 2 == 0 ? most_room_bytes : 50);
        cache->keep(key_of(size), contents[size], static_cast<std::uint32_t>(size));
        const std::size_t used = cache->used_bytes();
        if (used > budget || allocations().live_bytes - before > used) {
            FAIL("entry " << size << ", " << used << " bytes used");
        }
        kept += has(*cache, size);
    }
    CHECK(allocations().peak_bytes - before <= budget);
    CHECK(kept > 0);
    CHECK((kept == 3000) == (budget > budget_for(100, entry_bytes)));
}

TEST_CASE("a budget without bounds costs 32 MiB and what comes in", "[probe]") {
    const std::size_t budget = GENERATE(~std::size_t{0} / 4, ~std::size_t{0});
    CAPTURE(budget);
    CHECK(EntryCache::empty_bytes(budget) < std::size_t{33} << 20);
    EntryCache cache{budget};
    CHECK(cache.claim(budget / 2));
    keep(cache, 3);
    CHECK(has(cache, 3));
    cache.give_back(budget / 2);
    CHECK(cache.used_bytes() < std::size_t{33} << 20);
}

TEST_CASE("a cache that can keep nothing drops everything", "[probe]") {
    const std::size_t budget =
        GENERATE(std::size_t{0}, std::size_t{1}, budget_for(0, entry_bytes), budget_for(1, entry_bytes) - 1);
    EntryCache cache{budget};
    for (std::uint64_t n = 0; n < 5; ++n) {
        keep(cache, n);
        CHECK_FALSE(has(cache, n));
        CHECK(cache.used_bytes() == EntryCache::empty_bytes(budget));
    }
    CHECK(cache.claim(0));
    CHECK_FALSE(cache.claim(EntryCache::kept_bytes(entry_bytes)));
}

TEST_CASE("a full cache hands memory on to entries of about the same size", "[probe]") {
    EntryCache cache{budget_for(8, entry_bytes)};
    std::array<Bytes, 2> contents{content(0, entry_bytes), content(1, entry_bytes * 3 / 4, entry_bytes * 3 / 4)};
    const auto allocated_by = [&](std::uint64_t first, std::uint64_t end) {
        const std::size_t before = allocations().count;
        for (std::uint64_t n = first; n < end; ++n) {
            const Bytes& bytes = contents[n % 2];
            cache.keep(key_of(n), bytes, static_cast<std::uint32_t>(bytes.size()));
        }
        return allocations().count - before;
    };
    CHECK(allocated_by(0, 100) >= 8);
    CHECK(allocated_by(100, 3000) < 20);
    CHECK(cache.used_bytes() <= budget_for(8, entry_bytes));
    // Memory of much larger entries is not wasted on small ones.
    const Bytes tiny = content(0, 4, 4);
    for (std::uint64_t n = 0; n < 100; ++n) {
        cache.keep(key_of(10000 + n), tiny, 4);
    }
    const std::uint64_t that_fit = 8 * EntryCache::kept_bytes(entry_bytes) / EntryCache::kept_bytes(tiny.size());
    std::uint64_t kept = 0;
    for (std::uint64_t n = 0; n < 100; ++n) {
        kept += cache.look(key_of(10000 + n), [](std::span<const std::byte>, std::uint32_t) { return true; }) ? 1 : 0;
    }
    CHECK(kept == that_fit);
}

TEST_CASE("where memory ends before the budget, older entries give way", "[probe]") {
    constexpr std::size_t entries = 8;
    constexpr std::size_t most_bytes = 3 * entry_bytes;
    EntryCache cache{budget_for(1000, most_bytes)};
    const Bytes some = content(0, entry_bytes);
    const Bytes large = content(0, most_bytes, most_bytes);
    const Bytes too_large(2 * entries * entry_bytes);
    const auto keep_all = [&](std::uint64_t first, std::uint64_t count, const Bytes& bytes) {
        for (std::uint64_t n = first; n < first + count; ++n) {
            cache.keep(key_of(n), bytes, static_cast<std::uint32_t>(bytes.size()));
        }
    };
    const auto kept = [&](std::uint64_t first, std::uint64_t count) {
        std::uint64_t found = 0;
        for (std::uint64_t n = first; n < first + count; ++n) {
            found += cache.look(key_of(n), [](std::span<const std::byte>, std::uint32_t) { return true; }) ? 1 : 0;
        }
        return found;
    };
    const std::size_t empty = cache.used_bytes();
    const MemoryShortage shortage{entries * EntryCache::kept_bytes(entry_bytes)};
    keep_all(0, 100, some);
    CHECK(kept(100 - entries, entries) == entries);
    CHECK(kept(0, 100 - entries) == 0);
    CHECK(cache.used_bytes() - empty == entries * EntryCache::kept_bytes(entry_bytes));
    // Their memory serves larger entries, too, and afterwards small ones again.
    keep_all(1000, 100, large);
    CHECK(kept(1099, 1) == 1);
    CHECK(cache.used_bytes() - empty <= entries * EntryCache::kept_bytes(entry_bytes));
    keep_all(2000, 100, some);
    CHECK(kept(2099, 1) == 1);
    CHECK(kept(0, 2000) <= 2);
    // One that memory has no room for at all is dropped.
    cache.keep(key_of(3000), too_large, 1);
    CHECK(kept(3000, 1) == 0);
}

TEST_CASE("entries give way to a claim, and what is given back serves them again", "[probe]") {
    EntryCache cache{budget_for(4, entry_bytes)};
    const std::size_t all = 4 * EntryCache::kept_bytes(entry_bytes);
    for (std::uint64_t n = 0; n < 4; ++n) {
        keep(cache, n);
    }
    CHECK(has(cache, 1));
    CHECK(cache.free_bytes() == all);
    CHECK_FALSE(cache.claim(all + 1));
    CHECK_FALSE(cache.claim(~std::size_t{0}));
    CHECK(cache.free_bytes() == all);
    CHECK(has(cache, 0));
    CHECK(has(cache, 3));
    CHECK(cache.claim(1));  // 2 is the only one that was not used.
    CHECK(has(cache, 0));
    CHECK_FALSE(has(cache, 2));
    CHECK(cache.free_bytes() == all - 1);
    CHECK(cache.claim(all - 1));  // Those that were used give way, too.
    CHECK(cache.free_bytes() == 0);
    CHECK(cache.used_bytes() == budget_for(4, entry_bytes));
    for (std::uint64_t n = 0; n < 4; ++n) {
        CHECK_FALSE(has(cache, n));
    }
    keep(cache, 0);
    CHECK_FALSE(has(cache, 0));
    CHECK_FALSE(cache.claim(1));
    cache.give_back(all);
    CHECK(cache.free_bytes() == all);
    CHECK(cache.used_bytes() == EntryCache::empty_bytes(budget_for(4, entry_bytes)));
    keep(cache, 0);
    CHECK(has(cache, 0));
}

TEST_CASE("threads look at entries and fill them while others drive them out", "[probe]") {
    constexpr std::uint64_t entries = 20;
    const std::uint64_t fitting = GENERATE(0, 1, 3, 19);
    CAPTURE(fitting);
    EntryCache cache{budget_for(fitting, entry_bytes)};
    std::atomic<int> wrong = 0;
    std::atomic<int> found = 0;
    std::atomic<int> found_in_part = 0;
    const auto hammer = [&](std::uint64_t step) {
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const std::uint64_t number = i / 4 * step % entries;  // Four times the same.
            const auto known = known_of(cache, key_of(number), wrong);
            found += known ? 1 : 0;
            found_in_part += known && *known < entry_bytes ? 1 : 0;
            if (!known || *known < entry_bytes) {
                const auto next = static_cast<std::uint32_t>(known ? entry_bytes : 1 + i % entry_bytes);
                cache.keep(key_of(number), content(number, next), next);
            }
            wrong += i % 16 == 0 && cache.used_bytes() > budget_for(fitting, entry_bytes) ? 1 : 0;
        }
    };
    std::thread other{[&] { hammer(1009); }};
    std::thread third{[&] { hammer(1); }};
    hammer(613);
    other.join();
    third.join();
    CHECK(wrong == 0);
    CHECK((found > 0) == (fitting > 0));
    CHECK((found_in_part > 0) == (fitting > 0));
}

TEST_CASE("bytes can be claimed though at every moment entries are on their way in", "[probe]") {
    const std::size_t all = 6 * EntryCache::kept_bytes(entry_bytes);
    EntryCache cache{budget_for(6, entry_bytes)};
    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0;
    const auto hammer = [&](std::uint64_t step) {
        for (std::uint64_t i = 0; !done; ++i) {
            const std::uint64_t number = i * step % 50;
            if (!known_of(cache, key_of(number), wrong)) {
                keep(cache, number);
            }
        }
    };
    std::thread one{[&] { hammer(7); }};
    std::thread two{[&] { hammer(3); }};
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        const std::size_t bytes = all - static_cast<std::size_t>(i) % all;
        refused += cache.claim(bytes) ? 0 : 1;
        wrong += cache.used_bytes() > budget_for(6, entry_bytes) ? 1 : 0;
        std::this_thread::yield();
        cache.give_back(bytes);
    }
    done = true;
    one.join();
    two.join();
    CHECK(refused == 0);
    CHECK(wrong == 0);
}

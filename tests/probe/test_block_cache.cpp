// Tests what the block cache keeps and what it drops. Its budget must be a hard bound, also with pinned blocks and
// blocks that are being read.
#include "block_cache.hpp"

#include <thread>

#include "allocations.hpp"
#include "catch.hpp"
#include "counted_table.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::BlockCache;
using Table = CountedTable;

namespace {

constexpr std::uint64_t blocks = Table::blocks;

/// Returns a budget for exactly `kept` blocks of full size.
std::size_t budget_for(std::uint64_t kept) {
    return BlockCache::empty_bytes(0) + kept * BlockCache::kept_bytes(Table::block_places);
}

/// Returns the bytes that all blocks of a table take. The last block is short.
std::size_t table_bytes() {
    return (blocks - 1) * BlockCache::kept_bytes(Table::block_places) +
           BlockCache::kept_bytes(Table::values - (blocks - 1) * Table::block_places);
}

unsigned value_in(BlockCache& cache, const Table& table, std::uint64_t block, std::uint64_t place = 0) {
    return cache.value(table.table(), block * Table::block_places + place);
}

/// Returns whether the block had to be read.
bool is_read(BlockCache& cache, Table& table, std::uint64_t block) {
    CHECK(value_in(cache, table, block) == block);
    return table.reads() == 1;
}

}  // namespace

TEST_CASE("a block that is kept is not read again", "[probe]") {
    Table table;
    BlockCache cache{budget_for(blocks)};
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t number = 0; number < Table::values; ++number) {
            REQUIRE(cache.value(table.table(), number) == number / Table::block_places);
        }
        CHECK(table.reads() == (time == 0 ? static_cast<int>(blocks) : 0));
    }
}

TEST_CASE("a block that was used since it came gets a second chance", "[probe]") {
    Table table;
    BlockCache cache{budget_for(2)};
    CHECK(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 1));
    CHECK_FALSE(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 2));  // Instead of 1.
    CHECK_FALSE(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 1));  // Instead of 2, because 0 was used again.
    CHECK(is_read(cache, table, 2));  // Instead of 0, which was not used again.
    CHECK_FALSE(is_read(cache, table, 1));
    CHECK(is_read(cache, table, 0));
}

TEST_CASE("blocks that are used once do not drive out those that are used often", "[probe]") {
    Table table;
    BlockCache cache{budget_for(4)};
    CHECK(is_read(cache, table, 0));
    for (std::uint64_t n = 1; n < blocks; ++n) {
        CHECK(is_read(cache, table, n));
        CHECK_FALSE(is_read(cache, table, 0));
    }
}

TEST_CASE("tables do not mix", "[probe]") {
    Table one;
    Table other;
    BlockCache cache{budget_for(4)};
    CHECK(is_read(cache, one, 3));
    CHECK(is_read(cache, other, 3));
    CHECK_FALSE(is_read(cache, one, 3));
    CHECK_FALSE(is_read(cache, other, 3));
}

TEST_CASE("the budget bounds what is allocated, at every moment", "[probe]") {
    Table table;
    {
        BlockCache none{0};  // The thread's decoder allocates once.
        (void)value_in(none, table, 0);
        table.reads();
    }
    const std::size_t budget =
        GENERATE(budget_for(1), budget_for(1) - 1, budget_for(2) - 1, budget_for(7), std::size_t{1} << 20);
    CAPTURE(budget);
    const std::size_t before = allocations().live_bytes;
    reset_peak();
    const auto cache = std::make_unique<BlockCache>(budget);
    int reads = 0;
    for (std::uint64_t i = 0; i < 500; ++i) {
        const std::uint64_t block = i * i % blocks;
        if (value_in(*cache, table, block) != block || cache->used_bytes() > budget) {
            FAIL("block " << block << ", " << cache->used_bytes() << " bytes");
        }
        reads += table.reads();
    }
    // A block that does not fit is decoded for the one value and freed.
    const std::size_t passing = budget < budget_for(1) ? BlockCache::kept_bytes(Table::block_places) : 0;
    CHECK(allocations().peak_bytes - before <= budget + passing);
    CHECK(reads >= 6);  // At least the different blocks.
    CHECK(reads <= 500);
    if (budget == std::size_t{1} << 20) {
        CHECK(reads == 6);
    }
}

TEST_CASE("a budget without bounds costs 32 MiB and what comes in", "[probe]") {
    Table table;
    const std::size_t budget = GENERATE(~std::size_t{0} / 4, ~std::size_t{0});
    CAPTURE(budget);
    CHECK(BlockCache::empty_bytes(budget) < std::size_t{33} << 20);
    BlockCache cache{budget};
    const std::array tables{&table.table()};
    CHECK(cache.pin(tables).pinned);
    table.reads();
    CHECK_FALSE(is_read(cache, table, 3));
    CHECK(cache.used_bytes() < std::size_t{33} << 20);
}

TEST_CASE("a cache that can keep nothing answers all the same", "[probe]") {
    Table table;
    const std::size_t budget = GENERATE(std::size_t{0}, std::size_t{1}, budget_for(0));
    BlockCache cache{budget};
    for (int time = 0; time < 2; ++time) {
        for (std::uint64_t n = 0; n + 1 < blocks; ++n) {
            CHECK(is_read(cache, table, n));
            CHECK(cache.used_bytes() == budget_for(0));
        }
    }
}

TEST_CASE("a damaged block is an error each time, and does not disturb the others", "[probe]") {
    Table table{true};
    BlockCache cache{budget_for(3)};
    for (int time = 0; time < 3; ++time) {
        CHECK_THROWS_AS(value_in(cache, table, 7), format::TablebaseError);
        CHECK(value_in(cache, table, 6) == 6);
        CHECK(cache.used_bytes() == budget_for(1));
    }
    CHECK(table.reads() == 4);
}

TEST_CASE("pinned tables stay, and the others share the rest", "[probe]") {
    Table pinned;
    Table other;
    BlockCache cache{budget_for(blocks + 2)};
    (void)value_in(cache, pinned, 5);  // One block is there already.
    (void)value_in(cache, other, 5);
    const std::array tables{&pinned.table(), &pinned.table()};
    const BlockCache::PinResult result = cache.pin(tables);
    CHECK(result.pinned);
    const std::size_t pinned_bytes = table_bytes();
    CHECK(result.needed_bytes == pinned_bytes);
    CHECK(result.free_bytes == budget_for(blocks + 2) - budget_for(0));
    pinned.reads();
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t n = 0; n < blocks; ++n) {
            CHECK(value_in(cache, other, n) == n);
            CHECK_FALSE(is_read(cache, pinned, n));
            CHECK(cache.used_bytes() <= budget_for(blocks + 2));
        }
    }
    other.reads();
    CHECK_FALSE(is_read(cache, other, 19));  // One of the others is kept.
    const BlockCache::PinResult again = cache.pin(tables);
    CHECK(again.pinned);
    CHECK(again.needed_bytes == 0);
    CHECK(again.free_bytes == budget_for(blocks + 2) - budget_for(0) - pinned_bytes);
}

TEST_CASE("tables that do not fit are not pinned, not even in part", "[probe]") {
    Table first;
    Table second;
    const std::size_t one_table = table_bytes();
    const std::array both{&first.table(), &second.table()};
    {
        BlockCache cache{budget_for(0) + 2 * one_table - 1};
        (void)value_in(cache, first, 3);
        first.reads();
        const BlockCache::PinResult result = cache.pin(both);
        CHECK_FALSE(result.pinned);
        CHECK(result.needed_bytes == 2 * one_table);
        CHECK(result.free_bytes == 2 * one_table - 1);
        CHECK_FALSE(is_read(cache, first, 3));  // Blocks that were there stay.
        CHECK(second.reads() == 0);
    }
    BlockCache cache{budget_for(0) + 2 * one_table};
    CHECK(cache.pin(both).pinned);
    CHECK(cache.used_bytes() == budget_for(0) + 2 * one_table);
}

TEST_CASE("tables of more bytes than 32 bits count do not fit into a GiB", "[probe]") {
    constexpr std::uint32_t places = 1U << 24;
    constexpr std::uint64_t count = 257;
    const TemporaryDirectory directory;
    format::TableWriter writer{
        directory / "table",
        {.material = {1, 0, 1, 0}, .sides = 1, .block_places = places, .places_per_side = count * places}};
    const format::EncodedBlock block = format::BlockEncoder{1}.encode(0, std::vector<std::byte>(places));
    for (std::uint64_t n = 0; n < count; ++n) {
        writer.append(block);  // Right only for block 0. None is decoded.
    }
    writer.finish();
    const probe::Table table{format::TableReader{format::open_file(directory / "table")}, {}};
    BlockCache cache{std::size_t{1} << 30};
    const std::array tables{&table};
    const BlockCache::PinResult result = cache.pin(tables);
    CHECK_FALSE(result.pinned);
    CHECK(result.needed_bytes >= std::min<std::uint64_t>(count * places, ~std::size_t{0}));
}

TEST_CASE("a damaged table is not pinned, and what it took is free again", "[probe]") {
    Table whole;
    Table damaged{true};
    BlockCache cache{budget_for(2 * blocks)};
    const std::array both{&whole.table(), &damaged.table()};
    const std::size_t before = allocations().live_bytes;
    CHECK_THROWS_AS(cache.pin(both), format::TablebaseError);
    CHECK(cache.used_bytes() == budget_for(0));
    CHECK(allocations().live_bytes <= before + 64);  // Room for the names of two tables.
    const std::array one{&whole.table()};
    CHECK(cache.pin(one).pinned);
}

TEST_CASE("threads share a cache far too small for them", "[probe]") {
    Table table;
    const std::uint64_t kept = GENERATE(0, 1, 3, 19);
    CAPTURE(kept);
    BlockCache cache{budget_for(kept)};
    std::atomic<int> wrong = 0;
    const auto hammer = [&](std::uint64_t step) {
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const std::uint64_t number = i * step % Table::values;
            wrong += cache.value(table.table(), number) != number / Table::block_places;
            wrong += i % 16 == 0 && cache.used_bytes() > budget_for(kept);
        }
    };
    std::thread other{[&] { hammer(1009); }};
    std::thread third{[&] { hammer(1); }};
    hammer(613);
    other.join();
    third.join();
    CHECK(wrong == 0);
}

TEST_CASE("a table can be pinned while other threads drive blocks out", "[probe]") {
    Table table;
    Table pinned;
    BlockCache cache{budget_for(blocks + 1)};
    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0;
    const auto hammer = [&] {
        for (std::uint64_t i = 0; !done; ++i) {
            wrong += value_in(cache, table, i * 7 % blocks) != i * 7 % blocks;
            wrong += value_in(cache, pinned, i * 3 % blocks) != i * 3 % blocks;
        }
    };
    std::thread one{hammer};
    std::thread two{hammer};
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    const std::array tables{&pinned.table()};
    const bool is_pinned = cache.pin(tables).pinned;
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    done = true;
    one.join();
    two.join();
    CHECK(is_pinned);
    CHECK(wrong == 0);
    pinned.reads();
    CHECK_FALSE(is_read(cache, pinned, 11));
}

TEST_CASE("a table is pinned though at every moment a block is on its way in for another thread", "[probe]") {
    Table table;
    Table pinned;
    const std::size_t budget = budget_for(0) + table_bytes();  // Exactly what is pinned, not a byte more.
    BlockCache cache{budget};
    // Two threads read in turn. Neither ends before the other has begun.
    constexpr int enough = 3000;
    std::atomic<int> begun = 0;
    std::atomic<bool> done = false;
    table.before_reading([&] {
        const int mine = ++begun;
        while (begun == mine && !done && begun < enough) {
            std::this_thread::yield();
        }
    });
    const auto miss = [&](std::uint64_t block) {
        for (; !done && begun < enough; block = (block + 2) % blocks) {
            (void)value_in(cache, table, block);
        }
    };
    std::thread one{[&] { miss(0); }};
    std::thread two{[&] { miss(1); }};
    while (begun < 10) {
        std::this_thread::yield();
    }
    const std::array tables{&pinned.table()};
    const bool is_pinned = cache.pin(tables).pinned;
    const int begun_until_then = begun;
    done = true;
    one.join();
    two.join();
    CHECK(is_pinned);
    CHECK(begun_until_then < enough);
    CHECK(cache.used_bytes() == budget);
}

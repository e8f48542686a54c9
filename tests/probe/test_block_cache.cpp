// Tests what the block cache reads, what it keeps, and what it leaves behind where a file is damaged; with decoded
// blocks and with block groups.
#include "block_cache.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/metric.hpp>

#include "allocations.hpp"
#include "cache_budget.hpp"
#include "catch.hpp"
#include "checksum.hpp"
#include "counted_table.hpp"
#include "crafted_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using probe::BlockCache;
using probe::EntryCache;
using probe::Keep;
using table::Metric;

namespace {

constexpr std::uint32_t block_positions = 26;
constexpr std::uint64_t blocks = 20;
constexpr std::uint64_t all_positions = 518;

/// Returns a .dtm of KvK in which block n holds the code n everywhere. The last block is shorter.
TableParts numbered_blocks(std::uint32_t group_blocks = 1) {
    static const index::ClassIndex index{material("KvK")};
    TableParts parts{header_of(index, Metric::Dtm, {block_positions, group_blocks}), {}, {}};
    for (std::uint64_t n = 0; n < blocks; ++n) {
        parts.blocks.push_back({static_cast<std::byte>(n)});
    }
    return parts;
}

/// The same, but for what a block must never hold: a byte too many to be a code, and too few to be a frame.
TableParts with_bad_block(std::uint64_t block) {
    TableParts parts = numbered_blocks();
    parts.blocks[block] = {std::byte{1}, std::byte{2}};
    return parts;
}

/// Returns a budget for exactly `kept` blocks of full size.
std::size_t budget_of(std::uint64_t kept) {
    return budget_for(kept, block_positions);
}

/// Returns whether the block group of the block had to be read. Requires: a block group for each block.
bool is_read(BlockCache& cache, CountedTable& table, std::uint64_t block) {
    CHECK(cache.code(table.table(), {block, 5}) == block);
    return table.reads() == 1;
}

/// Both tables of KvM, in blocks that are coded by neighbours.
struct Neighbours {
    static constexpr TableForm form{.block_positions = 100, .group_blocks = 2, .encoding = table::Encoding::Neighbours};

    CountedTable wdl{table_parts(material("KvM"), Metric::Wdl, wdl_code, form)};
    CountedTable dtm{table_parts(material("KvM"), Metric::Dtm, dtm_code, form), &wdl};

    [[nodiscard]] CountedTable& operator[](Metric metric) { return metric == Metric::Wdl ? wdl : dtm; }
    int reads() { return wdl.reads() + dtm.reads(); }
};

/// A position, and its table.
struct ValueLocation {
    const probe::Table* table;
    table::StoredAt at;
};

/// Returns what the cache has for a position.
unsigned code_in(BlockCache& cache, const ValueLocation& offset) {
    return cache.code(*offset.table, offset.at);
}

/// Returns the true code of a position.
unsigned code_of(const ValueLocation& offset) {
    const table::OpenTable& table = offset.table->open;
    const std::uint64_t block = offset.at.block;
    const Position position =
        table.index().unrank(table.header().first_of(block) + offset.at.offset, table.header().side_of(block));
    if (rules::must_capture(position)) {
        return table::dont_care_code;
    }
    return table.header().metric == Metric::Wdl ? wdl_code(position) : dtm_code(position);
}

std::vector<ValueLocation> quiet_positions(const CountedTable& table, std::uint64_t block) {
    std::vector<ValueLocation> quiet;
    for (std::uint32_t offset = 0; offset < table.table().open.header().positions_in_block(block); ++offset) {
        const ValueLocation at{&table.table(), {block, offset}};
        if (code_of(at) != table::dont_care_code) {
            quiet.push_back(at);
        }
    }
    return quiet;
}

/// Returns how many of the table's quiet positions have a wrong code.
int wrong_codes(BlockCache& cache, const CountedTable& table, std::uint64_t end_block) {
    int wrong = 0;
    for (std::uint64_t block = 0; block < end_block; ++block) {
        for (const ValueLocation& at : quiet_positions(table, block)) {
            wrong += code_in(cache, at) != code_of(at);
        }
    }
    return wrong;
}

}  // namespace

TEST_CASE("a block that is kept is not read again", "[probe]") {
    CountedTable table{numbered_blocks()};
    BlockCache cache{{.cache_bytes = budget_of(blocks)}};
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t number = 0; number < all_positions; ++number) {
            const auto offset = static_cast<std::uint32_t>(number % block_positions);
            REQUIRE(cache.code(table.table(), {number / block_positions, offset}) == number / block_positions);
        }
        CHECK(table.reads() == (time == 0 ? static_cast<int>(blocks) : 0));
    }
}

TEST_CASE("positions of a block are read together, whatever the budget", "[probe]") {
    const auto keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    const auto metric = GENERATE(Metric::Wdl, Metric::Dtm);
    const std::size_t cache_bytes = GENERATE(std::size_t{0}, std::size_t{1} << 20);
    CAPTURE(static_cast<int>(keep), static_cast<int>(metric), cache_bytes);
    Neighbours tables;
    BlockCache cache{{.cache_bytes = cache_bytes, .keep = keep}};
    const CountedTable& table = tables[metric];
    for (std::uint64_t block = 0; block < 20; block += 3) {
        std::vector<std::uint32_t> positions;
        for (const ValueLocation& at : quiet_positions(table, block)) {
            positions.push_back(at.at.offset);
        }
        std::vector<std::uint8_t> codes(positions.size());
        (void)tables.reads();
        cache.read(table.table(), block, positions, codes);
        CHECK(tables.reads() <= (metric == Metric::Wdl ? 1 : 2));
        for (std::size_t i = 0; i < positions.size(); ++i) {
            CHECK(codes[i] == code_of({&table.table(), {block, positions[i]}}));
        }
    }
}

TEST_CASE("a block group that is kept serves all its blocks", "[probe]") {
    constexpr std::uint64_t groups = blocks / 4;
    CountedTable table{numbered_blocks(4)};
    BlockCache cache{{.cache_bytes = budget_of(blocks), .keep = Keep::BlockGroups}};
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t i = 0; i < blocks; ++i) {
            const std::uint64_t block = i * 7 % blocks;
            REQUIRE(cache.code(table.table(), {block, 5}) == block);
        }
        CHECK(table.reads() == (time == 0 ? static_cast<int>(groups) : 0));
    }
    // As they lie in the file: the bits of a size, four of them, four blocks of a byte, a checksum.
    CHECK(cache.used_bytes() ==
          EntryCache::empty_bytes(budget_of(blocks)) + groups * EntryCache::kept_bytes(1 + 1 + 4 + 8));
}

TEST_CASE("what does not fit gives way, and is read again", "[probe]") {
    CountedTable table{numbered_blocks()};
    BlockCache cache{{.cache_bytes = budget_of(2)}};
    CHECK(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 1));
    CHECK_FALSE(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 2));  // Instead of 1.
    CHECK_FALSE(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 1));
}

TEST_CASE("tables do not mix", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CountedTable one{numbered_blocks()};
    CountedTable other{numbered_blocks()};
    BlockCache cache{{.cache_bytes = budget_of(8), .keep = keep}};
    CHECK(is_read(cache, one, 3));
    CHECK(is_read(cache, other, 3));
    CHECK_FALSE(is_read(cache, one, 3));
    CHECK_FALSE(is_read(cache, other, 3));
}

TEST_CASE("a cache that can keep nothing answers all the same", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CountedTable table{numbered_blocks()};
    const std::size_t budget = GENERATE(std::size_t{0}, std::size_t{1}, budget_of(0));
    BlockCache cache{{.cache_bytes = budget, .keep = keep}};
    for (int time = 0; time < 2; ++time) {
        for (std::uint64_t block = 0; block < blocks; ++block) {
            CHECK(is_read(cache, table, block));
            CHECK(cache.used_bytes() == EntryCache::empty_bytes(budget));
        }
    }
}

TEST_CASE("a block with a model is decoded up to the position at first, and whole when it is asked for again",
          "[probe]") {
    Neighbours tables;
    const Metric metric = GENERATE(Metric::Wdl, Metric::Dtm);
    CAPTURE(static_cast<int>(metric));
    const std::uint64_t block = GENERATE(3, 17, 20, 35);  // 17 and 35 are the short last ones of their side.
    const int needed = metric == Metric::Wdl ? 1 : 2;     // Distances are decoded with the results.
    BlockCache cache{{.cache_bytes = std::size_t{1} << 20}};
    const auto right = [&](const ValueLocation& at) { return code_in(cache, at) == code_of(at); };
    const std::vector<ValueLocation> quiet = quiet_positions(tables[metric], block);
    const ValueLocation elsewhere = quiet_positions(tables[metric], 8).front();
    const ValueLocation nowhere_near = quiet_positions(tables[metric], 12).front();
    const ValueLocation nowhere_at_all = quiet_positions(tables[metric], 14).front();
    const std::size_t middle = quiet.size() / 2;
    REQUIRE(middle > 10);
    (void)code_in(cache, elsewhere);
    CHECK(tables.reads() == needed);
    CHECK(right(quiet[middle]));
    CHECK(tables.reads() == needed);
    (void)code_in(cache, nowhere_near);  // This thread remembers another block group now.
    tables.reads();
    for (std::size_t i = 0; i <= middle; ++i) {
        CHECK(right(quiet[i]));
    }
    CHECK(tables.reads() == 0);
    CHECK(right(quiet[(middle + quiet.size()) / 2]));
    CHECK(tables.reads() == needed);
    (void)code_in(cache, nowhere_at_all);
    tables.wdl.lose_groups();
    tables.dtm.lose_groups();
    for (const ValueLocation& at : quiet) {
        CHECK(right(at));
    }
}

TEST_CASE("a block without a model is decoded whole at first", "[probe]") {
    CountedTable table{table_parts(material("KvM"), Metric::Dtm, dtm_code)};
    BlockCache cache{{.cache_bytes = std::size_t{1} << 20}};
    const std::vector<ValueLocation> quiet = quiet_positions(table, 3);
    CHECK(code_in(cache, quiet.front()) == code_of(quiet.front()));
    table.lose_groups();
    for (const ValueLocation& at : quiet) {
        CHECK(code_in(cache, at) == code_of(at));
    }
}

TEST_CASE("a position with a forced capture has no code", "[probe]") {
    Neighbours tables;
    const Metric metric = GENERATE(Metric::Wdl, Metric::Dtm);
    BlockCache cache{{.cache_bytes = std::size_t{1} << 20, .keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    const bool preloads = GENERATE(false, true);
    const probe::Table& table = tables[metric].table();
    if (preloads) {
        const std::array one{&table};
        CHECK(cache.preload(one).preloaded);
    }
    int forced = 0;
    for (std::uint32_t offset = 0; offset < 100; ++offset) {
        const ValueLocation at{&table, {3, offset}};
        if (code_of(at) == table::dont_care_code) {
            CHECK_THROWS_WITH(code_in(cache, at), Contains("asked for a position with a forced capture"));
            ++forced;
        }
    }
    CHECK(forced > 5);
}

TEST_CASE("models are counted, as far as there is room for them", "[probe]") {
    Neighbours tables;
    const std::size_t models = tables.wdl.table().open.memory_bytes();
    REQUIRE(models > 1000);
    SECTION("they fit") {
        const std::size_t budget = budget_with(models + 100);
        BlockCache cache{{.cache_bytes = budget}};
        cache.count(tables.wdl.table());
        CHECK(cache.used_bytes() == budget - 100);
    }
    SECTION("they do not") {
        const std::size_t budget = GENERATE_COPY(std::size_t{0}, budget_with(0), budget_with(models - 1));
        const std::size_t all = std::max(budget, EntryCache::empty_bytes(0));
        BlockCache cache{{.cache_bytes = budget}};
        cache.count(tables.wdl.table());
        CHECK(cache.used_bytes() == all);
        CHECK(wrong_codes(cache, tables.wdl, 2) == 0);
        CHECK(cache.used_bytes() == all);
    }
    SECTION("a table without models") {
        CountedTable table{numbered_blocks()};
        BlockCache cache{{.cache_bytes = budget_of(1)}};
        cache.count(table.table());
        CHECK(cache.used_bytes() == EntryCache::empty_bytes(budget_of(1)));
    }
}

TEST_CASE("a damaged block group is an error each time, and leaves nothing behind", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CountedTable table{numbered_blocks()};
    BlockCache cache{{.cache_bytes = budget_of(3), .keep = keep}};
    CHECK(is_read(cache, table, 6));
    const std::size_t used = cache.used_bytes();
    table.lose_groups();
    for (int time = 0; time < 3; ++time) {
        CHECK_THROWS_AS(cache.code(table.table(), {7, 0}), table::TablebaseError);
        CHECK(table.reads() == 1);
        CHECK_FALSE(is_read(cache, table, 6));
        CHECK(cache.used_bytes() == used);
    }
}

TEST_CASE("a damaged block in a sound block group is an error each time, and does not disturb the others", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CountedTable table{with_bad_block(7)};
    BlockCache cache{{.cache_bytes = budget_of(3), .keep = keep}};
    for (int time = 0; time < 3; ++time) {
        CHECK_THROWS_WITH(cache.code(table.table(), {7, 0}), Contains("block 7 is damaged"));
        CHECK(cache.code(table.table(), {6, 0}) == 6);
        if (keep == Keep::DecodedBlocks) {
            CHECK(cache.used_bytes() ==
                  EntryCache::empty_bytes(budget_of(3)) + EntryCache::kept_bytes(block_positions));
        }
    }
}

TEST_CASE("preloaded tables are not read again, and need no memory", "[probe]") {
    Neighbours tables;
    CountedTable numbered{numbered_blocks(4)};
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    const std::size_t budget = std::size_t{1} << 20;
    BlockCache cache{{.cache_bytes = budget, .keep = keep}};
    const std::array both{&tables.dtm.table(), &tables.wdl.table(), &numbered.table(), &numbered.table()};
    cache.count(tables.wdl.table());
    cache.count(tables.dtm.table());
    const std::size_t models = tables.wdl.table().counted_bytes + tables.dtm.table().counted_bytes;
    const std::size_t before = cache.used_bytes();
    const BlockCache::PreloadResult result = cache.preload(both);
    REQUIRE(result.preloaded);
    CHECK(result.needed_bytes == models + cache.used_bytes() - before);
    CHECK(result.free_bytes == budget - EntryCache::empty_bytes(budget));
    if (keep == Keep::DecodedBlocks) {
        // Two bits and eight of 36 blocks of 100 positions, and eight of 20 blocks of 26; each table begins anew.
        CHECK(cache.used_bytes() - before == 904 + 3600 + 520);
    }
    for (CountedTable* table : {&tables.wdl, &tables.dtm, &numbered}) {
        table->reads();
        table->lose_groups();
    }
    CHECK(cache.code(numbered.table(), {19, 3}) == 19);
    CHECK(wrong_codes(cache, tables.wdl, 36) == 0);
    CHECK(wrong_codes(cache, tables.dtm, 36) == 0);
    const std::vector<ValueLocation> some = quiet_positions(tables.dtm, 35);
    const std::size_t allocated = allocations().count;
    for (const ValueLocation& at : some) {
        (void)code_in(cache, at);
    }
    CHECK(allocations().count == allocated);
    CHECK(tables.reads() + numbered.reads() == 0);
}

TEST_CASE("a side that is shorter than a block is preloaded as what it is", "[probe]") {
    CountedTable table{table_parts(material("KvM"), Metric::Wdl, wdl_code, {1U << 16, 1})};
    BlockCache cache{{.cache_bytes = 5000}};
    const std::array tables{&table.table()};
    const BlockCache::PreloadResult result = cache.preload(tables);
    REQUIRE(result.preloaded);
    CHECK(result.needed_bytes == 888);  // 1764 positions a side, four in a byte; a multiple of 8.
    table.lose_groups();
    CHECK(wrong_codes(cache, table, 2) == 0);
}

TEST_CASE("what is preloaded already costs nothing", "[probe]") {
    CountedTable table{numbered_blocks()};
    BlockCache cache{{.cache_bytes = budget_of(blocks), .keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    const std::array tables{&table.table()};
    const BlockCache::PreloadResult first = cache.preload(tables);
    REQUIRE(first.preloaded);
    const std::size_t used = cache.used_bytes();
    const std::size_t live = allocations().live_bytes;
    const BlockCache::PreloadResult again = cache.preload(tables);
    CHECK(again.preloaded);
    CHECK(again.needed_bytes == 0);
    CHECK(again.free_bytes == first.free_bytes - first.needed_bytes);
    CHECK(cache.preload({}).preloaded);
    CHECK(cache.used_bytes() == used);
    CHECK(allocations().live_bytes == live);
}

TEST_CASE("block groups of distances are preloaded together with those of the results", "[probe]") {
    Neighbours tables;
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    BlockCache cache{{.cache_bytes = std::size_t{1} << 20, .keep = keep}};
    const std::array dtm{&tables.dtm.table()};
    const std::array wdl{&tables.wdl.table()};
    REQUIRE(cache.preload(dtm).preloaded);
    CHECK((cache.preload(wdl).needed_bytes == 0) == (keep == Keep::BlockGroups));
    tables.wdl.lose_groups();
    tables.dtm.lose_groups();
    CHECK(wrong_codes(cache, tables.dtm, 36) == 0);
}

TEST_CASE("other tables share what preloaded ones leave", "[probe]") {
    CountedTable preloaded{numbered_blocks()};
    CountedTable other{numbered_blocks()};
    const std::size_t whole = blocks * block_positions;
    const std::size_t budget = budget_with(2 * EntryCache::kept_bytes(block_positions) + whole);
    BlockCache cache{{.cache_bytes = budget}};
    CHECK(is_read(cache, preloaded, 5));
    CHECK(is_read(cache, other, 5));
    const std::array tables{&preloaded.table()};
    const BlockCache::PreloadResult result = cache.preload(tables);
    CHECK(result.preloaded);
    CHECK(result.needed_bytes == whole);
    CHECK(result.free_bytes == budget - EntryCache::empty_bytes(budget));
    preloaded.lose_groups();
    preloaded.reads();
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t block = 0; block < blocks; ++block) {
            CHECK(cache.code(other.table(), {block, 1}) == block);
            CHECK_FALSE(is_read(cache, preloaded, block));
            CHECK(cache.used_bytes() <= budget);
        }
    }
    other.reads();
    CHECK_FALSE(is_read(cache, other, 19));  // One of the others is kept.
}

TEST_CASE("tables that do not fit are not preloaded, not even in part", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CountedTable first{numbered_blocks()};
    CountedTable second{numbered_blocks()};
    const std::array both{&first.table(), &second.table()};
    BlockCache large{{.cache_bytes = std::size_t{1} << 20, .keep = keep}};
    const std::size_t whole = large.preload(std::span{both}.first(1)).needed_bytes;
    CHECK(whole >= blocks);
    {
        CountedTable third{numbered_blocks()};
        CountedTable fourth{numbered_blocks()};
        const std::array others{&third.table(), &fourth.table()};
        BlockCache cache{{.cache_bytes = budget_with(2 * whole - 1), .keep = keep}};
        CHECK(is_read(cache, third, 3));
        const BlockCache::PreloadResult result = cache.preload(others);
        CHECK_FALSE(result.preloaded);
        CHECK(result.needed_bytes == 2 * whole);
        CHECK(result.free_bytes == 2 * whole - 1);
        CHECK_FALSE(is_read(cache, third, 3));  // What was there stays.
        CHECK(fourth.reads() == 0);
    }
    CountedTable third{numbered_blocks()};
    const std::array others{&third.table(), &second.table()};
    BlockCache cache{{.cache_bytes = budget_with(2 * whole), .keep = keep}};
    CHECK(cache.preload(others).preloaded);
    CHECK(cache.used_bytes() == budget_with(2 * whole));
}

TEST_CASE("models that did not fit count in what preloading needs", "[probe]") {
    Neighbours tables;
    const std::array dtm{&tables.dtm.table()};
    const std::size_t models = tables.wdl.table().open.memory_bytes() + tables.dtm.table().open.memory_bytes();
    BlockCache cache{{.cache_bytes = budget_with(5000)}};
    cache.count(tables.wdl.table());
    cache.count(tables.dtm.table());
    const BlockCache::PreloadResult result = cache.preload(dtm);
    CHECK_FALSE(result.preloaded);
    CHECK(result.needed_bytes == models + 3600);
    CHECK(result.free_bytes == 5000);
}

TEST_CASE("tables of more bytes than 32 bits count do not fit into a GiB", "[probe]") {
    const TemporaryDirectory directory;
    table::Header header = right_header("KvK", Metric::Dtm, 1U << 16);
    header.positions_per_side = (std::uint64_t{1} << 32) + 1;
    write_zeros(directory / "table", header);
    const index::ClassIndex index{material("KvK")};
    const table::OpenTable open{table::TableReader{table::open_file(directory / "table")}, index, nullptr};
    const probe::Table table{open, nullptr};
    BlockCache cache{{.cache_bytes = std::size_t{1} << 30}};
    const std::array tables{&table};
    const BlockCache::PreloadResult result = cache.preload(tables);
    CHECK_FALSE(result.preloaded);
    CHECK(result.needed_bytes >= std::min<std::uint64_t>(header.positions_per_side, ~std::size_t{0}));
}

TEST_CASE("a damaged table is not preloaded, and what it took is free again", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CountedTable whole{numbered_blocks()};
    CountedTable damaged{keep == Keep::DecodedBlocks ? with_bad_block(19) : numbered_blocks()};
    if (keep == Keep::BlockGroups) {
        damaged.lose_groups();
    }
    BlockCache cache{{.cache_bytes = budget_of(4 * blocks), .keep = keep}};
    const std::array both{&whole.table(), &damaged.table()};
    CHECK_THROWS_AS(cache.preload(both), table::TablebaseError);
    const std::size_t before = allocations().live_bytes;
    const std::size_t used = cache.used_bytes();
    CHECK(used == EntryCache::empty_bytes(budget_of(4 * blocks)));
    CHECK_THROWS_AS(cache.preload(both), table::TablebaseError);
    CHECK(allocations().live_bytes == before);
    whole.reads();
    CHECK(is_read(cache, whole, 0));
    CHECK(cache.preload(std::span{both}.first(1)).preloaded);
    CHECK_FALSE(is_read(cache, whole, 11));
}

TEST_CASE("block groups that do not follow each other are not preloaded", "[probe]") {
    // Blocks of a position, each in a block group of its own: the block groups of the second index block begin where
    // those of the first do.
    const index::ClassIndex index{material("KvM")};
    TableParts parts{header_of(index, Metric::Wdl, {1, 1}), {}, {}};
    parts.blocks.assign(parts.header.blocks(), {std::byte{1}});
    REQUIRE(parts.header.groups() > 2 * table::layout::index_block_entries);
    const TemporaryDirectory directory;
    write_parts(directory / "table", parts);
    const std::uint64_t begin = table::layout::index_block_begin(parts.header, 1);
    std::vector<std::byte> index_block(table::layout::index_block_bytes(table::layout::index_block_entries));
    table::open_file(directory / "table")->read_at(begin, index_block);
    table::layout::put(std::span{index_block}.first(8), table::layout::groups_begin(parts.header));
    const std::span<const std::byte> checked = std::span{index_block}.first(index_block.size() - 8);
    table::layout::put(std::span{index_block}.last(8),
                       table::checksum(checked, table::layout::index_block_seed(parts.header, 1)));
    {
        std::fstream file{directory / "table", std::ios::in | std::ios::out | std::ios::binary};
        file.seekp(static_cast<std::streamoff>(begin));
        file.write(reinterpret_cast<const char*>(index_block.data()), static_cast<std::streamsize>(index_block.size()));
    }
    const table::OpenTable open{table::TableReader{table::open_file(directory / "table")}, index, nullptr};
    const probe::Table table{open, nullptr};
    BlockCache cache{{.cache_bytes = std::size_t{1} << 20, .keep = Keep::BlockGroups}};
    const std::array tables{&table};
    const std::size_t used = cache.used_bytes();
    CHECK_THROWS_WITH(cache.preload(tables), Contains("block group 1020 does not begin where one ends"));
    CHECK(cache.used_bytes() == used);
    CHECK(cache.code(table, {3, 0}) == 1);
}

TEST_CASE("threads share a cache far too small for them", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    const std::uint64_t kept = GENERATE(0, 1, 3, 19);
    CAPTURE(kept);
    CountedTable table{numbered_blocks(2)};
    BlockCache cache{{.cache_bytes = budget_of(kept), .keep = keep}};
    std::atomic<int> wrong = 0;
    const auto hammer = [&](std::uint64_t step) {
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const std::uint64_t number = i * step % all_positions;
            const auto offset = static_cast<std::uint32_t>(number % block_positions);
            wrong += cache.code(table.table(), {number / block_positions, offset}) != number / block_positions;
            wrong += i % 16 == 0 && cache.used_bytes() > budget_of(kept);
        }
    };
    std::thread other{[&] { hammer(1009); }};
    std::thread third{[&] { hammer(1); }};
    hammer(613);
    other.join();
    third.join();
    CHECK(wrong == 0);
}

TEST_CASE("threads learn blocks with models further, each for the others", "[probe]") {
    Neighbours tables;
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    BlockCache cache{{.cache_bytes = budget_with(GENERATE(std::size_t{1000}, std::size_t{100000})), .keep = keep}};
    std::vector<ValueLocation> all;
    for (const CountedTable* table : {&tables.wdl, &tables.dtm}) {
        for (const std::uint64_t block : {3, 4, 17, 20, 35}) {
            const std::vector<ValueLocation> quiet = quiet_positions(*table, block);
            all.insert(all.end(), quiet.begin(), quiet.end());
        }
    }
    std::vector<unsigned> codes;
    for (const ValueLocation& at : all) {
        codes.push_back(code_of(at));
    }
    std::atomic<int> wrong = 0;
    const auto hammer = [&](std::size_t step) {
        for (std::size_t i = 0; i < 5000; ++i) {
            const std::size_t chosen = i * step % all.size();
            wrong += code_in(cache, all[chosen]) != codes[chosen];
        }
    };
    std::thread other{[&] { hammer(101); }};
    hammer(41);
    other.join();
    CHECK(wrong == 0);
}

TEST_CASE("a table can be preloaded while other threads drive entries out", "[probe]") {
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CountedTable table{numbered_blocks()};
    CountedTable preloaded{numbered_blocks()};
    BlockCache cache{{.cache_bytes = budget_of(blocks + 1), .keep = keep}};
    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0;
    const auto hammer = [&] {
        for (std::uint64_t i = 0; !done; ++i) {
            wrong += cache.code(table.table(), {i * 7 % blocks, 2}) != i * 7 % blocks;
            wrong += cache.code(preloaded.table(), {i * 3 % blocks, 2}) != i * 3 % blocks;
        }
    };
    std::thread one{hammer};
    std::thread two{hammer};
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    const std::array tables{&preloaded.table()};
    const bool is_preloaded = cache.preload(tables).preloaded;
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    done = true;
    one.join();
    two.join();
    CHECK(is_preloaded);
    CHECK(wrong == 0);
    preloaded.reads();
    CHECK_FALSE(is_read(cache, preloaded, 11));
}

TEST_CASE("a table is preloaded though at every moment a block is on its way in for another thread", "[probe]") {
    CountedTable table{numbered_blocks()};
    CountedTable preloaded{numbered_blocks()};
    const std::size_t budget = budget_with(blocks * block_positions);  // Exactly what is preloaded, not a byte more.
    BlockCache cache{{.cache_bytes = budget}};
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
            (void)cache.code(table.table(), {block, 0});
        }
    };
    std::thread one{[&] { miss(0); }};
    std::thread two{[&] { miss(1); }};
    while (begun < 10) {
        std::this_thread::yield();
    }
    const std::array tables{&preloaded.table()};
    const bool is_preloaded = cache.preload(tables).preloaded;
    const int begun_until_then = begun;
    done = true;
    one.join();
    two.join();
    CHECK(is_preloaded);
    CHECK(begun_until_then < enough);
    CHECK(cache.used_bytes() == budget);
}

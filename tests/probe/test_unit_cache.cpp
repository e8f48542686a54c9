// Tests what the unit cache reads, what it keeps, and what it leaves behind where a file is damaged; with decoded units
// and with pages.
#include "unit_cache.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

#include <dameotb/table/codec/value_codes.hpp>
#include <dameotb/table/format/error.hpp>

#include "allocations.hpp"
#include "cache_budget.hpp"
#include "catch.hpp"
#include "checksum.hpp"
#include "counted_table.hpp"
#include "crafted_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using probe::EntryCache;
using probe::Keep;
using probe::TablePlace;
using probe::UnitCache;
using table::Metric;

namespace {

constexpr std::uint32_t unit_places = 26;
constexpr std::uint64_t units = 20;
constexpr std::uint64_t places = 518;

/// Returns a .dtm of KvK in which unit n holds the code n everywhere. The last unit is shorter.
TableParts numbered_units(std::uint32_t page_units = 1) {
    static const index::ClassIndex index{material("KvK")};
    TableParts parts{header_of(index, Metric::Dtm, {unit_places, page_units}), {}, {}};
    for (std::uint64_t n = 0; n < units; ++n) {
        parts.units.push_back({static_cast<std::byte>(n)});
    }
    return parts;
}

/// The same, but for what a unit must never hold: a byte too many to be a code, and too few to be a frame.
TableParts with_bad_unit(std::uint64_t unit) {
    TableParts parts = numbered_units();
    parts.units[unit] = {std::byte{1}, std::byte{2}};
    return parts;
}

/// Returns a budget for exactly `kept` units of full size.
std::size_t budget_of(std::uint64_t kept) {
    return budget_for(kept, unit_places);
}

/// Returns whether the page of the unit had to be read. Requires: a page for each unit.
bool is_read(UnitCache& cache, CountedTable& table, std::uint64_t unit) {
    CHECK(cache.code({&table.table(), unit, 5}) == unit);
    return table.reads() == 1;
}

/// Both tables of KvM, in units that are coded by neighbours.
struct Neighbours {
    static constexpr TableForm form{.unit_places = 100, .page_units = 2, .encoding = table::Encoding::Neighbours};

    CountedTable wdl{table_parts(material("KvM"), Metric::Wdl, wdl_code, form)};
    CountedTable dtm{table_parts(material("KvM"), Metric::Dtm, dtm_code, form), &wdl};

    [[nodiscard]] CountedTable& operator[](Metric metric) { return metric == Metric::Wdl ? wdl : dtm; }
    int reads() { return wdl.reads() + dtm.reads(); }
};

/// Returns the true code of a place.
unsigned code_of(const TablePlace& at) {
    const table::OpenTable& table = at.table->open;
    const table::UnitPlace unit = table.place_of(at.unit);
    const rules::Position position = table.index().unrank(unit.first + at.place, unit.mover);
    if (rules::must_capture(position)) {
        return table::dont_care_code;
    }
    return table.header().metric == Metric::Wdl ? wdl_code(position) : dtm_code(position);
}

std::vector<TablePlace> quiet_places(const CountedTable& table, std::uint64_t unit) {
    std::vector<TablePlace> quiet;
    for (std::uint32_t place = 0; place < table.table().open.header().places_in_unit(unit); ++place) {
        const TablePlace at{&table.table(), unit, place};
        if (code_of(at) != table::dont_care_code) {
            quiet.push_back(at);
        }
    }
    return quiet;
}

/// Returns how many of the table's quiet places have a wrong code.
int wrong_codes(UnitCache& cache, const CountedTable& table, std::uint64_t end_unit) {
    int wrong = 0;
    for (std::uint64_t unit = 0; unit < end_unit; ++unit) {
        for (const TablePlace& at : quiet_places(table, unit)) {
            wrong += cache.code(at) != code_of(at);
        }
    }
    return wrong;
}

}  // namespace

TEST_CASE("a unit that is kept is not read again", "[probe]") {
    CountedTable table{numbered_units()};
    UnitCache cache{{.cache_bytes = budget_of(units)}};
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t number = 0; number < places; ++number) {
            const auto place = static_cast<std::uint32_t>(number % unit_places);
            REQUIRE(cache.code({&table.table(), number / unit_places, place}) == number / unit_places);
        }
        CHECK(table.reads() == (time == 0 ? static_cast<int>(units) : 0));
    }
}

TEST_CASE("places of a unit are read together, whatever the budget", "[probe]") {
    const auto keep = GENERATE(Keep::Units, Keep::Pages);
    const auto metric = GENERATE(Metric::Wdl, Metric::Dtm);
    const std::size_t cache_bytes = GENERATE(std::size_t{0}, std::size_t{1} << 20);
    CAPTURE(static_cast<int>(keep), static_cast<int>(metric), cache_bytes);
    Neighbours tables;
    UnitCache cache{{.cache_bytes = cache_bytes, .keep = keep}};
    const CountedTable& table = tables[metric];
    for (std::uint64_t unit = 0; unit < 20; unit += 3) {
        std::vector<std::uint32_t> places;
        for (const TablePlace& at : quiet_places(table, unit)) {
            places.push_back(at.place);
        }
        std::vector<std::uint8_t> codes(places.size());
        (void)tables.reads();
        cache.read(table.table(), unit, places, codes);
        CHECK(tables.reads() <= (metric == Metric::Wdl ? 1 : 2));
        for (std::size_t i = 0; i < places.size(); ++i) {
            CHECK(codes[i] == code_of({&table.table(), unit, places[i]}));
        }
    }
}

TEST_CASE("a page that is kept serves all its units", "[probe]") {
    constexpr std::uint64_t pages = units / 4;
    CountedTable table{numbered_units(4)};
    UnitCache cache{{.cache_bytes = budget_of(units), .keep = Keep::Pages}};
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t i = 0; i < units; ++i) {
            const std::uint64_t unit = i * 7 % units;
            REQUIRE(cache.code({&table.table(), unit, 5}) == unit);
        }
        CHECK(table.reads() == (time == 0 ? static_cast<int>(pages) : 0));
    }
    // As they lie in the file: the bits of a size, four of them, four units of a byte, a checksum.
    CHECK(cache.used_bytes() ==
          EntryCache::empty_bytes(budget_of(units)) + pages * EntryCache::kept_bytes(1 + 1 + 4 + 8));
}

TEST_CASE("what does not fit gives way, and is read again", "[probe]") {
    CountedTable table{numbered_units()};
    UnitCache cache{{.cache_bytes = budget_of(2)}};
    CHECK(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 1));
    CHECK_FALSE(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 2));  // Instead of 1.
    CHECK_FALSE(is_read(cache, table, 0));
    CHECK(is_read(cache, table, 1));
}

TEST_CASE("tables do not mix", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    CountedTable one{numbered_units()};
    CountedTable other{numbered_units()};
    UnitCache cache{{.cache_bytes = budget_of(8), .keep = keep}};
    CHECK(is_read(cache, one, 3));
    CHECK(is_read(cache, other, 3));
    CHECK_FALSE(is_read(cache, one, 3));
    CHECK_FALSE(is_read(cache, other, 3));
}

TEST_CASE("a cache that can keep nothing answers all the same", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    CountedTable table{numbered_units()};
    const std::size_t budget = GENERATE(std::size_t{0}, std::size_t{1}, budget_of(0));
    UnitCache cache{{.cache_bytes = budget, .keep = keep}};
    for (int time = 0; time < 2; ++time) {
        for (std::uint64_t unit = 0; unit < units; ++unit) {
            CHECK(is_read(cache, table, unit));
            CHECK(cache.used_bytes() == EntryCache::empty_bytes(budget));
        }
    }
}

TEST_CASE("a unit with a model is decoded up to the place at first, and whole when it is asked for again", "[probe]") {
    Neighbours tables;
    const Metric metric = GENERATE(Metric::Wdl, Metric::Dtm);
    CAPTURE(static_cast<int>(metric));
    const std::uint64_t unit = GENERATE(3, 17, 20, 35);  // 17 and 35 are the short last ones of their side.
    const int needed = metric == Metric::Wdl ? 1 : 2;    // Distances are decoded with the results.
    UnitCache cache{{.cache_bytes = std::size_t{1} << 20}};
    const auto right = [&](const TablePlace& at) { return cache.code(at) == code_of(at); };
    const std::vector<TablePlace> quiet = quiet_places(tables[metric], unit);
    const TablePlace elsewhere = quiet_places(tables[metric], 8).front();
    const TablePlace nowhere_near = quiet_places(tables[metric], 12).front();
    const TablePlace nowhere_at_all = quiet_places(tables[metric], 14).front();
    const std::size_t middle = quiet.size() / 2;
    REQUIRE(middle > 10);
    (void)cache.code(elsewhere);
    CHECK(tables.reads() == needed);
    CHECK(right(quiet[middle]));
    CHECK(tables.reads() == needed);
    (void)cache.code(nowhere_near);  // This thread remembers another page now.
    tables.reads();
    for (std::size_t i = 0; i <= middle; ++i) {
        CHECK(right(quiet[i]));
    }
    CHECK(tables.reads() == 0);
    CHECK(right(quiet[(middle + quiet.size()) / 2]));
    CHECK(tables.reads() == needed);
    (void)cache.code(nowhere_at_all);
    tables.wdl.lose_pages();
    tables.dtm.lose_pages();
    for (const TablePlace& at : quiet) {
        CHECK(right(at));
    }
}

TEST_CASE("a unit without a model is decoded whole at first", "[probe]") {
    CountedTable table{table_parts(material("KvM"), Metric::Dtm, dtm_code)};
    UnitCache cache{{.cache_bytes = std::size_t{1} << 20}};
    const std::vector<TablePlace> quiet = quiet_places(table, 3);
    CHECK(cache.code(quiet.front()) == code_of(quiet.front()));
    table.lose_pages();
    for (const TablePlace& at : quiet) {
        CHECK(cache.code(at) == code_of(at));
    }
}

TEST_CASE("a place with a forced capture has no code", "[probe]") {
    Neighbours tables;
    const Metric metric = GENERATE(Metric::Wdl, Metric::Dtm);
    UnitCache cache{{.cache_bytes = std::size_t{1} << 20, .keep = GENERATE(Keep::Units, Keep::Pages)}};
    const bool preloads = GENERATE(false, true);
    const probe::Table& table = tables[metric].table();
    if (preloads) {
        const std::array one{&table};
        CHECK(cache.preload(one).preloaded);
    }
    int forced = 0;
    for (std::uint32_t place = 0; place < 100; ++place) {
        const TablePlace at{&table, 3, place};
        if (code_of(at) == table::dont_care_code) {
            CHECK_THROWS_WITH(cache.code(at), Contains("asked for a position with a forced capture"));
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
        UnitCache cache{{.cache_bytes = budget}};
        cache.count(tables.wdl.table());
        CHECK(cache.used_bytes() == budget - 100);
    }
    SECTION("they do not") {
        const std::size_t budget = GENERATE_COPY(std::size_t{0}, budget_with(0), budget_with(models - 1));
        const std::size_t all = std::max(budget, EntryCache::empty_bytes(0));
        UnitCache cache{{.cache_bytes = budget}};
        cache.count(tables.wdl.table());
        CHECK(cache.used_bytes() == all);
        CHECK(wrong_codes(cache, tables.wdl, 2) == 0);
        CHECK(cache.used_bytes() == all);
    }
    SECTION("a table without models") {
        CountedTable table{numbered_units()};
        UnitCache cache{{.cache_bytes = budget_of(1)}};
        cache.count(table.table());
        CHECK(cache.used_bytes() == EntryCache::empty_bytes(budget_of(1)));
    }
}

TEST_CASE("a damaged page is an error each time, and leaves nothing behind", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    CountedTable table{numbered_units()};
    UnitCache cache{{.cache_bytes = budget_of(3), .keep = keep}};
    CHECK(is_read(cache, table, 6));
    const std::size_t used = cache.used_bytes();
    table.lose_pages();
    for (int time = 0; time < 3; ++time) {
        CHECK_THROWS_AS(cache.code({&table.table(), 7, 0}), table::TablebaseError);
        CHECK(table.reads() == 1);
        CHECK_FALSE(is_read(cache, table, 6));
        CHECK(cache.used_bytes() == used);
    }
}

TEST_CASE("a damaged unit in a sound page is an error each time, and does not disturb the others", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    CountedTable table{with_bad_unit(7)};
    UnitCache cache{{.cache_bytes = budget_of(3), .keep = keep}};
    for (int time = 0; time < 3; ++time) {
        CHECK_THROWS_WITH(cache.code({&table.table(), 7, 0}), Contains("unit 7 is damaged"));
        CHECK(cache.code({&table.table(), 6, 0}) == 6);
        if (keep == Keep::Units) {
            CHECK(cache.used_bytes() == EntryCache::empty_bytes(budget_of(3)) + EntryCache::kept_bytes(unit_places));
        }
    }
}

TEST_CASE("preloaded tables are not read again, and need no memory", "[probe]") {
    Neighbours tables;
    CountedTable numbered{numbered_units(4)};
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    const std::size_t budget = std::size_t{1} << 20;
    UnitCache cache{{.cache_bytes = budget, .keep = keep}};
    const std::array both{&tables.dtm.table(), &tables.wdl.table(), &numbered.table(), &numbered.table()};
    cache.count(tables.wdl.table());
    cache.count(tables.dtm.table());
    const std::size_t models = tables.wdl.table().counted_bytes + tables.dtm.table().counted_bytes;
    const std::size_t before = cache.used_bytes();
    const UnitCache::PreloadResult result = cache.preload(both);
    REQUIRE(result.preloaded);
    CHECK(result.needed_bytes == models + cache.used_bytes() - before);
    CHECK(result.free_bytes == budget - EntryCache::empty_bytes(budget));
    if (keep == Keep::Units) {
        // Two bits and eight of 36 units of 100 places, and eight of 20 units of 26; each table begins anew.
        CHECK(cache.used_bytes() - before == 904 + 3600 + 520);
    }
    for (CountedTable* table : {&tables.wdl, &tables.dtm, &numbered}) {
        table->reads();
        table->lose_pages();
    }
    CHECK(cache.code({&numbered.table(), 19, 3}) == 19);
    CHECK(wrong_codes(cache, tables.wdl, 36) == 0);
    CHECK(wrong_codes(cache, tables.dtm, 36) == 0);
    const std::vector<TablePlace> some = quiet_places(tables.dtm, 35);
    const std::size_t allocated = allocations().count;
    for (const TablePlace& at : some) {
        (void)cache.code(at);
    }
    CHECK(allocations().count == allocated);
    CHECK(tables.reads() + numbered.reads() == 0);
}

TEST_CASE("a side that is shorter than a unit is preloaded as what it is", "[probe]") {
    CountedTable table{table_parts(material("KvM"), Metric::Wdl, wdl_code, {1U << 16, 1})};
    UnitCache cache{{.cache_bytes = 5000}};
    const std::array tables{&table.table()};
    const UnitCache::PreloadResult result = cache.preload(tables);
    REQUIRE(result.preloaded);
    CHECK(result.needed_bytes == 888);  // 1764 places a side, four in a byte; a multiple of 8.
    table.lose_pages();
    CHECK(wrong_codes(cache, table, 2) == 0);
}

TEST_CASE("what is preloaded already costs nothing", "[probe]") {
    CountedTable table{numbered_units()};
    UnitCache cache{{.cache_bytes = budget_of(units), .keep = GENERATE(Keep::Units, Keep::Pages)}};
    const std::array tables{&table.table()};
    const UnitCache::PreloadResult first = cache.preload(tables);
    REQUIRE(first.preloaded);
    const std::size_t used = cache.used_bytes();
    const std::size_t live = allocations().live_bytes;
    const UnitCache::PreloadResult again = cache.preload(tables);
    CHECK(again.preloaded);
    CHECK(again.needed_bytes == 0);
    CHECK(again.free_bytes == first.free_bytes - first.needed_bytes);
    CHECK(cache.preload({}).preloaded);
    CHECK(cache.used_bytes() == used);
    CHECK(allocations().live_bytes == live);
}

TEST_CASE("pages of distances are preloaded together with those of the results", "[probe]") {
    Neighbours tables;
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    UnitCache cache{{.cache_bytes = std::size_t{1} << 20, .keep = keep}};
    const std::array dtm{&tables.dtm.table()};
    const std::array wdl{&tables.wdl.table()};
    REQUIRE(cache.preload(dtm).preloaded);
    CHECK((cache.preload(wdl).needed_bytes == 0) == (keep == Keep::Pages));
    tables.wdl.lose_pages();
    tables.dtm.lose_pages();
    CHECK(wrong_codes(cache, tables.dtm, 36) == 0);
}

TEST_CASE("other tables share what preloaded ones leave", "[probe]") {
    CountedTable preloaded{numbered_units()};
    CountedTable other{numbered_units()};
    const std::size_t whole = units * unit_places;
    const std::size_t budget = budget_with(2 * EntryCache::kept_bytes(unit_places) + whole);
    UnitCache cache{{.cache_bytes = budget}};
    CHECK(is_read(cache, preloaded, 5));
    CHECK(is_read(cache, other, 5));
    const std::array tables{&preloaded.table()};
    const UnitCache::PreloadResult result = cache.preload(tables);
    CHECK(result.preloaded);
    CHECK(result.needed_bytes == whole);
    CHECK(result.free_bytes == budget - EntryCache::empty_bytes(budget));
    preloaded.lose_pages();
    preloaded.reads();
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t unit = 0; unit < units; ++unit) {
            CHECK(cache.code({&other.table(), unit, 1}) == unit);
            CHECK_FALSE(is_read(cache, preloaded, unit));
            CHECK(cache.used_bytes() <= budget);
        }
    }
    other.reads();
    CHECK_FALSE(is_read(cache, other, 19));  // One of the others is kept.
}

TEST_CASE("tables that do not fit are not preloaded, not even in part", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    CountedTable first{numbered_units()};
    CountedTable second{numbered_units()};
    const std::array both{&first.table(), &second.table()};
    UnitCache large{{.cache_bytes = std::size_t{1} << 20, .keep = keep}};
    const std::size_t whole = large.preload(std::span{both}.first(1)).needed_bytes;
    CHECK(whole >= units);
    {
        CountedTable third{numbered_units()};
        CountedTable fourth{numbered_units()};
        const std::array others{&third.table(), &fourth.table()};
        UnitCache cache{{.cache_bytes = budget_with(2 * whole - 1), .keep = keep}};
        CHECK(is_read(cache, third, 3));
        const UnitCache::PreloadResult result = cache.preload(others);
        CHECK_FALSE(result.preloaded);
        CHECK(result.needed_bytes == 2 * whole);
        CHECK(result.free_bytes == 2 * whole - 1);
        CHECK_FALSE(is_read(cache, third, 3));  // What was there stays.
        CHECK(fourth.reads() == 0);
    }
    CountedTable third{numbered_units()};
    const std::array others{&third.table(), &second.table()};
    UnitCache cache{{.cache_bytes = budget_with(2 * whole), .keep = keep}};
    CHECK(cache.preload(others).preloaded);
    CHECK(cache.used_bytes() == budget_with(2 * whole));
}

TEST_CASE("models that did not fit count in what preloading needs", "[probe]") {
    Neighbours tables;
    const std::array dtm{&tables.dtm.table()};
    const std::size_t models = tables.wdl.table().open.memory_bytes() + tables.dtm.table().open.memory_bytes();
    UnitCache cache{{.cache_bytes = budget_with(5000)}};
    cache.count(tables.wdl.table());
    cache.count(tables.dtm.table());
    const UnitCache::PreloadResult result = cache.preload(dtm);
    CHECK_FALSE(result.preloaded);
    CHECK(result.needed_bytes == models + 3600);
    CHECK(result.free_bytes == 5000);
}

TEST_CASE("tables of more bytes than 32 bits count do not fit into a GiB", "[probe]") {
    const TemporaryDirectory directory;
    table::Header header = right_header("KvK", Metric::Dtm, 1U << 16);
    header.places_per_side = (std::uint64_t{1} << 32) + 1;
    write_zeros(directory / "table", header);
    const index::ClassIndex index{material("KvK")};
    const probe::Table table{table::TableReader{table::open_file(directory / "table")}, index, nullptr};
    UnitCache cache{{.cache_bytes = std::size_t{1} << 30}};
    const std::array tables{&table};
    const UnitCache::PreloadResult result = cache.preload(tables);
    CHECK_FALSE(result.preloaded);
    CHECK(result.needed_bytes >= std::min<std::uint64_t>(header.places_per_side, ~std::size_t{0}));
}

TEST_CASE("a damaged table is not preloaded, and what it took is free again", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    CountedTable whole{numbered_units()};
    CountedTable damaged{keep == Keep::Units ? with_bad_unit(19) : numbered_units()};
    if (keep == Keep::Pages) {
        damaged.lose_pages();
    }
    UnitCache cache{{.cache_bytes = budget_of(4 * units), .keep = keep}};
    const std::array both{&whole.table(), &damaged.table()};
    CHECK_THROWS_AS(cache.preload(both), table::TablebaseError);
    const std::size_t before = allocations().live_bytes;
    const std::size_t used = cache.used_bytes();
    CHECK(used == EntryCache::empty_bytes(budget_of(4 * units)));
    CHECK_THROWS_AS(cache.preload(both), table::TablebaseError);
    CHECK(allocations().live_bytes == before);
    whole.reads();
    CHECK(is_read(cache, whole, 0));
    CHECK(cache.preload(std::span{both}.first(1)).preloaded);
    CHECK_FALSE(is_read(cache, whole, 11));
}

TEST_CASE("pages that do not follow each other are not preloaded", "[probe]") {
    // Units of a place, each in a page of its own: the pages of the second index page begin where those of the first
    // do.
    const index::ClassIndex index{material("KvM")};
    TableParts parts{header_of(index, Metric::Wdl, {1, 1}), {}, {}};
    parts.units.assign(parts.header.units(), {std::byte{1}});
    REQUIRE(parts.header.pages() > 2 * table::layout::index_page_entries);
    const TemporaryDirectory directory;
    write_parts(directory / "table", parts);
    const std::uint64_t begin = table::layout::index_page_begin(parts.header, 1);
    std::vector<std::byte> index_page(table::layout::index_page_bytes(table::layout::index_page_entries));
    table::open_file(directory / "table")->read_at(begin, index_page);
    table::layout::put(std::span{index_page}.first(8), table::layout::pages_begin(parts.header));
    const std::span<const std::byte> checked = std::span{index_page}.first(index_page.size() - 8);
    table::layout::put(std::span{index_page}.last(8),
                       table::checksum(checked, table::layout::index_page_seed(parts.header, 1)));
    {
        std::fstream file{directory / "table", std::ios::in | std::ios::out | std::ios::binary};
        file.seekp(static_cast<std::streamoff>(begin));
        file.write(reinterpret_cast<const char*>(index_page.data()), static_cast<std::streamsize>(index_page.size()));
    }
    const probe::Table table{table::TableReader{table::open_file(directory / "table")}, index, nullptr};
    UnitCache cache{{.cache_bytes = std::size_t{1} << 20, .keep = Keep::Pages}};
    const std::array tables{&table};
    const std::size_t used = cache.used_bytes();
    CHECK_THROWS_WITH(cache.preload(tables), Contains("page 1020 does not begin where one ends"));
    CHECK(cache.used_bytes() == used);
    CHECK(cache.code({&table, 3, 0}) == 1);
}

TEST_CASE("threads share a cache far too small for them", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    const std::uint64_t kept = GENERATE(0, 1, 3, 19);
    CAPTURE(kept);
    CountedTable table{numbered_units(2)};
    UnitCache cache{{.cache_bytes = budget_of(kept), .keep = keep}};
    std::atomic<int> wrong = 0;
    const auto hammer = [&](std::uint64_t step) {
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const std::uint64_t number = i * step % places;
            const auto place = static_cast<std::uint32_t>(number % unit_places);
            wrong += cache.code({&table.table(), number / unit_places, place}) != number / unit_places;
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

TEST_CASE("threads learn units with models further, each for the others", "[probe]") {
    Neighbours tables;
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    UnitCache cache{{.cache_bytes = budget_with(GENERATE(std::size_t{1000}, std::size_t{100000})), .keep = keep}};
    std::vector<TablePlace> all;
    for (const CountedTable* table : {&tables.wdl, &tables.dtm}) {
        for (const std::uint64_t unit : {3, 4, 17, 20, 35}) {
            const std::vector<TablePlace> quiet = quiet_places(*table, unit);
            all.insert(all.end(), quiet.begin(), quiet.end());
        }
    }
    std::vector<unsigned> codes;
    for (const TablePlace& at : all) {
        codes.push_back(code_of(at));
    }
    std::atomic<int> wrong = 0;
    const auto hammer = [&](std::size_t step) {
        for (std::size_t i = 0; i < 5000; ++i) {
            const std::size_t chosen = i * step % all.size();
            wrong += cache.code(all[chosen]) != codes[chosen];
        }
    };
    std::thread other{[&] { hammer(101); }};
    hammer(41);
    other.join();
    CHECK(wrong == 0);
}

TEST_CASE("a table can be preloaded while other threads drive entries out", "[probe]") {
    const Keep keep = GENERATE(Keep::Units, Keep::Pages);
    CountedTable table{numbered_units()};
    CountedTable preloaded{numbered_units()};
    UnitCache cache{{.cache_bytes = budget_of(units + 1), .keep = keep}};
    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0;
    const auto hammer = [&] {
        for (std::uint64_t i = 0; !done; ++i) {
            wrong += cache.code({&table.table(), i * 7 % units, 2}) != i * 7 % units;
            wrong += cache.code({&preloaded.table(), i * 3 % units, 2}) != i * 3 % units;
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

TEST_CASE("a table is preloaded though at every moment a unit is on its way in for another thread", "[probe]") {
    CountedTable table{numbered_units()};
    CountedTable preloaded{numbered_units()};
    const std::size_t budget = budget_with(units * unit_places);  // Exactly what is preloaded, not a byte more.
    UnitCache cache{{.cache_bytes = budget}};
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
    const auto miss = [&](std::uint64_t unit) {
        for (; !done && begun < enough; unit = (unit + 2) % units) {
            (void)cache.code({&table.table(), unit, 0});
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

#include "unit_cache.hpp"

#include <algorithm>
#include <limits>

#include <dameotb/table/directory/unit_reader.hpp>
#include <dameotb/table/format/page.hpp>

namespace dameotb::probe {

namespace {

/// Takes the codes at `places` from those of a unit.
void pick(std::span<const std::uint8_t> of_unit, std::span<const std::uint32_t> places, std::span<std::uint8_t> codes) {
    for (std::size_t i = 0; i < places.size(); ++i) {
        codes[i] = of_unit[places[i]];
    }
}

/// Does the same with the codes of a unit as `pack` writes them.
void pick_packed(table::Metric metric, const std::byte* of_unit, std::span<const std::uint32_t> places,
                 std::span<std::uint8_t> codes) {
    for (std::size_t i = 0; i < places.size(); ++i) {
        codes[i] = static_cast<std::uint8_t>(packed_code(metric, of_unit, places[i]));
    }
}

/// What a thread needs to read and decode.
struct Scratch {
    table::UnitReader reader;
    std::vector<std::uint8_t> codes;
    std::vector<std::uint8_t> results;
    std::vector<std::byte> bytes;
    std::vector<std::byte> page;
};

/// Returns where the pages of a preloaded table lie in its memory: behind numbers that tell where each begins, and
/// where the last ends.
std::uint64_t pages_offset(const Table& table) {
    return (table.open.header().pages() + 1) * sizeof(std::size_t);
}

/// Returns a page of a preloaded table.
std::span<const std::byte> page_of(const std::byte* preloaded, std::uint64_t number) {
    const auto* const begins = reinterpret_cast<const std::size_t*>(preloaded);
    return {preloaded + begins[number], begins[number + 1] - begins[number]};
}

/// Reads and checks all pages of a table. Throws table::TablebaseError if one is damaged, or does not begin where the
/// one before it ends. Requires: room for pages_offset(table) bytes, aligned for a std::size_t, and for the pages.
void read_all_pages(const Table& table, std::byte* to) {
    const table::TableReader& reader = table.open.reader();
    auto* const begins = reinterpret_cast<std::size_t*>(to);
    begins[0] = pages_offset(table);
    std::uint64_t end = reader.locate(0).offset_bytes;
    for (std::uint64_t number = 0; number < reader.header().pages(); ++number) {
        const table::PageLocation location = reader.locate(number);
        if (location.offset_bytes != end) {
            throw table::TablebaseError{reader.name(), location.offset_bytes,
                                        "page " + std::to_string(number) + " does not begin where one ends"};
        }
        end += location.size_bytes;
        begins[number + 1] = begins[number] + location.size_bytes;
        const std::span page{to + begins[number], location.size_bytes};
        reader.read_page(number, location, page);
        (void)table::Page{reader.header(), number, page, reader.name()};
    }
}

Scratch& scratch() {
    thread_local Scratch scratch;
    return scratch;
}

/// Decodes all units of a table. Requires: room for as many times table.unit_bytes.
void decode_all_units(const Table& table, std::byte* to) {
    const table::Header& header = table.open.header();
    Scratch& own = scratch();
    for (std::uint64_t unit = 0; unit < header.units(); ++unit, to += table.unit_bytes) {
        own.codes.resize(header.places_in_unit(unit));
        own.reader.read(table.open, unit, own.codes, static_cast<std::uint32_t>(own.codes.size() - 1));
        pack(header.metric, own.codes, {to, packed_bytes(header.metric, own.codes.size())});
    }
}

}  // namespace

void UnitCache::count(Table& table) {
    table.counted_bytes = rooms_.claim_up_to(table.open.memory_bytes());
}

void UnitCache::read(const Table& table, std::uint64_t unit, std::span<const std::uint32_t> places,
                     std::span<std::uint8_t> codes) {
    keep_ == Keep::Units ? read_by_units(table, unit, places, codes) : read_by_pages(table, unit, places, codes);
    if (std::ranges::find(codes, table::dont_care_code) != codes.end()) {
        throw_not_quiet(table);
    }
}

void UnitCache::throw_not_quiet(const Table& table) {
    throw table::TablebaseError{table.open.reader().name(), "asked for a position with a forced capture"};
}

unsigned UnitCache::read_code(const TablePlace& at) {
    std::uint8_t code = 0;
    read(*at.table, at.unit, {&at.place, 1}, {&code, 1});
    return code;
}

void UnitCache::read_by_units(const Table& table, std::uint64_t unit, std::span<const std::uint32_t> places,
                              std::span<std::uint8_t> codes) {
    const table::Metric metric = table.open.header().metric;
    if (const std::byte* units = table.preloaded.load(std::memory_order_acquire)) {
        pick_packed(metric, units + unit * table.unit_bytes, places, codes);
        return;
    }
    const RoomKey key{&table, unit};
    const auto is_known = rooms_.look(key, [&](std::span<const std::byte> bytes, std::uint32_t known) {
        if (places.back() < known) {
            pick_packed(metric, bytes.data(), places, codes);
        }
        return places.back() < known;
    });
    if (is_known.value_or(false)) {
        return;
    }
    // Places that are asked for first are found without those behind them. If the unit is asked for again, it is worth
    // while to have all of it.
    const std::uint32_t all = table.open.header().places_in_unit(unit);
    const bool needs_all = is_known || !table.open.has_models();
    const std::uint32_t known =
        needs_all ? all : std::min(all, (places.back() / packed_together + 1) * packed_together);
    Scratch& own = scratch();
    own.codes.resize(all);
    own.reader.read(table.open, unit, own.codes, known - 1);
    own.bytes.resize(packed_bytes(metric, all));
    pack(metric, own.codes, own.bytes);
    rooms_.keep(key, own.bytes, known);
    pick(own.codes, places, codes);
}

void UnitCache::read_by_pages(const Table& table, std::uint64_t unit, std::span<const std::uint32_t> places,
                              std::span<std::uint8_t> codes) {
    Scratch& own = scratch();
    own.codes.resize(table.open.header().places_in_unit(unit));
    if (table.results != nullptr) {
        const Table& wdl = *table.results;
        const std::uint64_t ordinal = table.open.unit_of_results(unit);
        own.results.resize(own.codes.size());
        fetch_unit(wdl, ordinal, own.bytes, own.page);
        own.reader.decode(wdl.open, ordinal, own.bytes, {}, own.results, places.back());
    }
    fetch_unit(table, unit, own.bytes, own.page);
    own.reader.decode(table.open, unit, own.bytes, own.results, own.codes, places.back());
    pick(own.codes, places, codes);
}

/// Copies the bytes of a unit from its page, which it reads if it is not in memory. `page`: for the page.
void UnitCache::fetch_unit(const Table& table, std::uint64_t unit, std::vector<std::byte>& bytes,
                           std::vector<std::byte>& page) {
    const table::Header& header = table.open.header();
    const std::uint64_t number = unit / header.page_units;
    const auto copy_from = [&](std::span<const std::byte> from, std::uint32_t) {
        const table::Page view{header, number, from, table.open.reader().name()};
        const auto found = view.unit(static_cast<std::uint32_t>(unit % header.page_units));
        bytes.assign(found.begin(), found.end());
        return true;
    };
    if (const std::byte* pages = table.preloaded.load(std::memory_order_acquire)) {
        copy_from(page_of(pages, number), 0);
        return;
    }
    bytes.reserve(header.unit_places);  // So that a look does not allocate.
    if (rooms_.look({&table, number}, copy_from)) {
        return;
    }
    (void)table::read_page(table.open.reader(), number, page);
    copy_from(page, 0);
    rooms_.keep({&table, number}, page, 0);
}

UnitCache::PreloadResult UnitCache::preload(std::span<const Table* const> tables) {
    const std::lock_guard one_request{preloading_};
    std::vector<const Table*> added;
    for (const Table* table : tables) {
        add_new(table, added);
        if (keep_ == Keep::Pages) {
            add_new(table->results, added);  // Its pages are needed for each value.
        }
    }
    PreloadResult result{true, 0, rooms_.free_bytes()};
    if (added.empty()) {
        return result;
    }
    // Bytes that cannot even be counted with 32 bits never fit: the largest number is more than any cache has.
    constexpr std::uint64_t most = std::numeric_limits<std::size_t>::max();
    std::uint64_t bytes = 0;
    for (const Table* table : added) {
        bytes += preloaded_bytes(*table);
    }
    std::uint64_t needed_bytes = bytes;
    std::vector<const Table*> with_models = added;
    for (const Table* table : added) {
        add_new(table->results, with_models);
    }
    for (const Table* table : with_models) {
        needed_bytes += table->open.memory_bytes();
        result.free_bytes += table->counted_bytes;
    }
    result.needed_bytes = static_cast<std::size_t>(std::min(needed_bytes, most));
    preloaded_.reserve(preloaded_.size() + added.size());
    if (bytes > most || !rooms_.claim(static_cast<std::size_t>(bytes))) {
        result.preloaded = false;
        return result;
    }
    try {
        read_whole(added, static_cast<std::size_t>(bytes));
    } catch (...) {
        rooms_.give_back(static_cast<std::size_t>(bytes));
        throw;
    }
    preloaded_.insert(preloaded_.end(), added.begin(), added.end());
    return result;
}

/// Adds a table unless it is null, among `tables`, or preloaded.
void UnitCache::add_new(const Table* table, std::vector<const Table*>& tables) const {
    if (table != nullptr && std::ranges::find(tables, table) == tables.end() &&
        std::ranges::find(preloaded_, table) == preloaded_.end()) {
        tables.push_back(table);
    }
}

/// Returns what a preloaded table takes: a multiple of 8, so that one may begin where another ends.
std::uint64_t UnitCache::preloaded_bytes(const Table& table) const {
    const table::TableReader& reader = table.open.reader();
    const std::uint64_t bytes = keep_ == Keep::Units
                                    ? reader.header().units() * table.unit_bytes
                                    : pages_offset(table) + reader.file_bytes() - reader.locate(0).offset_bytes;
    return (bytes + 7) / 8 * 8;
}

/// Brings the tables into memory, all or none.
void UnitCache::read_whole(std::span<const Table* const> tables, std::size_t bytes) {
    std::forward_list<LargePages> memory;
    std::byte* at = memory.emplace_front(bytes).data();
    std::vector<std::byte*> begins;
    for (const Table* table : tables) {
        begins.push_back(at);
        keep_ == Keep::Units ? decode_all_units(*table, at) : read_all_pages(*table, at);
        at += preloaded_bytes(*table);
    }
    for (std::size_t i = 0; i < tables.size(); ++i) {
        tables[i]->preloaded.store(begins[i], std::memory_order_release);
    }
    for_good_.splice_after(for_good_.before_begin(), memory);
}

}  // namespace dameotb::probe

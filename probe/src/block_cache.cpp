#include "block_cache.hpp"

#include <algorithm>
#include <limits>

#include <dameotb/table/directory/block_reader.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/own_of_thread.hpp>

namespace dameotb::probe {

namespace {

/// Takes the codes at `positions` from those of a block.
void pick(std::span<const std::uint8_t> of_block, std::span<const std::uint32_t> positions,
          std::span<std::uint8_t> codes) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        codes[i] = of_block[positions[i]];
    }
}

/// Does the same with the codes of a block as `pack` writes them.
void pick_packed(table::Coding coding, const std::byte* of_block, std::span<const std::uint32_t> positions,
                 std::span<std::uint8_t> codes) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        codes[i] = static_cast<std::uint8_t>(packed_code(coding, of_block, positions[i]));
    }
}

/// What a thread needs to read and decode.
struct Scratch {
    table::BlockReader reader;
    std::vector<std::uint8_t> codes;
    std::vector<std::uint8_t> results;
    std::vector<std::byte> bytes;
    std::vector<std::byte> group;
};

/// Returns where the block groups of a preloaded table lie in its memory: after the offsets at which each begins,
/// and where the last ends.
std::uint64_t groups_offset(const Table& table) {
    return (table.open.header().groups() + 1) * sizeof(std::size_t);
}

/// Returns a block group of a preloaded table.
std::span<const std::byte> group_of(const std::byte* preloaded, std::uint64_t number) {
    const auto* const begins = reinterpret_cast<const std::size_t*>(preloaded);
    return {preloaded + begins[number], begins[number + 1] - begins[number]};
}

/// Reads and checks all block groups of a table. Throws table::TablebaseError if one is damaged, or does not begin
/// where the one before it ends. Requires: room for groups_offset(table) bytes, aligned for a std::size_t, and for the
/// block groups.
void read_all_groups(const Table& table, std::byte* to) {
    const table::TableReader& reader = table.open.reader();
    auto* const begins = reinterpret_cast<std::size_t*>(to);
    begins[0] = groups_offset(table);
    std::uint64_t end = reader.locate(0).offset_bytes;
    for (std::uint64_t number = 0; number < reader.header().groups(); ++number) {
        const table::ByteRange location = reader.locate(number);
        if (location.offset_bytes != end) {
            throw table::TablebaseError{reader.name(), location.offset_bytes,
                                        "block group " + std::to_string(number) + " does not begin where one ends"};
        }
        end += location.size_bytes;
        begins[number + 1] = begins[number] + location.size_bytes;
        const std::span group{to + begins[number], location.size_bytes};
        reader.read_group(number, location, group);
        (void)table::BlockGroup{reader.header(), number, group, reader.name()};
    }
}

/// Decodes all blocks of a table. Requires: room for as many times table.block_bytes.
void decode_all_blocks(const Table& table, std::byte* to) {
    const table::Header& header = table.open.header();
    Scratch& own = table::own_of_thread<Scratch>();
    for (std::uint64_t block = 0; block < header.blocks(); ++block, to += table.block_bytes) {
        own.codes.resize(header.positions_in_block(block));
        own.reader.read(table.open, block, own.codes, static_cast<std::uint32_t>(own.codes.size() - 1));
        pack(table.coding, own.codes, {to, packed_bytes(table.coding, own.codes.size())});
    }
}

}  // namespace

void BlockCache::count(Table& table) {
    table.counted_bytes = entries_.claim_up_to(table.open.memory_bytes());
}

void BlockCache::read(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
                      std::span<std::uint8_t> codes) {
    keep_ == Keep::DecodedBlocks ? read_by_blocks(table, block, positions, codes)
                                 : read_by_groups(table, block, positions, codes);
    if (std::ranges::find(codes, table::dont_care_code) != codes.end()) {
        throw_not_quiet(table);
    }
}

void BlockCache::throw_not_quiet(const Table& table) {
    throw table::TablebaseError{table.open.reader().name(), "asked for a position with a forced capture"};
}

void BlockCache::read_by_blocks(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
                                std::span<std::uint8_t> codes) {
    if (const std::byte* blocks = table.preloaded.load(std::memory_order_acquire)) {
        pick_packed(table.coding, blocks + block * table.block_bytes, positions, codes);
        return;
    }
    const EntryKey key{&table, block};
    const auto is_known = entries_.look(key, [&](std::span<const std::byte> bytes, std::uint32_t known) {
        if (positions.back() < known) {
            pick_packed(table.coding, bytes.data(), positions, codes);
        }
        return positions.back() < known;
    });
    if (is_known.value_or(false)) {
        return;
    }
    // Positions that are asked for first are found without those after them. If the block is asked for again, it is
    // worth while to have all of it.
    const std::uint32_t all = table.open.header().positions_in_block(block);
    const bool needs_all = is_known || !table.open.has_models();
    const std::uint32_t known =
        needs_all ? all : std::min(all, (positions.back() / packed_together + 1) * packed_together);
    count_read();
    Scratch& own = table::own_of_thread<Scratch>();
    own.codes.resize(all);
    own.reader.read(table.open, block, own.codes, known - 1);
    own.bytes.resize(packed_bytes(table.coding, all));
    pack(table.coding, own.codes, own.bytes);
    entries_.keep(key, own.bytes, known);
    pick(own.codes, positions, codes);
}

void BlockCache::read_by_groups(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
                                std::span<std::uint8_t> codes) {
    Scratch& own = table::own_of_thread<Scratch>();
    own.codes.resize(table.open.header().positions_in_block(block));
    if (table.results != nullptr) {
        const Table& wdl = *table.results;
        const std::uint64_t block_index = table.open.block_of_results(block);
        own.results.resize(own.codes.size());
        fetch_block(wdl, block_index, own.bytes, own.group);
        own.reader.decode(wdl.open, block_index, own.bytes, {}, own.results, positions.back());
    }
    fetch_block(table, block, own.bytes, own.group);
    own.reader.decode(table.open, block, own.bytes, own.results, own.codes, positions.back());
    pick(own.codes, positions, codes);
}

/// Copies the bytes of a block from its block group, which it reads if it is not in memory. `group`: for the block
/// group.
void BlockCache::fetch_block(const Table& table, std::uint64_t block, std::vector<std::byte>& bytes,
                             std::vector<std::byte>& group) {
    const table::Header& header = table.open.header();
    const std::uint64_t number = block / header.group_blocks;
    const auto copy_from = [&](std::span<const std::byte> from, std::uint32_t) {
        const table::BlockGroup view{header, number, from, table.open.reader().name()};
        const auto found = view.block(static_cast<std::uint32_t>(block % header.group_blocks));
        bytes.assign(found.begin(), found.end());
        return true;
    };
    if (const std::byte* groups = table.preloaded.load(std::memory_order_acquire)) {
        copy_from(group_of(groups, number), 0);
        return;
    }
    bytes.reserve(header.block_positions);  // So that a look does not allocate.
    if (entries_.look({&table, number}, copy_from)) {
        return;
    }
    count_read();
    (void)table::read_group(table.open.reader(), number, group);
    copy_from(group, 0);
    entries_.keep({&table, number}, group, 0);
}

CacheStatistics BlockCache::statistics() {
    return {entries_.hits(), reads_.load(std::memory_order_relaxed), entries_.used_bytes()};
}

void BlockCache::reset_statistics() {
    entries_.reset_hits();
    reads_.store(0, std::memory_order_relaxed);
}

BlockCache::PreloadResult BlockCache::preload(std::span<const Table* const> tables) {
    const std::lock_guard one_request{preloading_};
    std::vector<const Table*> added;
    for (const Table* table : tables) {
        add_new(table, added);
        if (keep_ == Keep::BlockGroups) {
            add_new(table->results, added);  // Its block groups are needed for each value.
        }
    }
    PreloadResult result{true, 0, entries_.free_bytes()};
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
    if (bytes > most || !entries_.claim(static_cast<std::size_t>(bytes))) {
        result.preloaded = false;
        return result;
    }
    try {
        read_whole(added, static_cast<std::size_t>(bytes));
    } catch (...) {
        entries_.give_back(static_cast<std::size_t>(bytes));
        throw;
    }
    preloaded_.insert(preloaded_.end(), added.begin(), added.end());
    return result;
}

/// Adds a table unless it is null, among `tables`, or preloaded.
void BlockCache::add_new(const Table* table, std::vector<const Table*>& tables) const {
    if (table != nullptr && std::ranges::find(tables, table) == tables.end() &&
        std::ranges::find(preloaded_, table) == preloaded_.end()) {
        tables.push_back(table);
    }
}

/// Returns what a preloaded table takes: a multiple of 8, so that one may begin where another ends.
std::uint64_t BlockCache::preloaded_bytes(const Table& table) const {
    const table::TableReader& reader = table.open.reader();
    const std::uint64_t bytes = keep_ == Keep::DecodedBlocks
                                    ? reader.header().blocks() * table.block_bytes
                                    : groups_offset(table) + reader.file_bytes() - reader.locate(0).offset_bytes;
    return (bytes + 7) / 8 * 8;
}

/// Brings the tables into memory, all or none.
void BlockCache::read_whole(std::span<const Table* const> tables, std::size_t bytes) {
    std::forward_list<LargePages> memory;
    std::byte* at = memory.emplace_front(bytes).data();
    std::vector<std::byte*> begins;
    for (const Table* table : tables) {
        begins.push_back(at);
        keep_ == Keep::DecodedBlocks ? decode_all_blocks(*table, at) : read_all_groups(*table, at);
        at += preloaded_bytes(*table);
    }
    for (std::size_t i = 0; i < tables.size(); ++i) {
        tables[i]->preloaded.store(begins[i], std::memory_order_release);
    }
    for_good_.splice_after(for_good_.before_begin(), memory);
}

}  // namespace dameotb::probe

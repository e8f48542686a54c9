// Opens tables and decodes blocks as far as the host has their bytes.
#include "tables.hpp"

#include <algorithm>

#include <dameotb/table/format/metric.hpp>

#include "host.hpp"

namespace dameotb::js {

using index::Material;
using table::Metric;

std::optional<ValueLocation> locate(const Table& table, const rules::Position& stored) {
    const auto at = table.open.find(stored);
    return at ? std::optional{ValueLocation{&table, at->block, at->offset}} : std::nullopt;
}

void Tables::add(std::uint32_t file, std::string_view name, std::uint64_t size_bytes) {
    const auto table = table::TableName::parse(name);
    if (table && index::is_supported(table->material)) {
        classes_[table->material].files[static_cast<std::size_t>(table->metric)] = File{file, size_bytes};
    }
}

/// Returns whether the host has a file's header and models. Asks at the same time for the index block of the position,
/// which will be wanted next: where it lies follows from the header.
bool Tables::has_beginning(const rules::Position& stored, Metric metric, ClassTables& tables) {
    const table::TableName name{Material::of(stored), metric};
    const File& file = *tables.files[static_cast<std::size_t>(metric)];
    const std::uint64_t header_bytes = std::min<std::uint64_t>(table::header_bytes(), file.size_bytes);
    if (!has_bytes(file.number, 0, header_bytes)) {
        return false;
    }
    const auto source = open_host_file(file.number, file.size_bytes, name.file_name());
    const table::Header header = table::read_header(*source);
    table::require_kind(header, table::kind_of(name), source->name());
    if (!tables.index) {
        tables.index = std::make_unique<index::ClassIndex>(name.material);
    }
    if (const auto side = stored.side_to_move; header.stores(side)) {
        const std::uint64_t block = header.block_of(side, tables.index->rank(stored));
        const table::ByteRange at = table::index_block_of(header, block / header.group_blocks);
        (void)has_bytes(file.number, at.offset_bytes, at.size_bytes);
    }
    return has_bytes(file.number, header_bytes, header.models_bytes);
}

const Table* Tables::find(const rules::Position& stored, Metric metric) {
    const Material material = Material::of(stored);
    const auto found = index::is_supported(material) ? classes_.find(material) : classes_.end();
    if (found == classes_.end()) {
        return nullptr;
    }
    ClassTables& tables = found->second;
    const auto& [wdl, dtm] = tables.files;
    if (!wdl || (metric == Metric::Dtm && !dtm)) {
        return nullptr;
    }
    auto& table = tables.open[static_cast<std::size_t>(metric)];
    if (!table) {
        // Both are asked for, so that they come at the same time.
        const bool has_wdl = has_beginning(stored, Metric::Wdl, tables);
        const bool has_dtm = metric == Metric::Wdl || has_beginning(stored, Metric::Dtm, tables);
        if (!has_wdl || !has_dtm) {
            return nullptr;
        }
        open(material, metric, tables);
    }
    return table.get();
}

/// Opens a table, and before it the .wdl that a .dtm needs. Requires: has_beginning of both.
void Tables::open(const Material& material, Metric metric, ClassTables& tables) {
    auto& table = tables.open[static_cast<std::size_t>(metric)];
    if (table) {
        return;
    }
    const Table* wdl = nullptr;
    if (metric == Metric::Dtm) {
        open(material, Metric::Wdl, tables);
        wdl = tables.open.front().get();
    }
    const table::TableName name{material, metric};
    const File& file = *tables.files[static_cast<std::size_t>(metric)];
    table::TableReader reader{open_host_file(file.number, file.size_bytes, name.file_name()), table::kind_of(name)};
    table = std::make_unique<Table>(
        Table{table::OpenTable{std::move(reader), *tables.index, wdl == nullptr ? nullptr : &wdl->open}, file.number,
              nullptr});
    table->results = table->open.results() == nullptr ? nullptr : wdl;
}

/// Returns whether the host has the block group of a block, and the index block that says where it is.
bool Tables::has_group(const Table& table, std::uint64_t block) {
    const table::TableReader& reader = table.open.reader();
    const std::uint64_t group = block / reader.header().group_blocks;
    const table::ByteRange index = table::index_block_of(reader.header(), group);
    if (!has_bytes(table.file, index.offset_bytes, index.size_bytes)) {
        return false;
    }
    const table::ByteRange at = reader.locate(group);
    return has_bytes(table.file, at.offset_bytes, at.size_bytes);
}

Tables::Decoded& Tables::kept_of(const Table& table, std::uint64_t block) {
    // Fibonacci hashing: the upper bits of the product are well mixed.
    const std::uint64_t key = (block << 16) + table.file;
    return decoded_[(key * 0x9E3779B97F4A7C15U >> 32) % kept_blocks];
}

unsigned Tables::code(const ValueLocation& at) {
    Decoded& kept = kept_of(*at.table, at.block);
    if (kept.table != at.table || kept.block != at.block) {
        const bool has_results =
            at.table->results == nullptr || has_group(*at.table->results, at.table->open.block_of_results(at.block));
        if (!has_group(*at.table, at.block) || !has_results) {
            return at.table->open.header().metric == Metric::Wdl ? table::draw_code : table::drawn_distance_code;
        }
        kept.table = nullptr;
        kept.codes.resize(at.table->open.range_of(at.block).count);
        reader_.read(at.table->open, at.block, kept.codes, static_cast<std::uint32_t>(kept.codes.size() - 1));
        kept.table = at.table;
        kept.block = at.block;
    }
    const unsigned code = kept.codes[at.offset];
    if (code == table::dont_care_code) {
        throw table::TablebaseError{at.table->open.reader().name(), "a value is missing where no capture is forced"};
    }
    return code;
}

}  // namespace dameotb::js

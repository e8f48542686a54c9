// Opens tables and decodes blocks as far as the host has their bytes.
#include "tables.hpp"

#include <algorithm>

#include "host.hpp"

namespace dameotb::js {

using index::Material;
using table::Metric;

void Tables::add(std::uint32_t file, std::string_view name, std::uint64_t size_bytes) {
    const auto table = table::TableName::parse(name);
    if (table && index::is_supported(table->material)) {
        ClassTables& of_class = classes_.try_emplace(table->material, table->material).first->second;
        of_class.files[table->metric] = File{file, size_bytes};
    }
}

std::vector<Material> Tables::classes() const {
    std::vector<Material> classes;
    for (const auto& [material, of_class] : classes_) {
        classes.push_back(material);
    }
    return classes;
}

/// Returns whether the host has a file's header and models. At the same time requests the position's index block, which
/// is needed next: its location follows from the header.
bool Tables::has_beginning(const Position& stored, Metric metric, ClassTables& of_class) {
    const table::TableName name{Material::of(stored), metric};
    const File& file = *of_class.files[metric];
    const std::uint64_t header_bytes = std::min<std::uint64_t>(table::header_bytes(), file.size_bytes);
    if (!has_bytes(file.number, 0, header_bytes)) {
        return false;
    }
    const auto source = open_host_file(file.number, file.size_bytes, name.file_name());
    const table::Header header = table::read_header(*source);
    table::require_kind(header, table::kind_of(name), source->name());
    if (const auto side = stored.side_to_move; header.stores(side)) {
        const std::uint64_t block = header.block_of(side, of_class.open.index().rank(stored));
        const table::ByteRange at = table::index_block_of(header, block / header.group_blocks);
        (void)has_bytes(file.number, at.offset_bytes, at.size_bytes);
    }
    return has_bytes(file.number, header_bytes, header.models_bytes);
}

DrawRule Tables::draw_rule() {
    const auto found =
        std::ranges::find_if(classes_, [](const auto& entry) { return entry.second.files[Metric::Dtz].has_value(); });
    if (!rule_.exists() && found != classes_.end()) {
        const File& file = *found->second.files[Metric::Dtz];
        if (has_bytes(file.number, 0, std::min<std::uint64_t>(table::header_bytes(), file.size_bytes))) {
            const table::TableName name{found->first, Metric::Dtz};
            rule_ = table::read_header(*open_host_file(file.number, file.size_bytes, name.file_name())).rule;
        }
    }
    return rule_;
}

const Table* Tables::find(const Position& stored, Metric metric) {
    const Material material = Material::of(stored);
    const auto found = index::is_supported(material) ? classes_.find(material) : classes_.end();
    if (found == classes_.end()) {
        return nullptr;
    }
    ClassTables& of_class = found->second;
    if (!of_class.files[metric] || (needs_wdl(metric) && !of_class.files[Metric::Wdl])) {
        return nullptr;
    }
    if (!of_class.tables[metric]) {
        // Request both, so that they arrive at the same time.
        const bool has_wdl = !needs_wdl(metric) || has_beginning(stored, Metric::Wdl, of_class);
        if (!has_beginning(stored, metric, of_class) || !has_wdl) {
            return nullptr;
        }
        (void)open(metric, of_class);
    }
    return &*of_class.tables[metric];
}

/// Opens a table, and the .wdl if it depends on that. Requires: has_beginning of both.
const Table& Tables::open(Metric metric, ClassTables& of_class) {
    std::optional<Table>& table = of_class.tables[metric];
    if (!table) {
        const table::OpenTable& opened = of_class.open.open(metric, [&](const table::TableName& name) {
            const File& file = *of_class.files[name.metric];
            return table::TableReader{open_host_file(file.number, file.size_bytes, name.file_name()),
                                      table::kind_of(name)};
        });
        if (has_rule(metric)) {
            table::require_rule(opened.reader(), rule_);
        }
        const Table* const wdl = opened.results() == nullptr ? nullptr : &open(Metric::Wdl, of_class);
        table.emplace(Table{opened, of_class.files[metric]->number, wdl});
    }
    return *table;
}

/// Returns whether the host has the block group of a block, and the index block that locates it.
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

unsigned Tables::code(const Table& table, const table::StoredAt& at) {
    Decoded& kept = kept_of(table, at.block);
    if (kept.table != &table || kept.block != at.block) {
        const bool has_results =
            table.results == nullptr || has_group(*table.results, table.open.block_of_results(at.block));
        if (!has_group(table, at.block) || !has_results) {
            return draw_code_of(table.open.header().metric);
        }
        kept.table = nullptr;
        kept.codes.resize(table.open.header().positions_in_block(at.block));
        reader_.read(table.open, at.block, kept.codes, static_cast<std::uint32_t>(kept.codes.size() - 1));
        kept.table = &table;
        kept.block = at.block;
    }
    const unsigned code = kept.codes[at.offset];
    if (code == table::dont_care_code) {
        throw table::TablebaseError{table.open.reader().name(), "a value is missing where no capture is forced"};
    }
    return code;
}

}  // namespace dameotb::js

// Lists, opens, checks and reads.
#include "table_set.hpp"

#include <system_error>

namespace dameotb::probe {

TableSet::TableSet(std::filesystem::path directory, std::size_t cache_bytes)
    : directory_{std::move(directory)}, cache_{cache_bytes} {
    std::error_code error;
    std::filesystem::directory_iterator files{directory_, error};
    for (; !error && files != std::filesystem::directory_iterator{}; files.increment(error)) {
        const std::filesystem::path& file = files->path();
        const auto material = index::Material::parse(file.stem().string());
        if (!material || !material->is_canonical()) {
            continue;
        }
        for (const format::Metric metric : {format::Metric::Wdl, format::Metric::Dtm}) {
            if (file.filename() == path(*material, metric).filename()) {
                classes_[*material].tables[metric];
            }
        }
    }
    if (error) {
        throw format::TablebaseError{directory_.string(), "cannot read the directory: " + error.message()};
    }
}

std::vector<index::Material> TableSet::classes() const {
    int most_pieces = 0;
    for (const auto& [material, tables] : classes_) {
        most_pieces = std::max(most_pieces, material.pieces());
    }
    std::vector<index::Material> ordered;
    for (const index::Material& material : index::build_order(most_pieces)) {
        if (classes_.contains(material)) {
            ordered.push_back(material);
        }
    }
    return ordered;
}

std::filesystem::path TableSet::path(const index::Material& material, format::Metric metric) const {
    return directory_ / (material.name() + "." + format::extension(metric));
}

std::optional<unsigned> TableSet::raw_value(const rules::Position& stored, format::Metric metric) {
    const index::Material material = index::Material::of(stored);
    const auto found = classes_.find(material);
    if (found == classes_.end() || !found->second.tables.contains(metric)) {
        return std::nullopt;
    }
    ClassTables& tables = found->second;
    std::call_once(tables.indexed, [&] { tables.index = std::make_unique<index::ClassIndex>(material); });
    Table& table = tables.tables.at(metric);
    std::call_once(table.opened, [&] { open(material, metric, *tables.index, table); });

    const format::Header& header = table.reader->header();
    const std::uint64_t number = static_cast<std::uint64_t>(stored.side_to_move) * header.values_per_side +
                                 tables.index->rank(stored);
    const BlockCache::Block block = cache_.get(*table.reader, number / header.block_values);
    const std::size_t place = number % header.block_values * header.value_bytes;
    unsigned value = 0;
    for (std::size_t i = 0; i < header.value_bytes; ++i) {
        value |= std::to_integer<unsigned>((*block)[place + i]) << (8 * i);
    }
    return value;
}

void TableSet::open(const index::Material& material, format::Metric metric, const index::ClassIndex& index,
                    Table& table) {
    const std::filesystem::path file = path(material, metric);
    auto reader = std::make_unique<format::TableReader>(format::open_file(file));
    const format::Header& header = reader->header();
    const format::MaterialCounts counts{material.white.kings, material.white.men, material.black.kings,
                                        material.black.men};
    if (header.metric != metric || header.material != counts || header.sides != index::stored_sides(material) ||
        header.values_per_side != index.size()) {
        throw format::TablebaseError{file.string(), "its header is that of another table"};
    }
    table.reader = std::move(reader);
}

}  // namespace dameotb::probe

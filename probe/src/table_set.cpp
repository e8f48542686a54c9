// Lists, opens, checks and reads.
#include "table_set.hpp"

#include <system_error>

namespace dameotb::probe {

namespace {

/// What index::ClassIndex can number. A file of a larger class is none of this library's.
constexpr int most_pieces = 8;

}  // namespace

TableSet::TableSet(std::filesystem::path directory, std::size_t cache_bytes)
    : directory_{std::move(directory)}, cache_{cache_bytes} {
    std::error_code error;
    std::filesystem::directory_iterator files{directory_, error};
    for (; !error && files != std::filesystem::directory_iterator{}; files.increment(error)) {
        const std::filesystem::path& file = files->path();
        const auto material = index::Material::parse(file.stem().string());
        if (!material || !material->is_canonical() || material->pieces() > most_pieces) {
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
    Table& table = tables.tables.at(metric);
    std::call_once(table.opened, [&] { open(material, metric, tables, table); });

    const format::Header& header = table.reader->header();
    const std::uint64_t number =
        static_cast<std::uint64_t>(stored.side_to_move) * header.values_per_side + tables.index->rank(stored);
    const BlockCache::Block block = cache_.get(*table.reader, number / header.block_values);
    const std::size_t place = number % header.block_values * header.value_bytes;
    unsigned value = 0;
    for (std::size_t i = 0; i < header.value_bytes; ++i) {
        value |= std::to_integer<unsigned>((*block)[place + i]) << (8 * i);
    }
    return value;
}

void TableSet::open(const index::Material& material, format::Metric metric, ClassTables& tables, Table& table) const {
    const std::filesystem::path file = path(material, metric);
    auto reader = std::make_unique<format::TableReader>(format::open_file(file));
    const format::Header& header = reader->header();
    const auto require = [&file](bool fits) {
        if (!fits) {
            throw format::TablebaseError{file.string(), "its header is that of another table"};
        }
    };
    const format::MaterialCounts counts{material.white.kings, material.white.men, material.black.kings,
                                        material.black.men};
    require(header.metric == metric && header.material == counts && header.sides == index::stored_sides(material));
    // The index comes last: a large one is not made for a file that is no table of the class.
    std::call_once(tables.indexed, [&] { tables.index = std::make_unique<index::ClassIndex>(material); });
    require(header.values_per_side == tables.index->size());
    table.reader = std::move(reader);
}

}  // namespace dameotb::probe

// Lists, opens, checks and reads.
#include "table_set.hpp"

#include <system_error>

#include "mapped_file.hpp"

namespace dameotb::probe {

namespace {

using index::Material;

/// What index::ClassIndex can number. A file of a larger class is none of this library's.
constexpr int most_pieces = 8;

/// With a piece a side there are at most 7 of any kind: an octal digit for each.
constexpr std::size_t counts_size = 8 * 8 * 8 * 8;
constexpr std::size_t counts_of(const Material& m) {
    return ((m.white.kings * 8U + m.white.men) * 8U + m.black.kings) * 8U + m.black.men;
}

}  // namespace

TableSet::TableSet(std::filesystem::path directory, const TablebaseOptions& options)
    : directory_{std::move(directory)},
      access_{options.access},
      by_counts_(counts_size, nullptr),
      cache_{options.cache_bytes} {
    std::error_code error;
    std::filesystem::directory_iterator files{directory_, error};
    for (; !error && files != std::filesystem::directory_iterator{}; files.increment(error)) {
        const std::filesystem::path& file = files->path();
        const auto material = Material::parse(file.stem().string());
        if (!material || !material->is_canonical() || material->pieces() > most_pieces) {
            continue;
        }
        for (const format::Metric metric : {format::Metric::Wdl, format::Metric::Dtm}) {
            if (file.filename() == path(*material, metric).filename()) {
                ClassTables& tables = classes_[*material];
                tables[metric].exists = true;
                by_counts_[counts_of(*material)] = &tables;
            }
        }
    }
    if (error) {
        throw format::TablebaseError{directory_.string(), "cannot read the directory: " + error.message()};
    }
}

std::vector<Material> TableSet::classes() const {
    std::vector<Material> ordered;
    for (const Material& material : index::build_order(most_pieces)) {
        if (classes_.contains(material)) {
            ordered.push_back(material);
        }
    }
    return ordered;
}

std::filesystem::path TableSet::path(const Material& material, format::Metric metric) const {
    return directory_ / (material.name() + "." + format::extension(metric));
}

TableSet::ClassTables* TableSet::tables_of(const Material& material) const {
    return material.is_bare() || material.pieces() > most_pieces ? nullptr : by_counts_[counts_of(material)];
}

std::optional<TableSet::Place> TableSet::find(const rules::Position& stored, format::Metric metric) {
    const Material material = Material::of(stored);
    ClassTables* tables = tables_of(material);
    if (tables == nullptr || !(*tables)[metric].exists) {
        return std::nullopt;
    }
    const Table& table = opened(material, metric, *tables);
    const auto side = static_cast<std::uint64_t>(stored.side_to_move);
    return Place{&table, side * table.reader.header().places_per_side + tables->index->rank(stored)};
}

const Table& TableSet::opened(const Material& material, format::Metric metric, ClassTables& tables) {
    File& file = tables[metric];
    if (const Table* ready = file.ready.load(std::memory_order_acquire)) {
        return *ready;
    }
    const std::lock_guard lock{opening_};
    if (!file.table) {
        file.table = open(material, metric, tables);
        file.ready.store(file.table.get(), std::memory_order_release);
    }
    return *file.table;
}

std::unique_ptr<Table> TableSet::open(const Material& material, format::Metric metric, ClassTables& tables) const {
    const std::filesystem::path file = path(material, metric);
    auto table = std::make_unique<Table>(
        Table{format::TableReader{access_ == Access::Mmap ? map_file(file) : format::open_file(file)}, {}});
    const format::Header& header = table->reader.header();
    const auto require = [&file](bool fits) {
        if (!fits) {
            throw format::TablebaseError{file.string(), "its header is that of another table"};
        }
    };
    const format::MaterialCounts counts{material.white.kings, material.white.men, material.black.kings,
                                        material.black.men};
    require(header.metric == metric && header.material == counts && header.sides == index::stored_sides(material));
    // The index comes last: a large one is not made for a file that is no table of the class.
    if (!tables.index) {
        tables.index = std::make_unique<index::ClassIndex>(material);
    }
    require(header.places_per_side == tables.index->size());
    if (header.stored == format::Stored::Quiet) {
        table->quiet.emplace(*tables.index);
    }
    return table;
}

PreloadAnswer TableSet::preload(std::span<const Material> classes, Preload what) {
    std::vector<const Table*> wanted;
    for (const Material& of_class : classes) {
        const Material material = of_class.canonical();
        ClassTables* tables = tables_of(material);
        const auto add = [&](format::Metric metric) {
            const bool exists = tables != nullptr && (*tables)[metric].exists;
            if (exists) {
                wanted.push_back(&opened(material, metric, *tables));
            }
            return exists;
        };
        const bool dtm = what != Preload::Wdl && add(format::Metric::Dtm);
        const bool wdl = what != Preload::Dtm && add(format::Metric::Wdl);
        // Without a .wdl file it is the .dtm file that answers probe_wdl.
        if (!dtm && !wdl && (what != Preload::Wdl || !add(format::Metric::Dtm))) {
            return NoTable{material};
        }
    }
    const BlockCache::PinResult result = cache_.pin(wanted);
    if (!result.pinned) {
        return NoRoom{result.needed_bytes, result.free_bytes};
    }
    return Preloaded{result.needed_bytes};
}

}  // namespace dameotb::probe

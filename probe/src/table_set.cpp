// Lists, opens, checks and reads.
#include "table_set.hpp"

#include <cerrno>
#include <memory>
#include <system_error>

#include <dirent.h>

#include "mapped_file.hpp"

namespace dameotb::probe {

namespace {

using index::Material;

std::string file_name(const Material& material, format::Metric metric) {
    return material.name() + "." + format::extension(metric);
}

/// What the header of the class's file has to say.
format::TableKind kind_of(const Material& m, format::Metric metric) {
    return {metric,
            {m.white.kings, m.white.men, m.black.kings, m.black.men},
            static_cast<std::uint8_t>(index::stored_sides(m)),
            index::class_size(m)};
}

struct CloseDirectory {
    void operator()(DIR* directory) const { ::closedir(directory); }
};

/// Calls visit(name) for everything in the directory. Throws format::TablebaseError if that cannot be read.
/// Not std::filesystem::directory_iterator, which ends the program where it gets no memory (GCC 12).
template <class Visit>
void for_each_name(const std::filesystem::path& directory, const Visit& visit) {
    const std::unique_ptr<DIR, CloseDirectory> open{::opendir(directory.c_str())};
    while (open) {
        errno = 0;
        const dirent* const entry = ::readdir(open.get());
        if (entry == nullptr) {
            break;
        }
        visit(std::string{entry->d_name});
    }
    if (const int error = errno; error != 0) {
        throw format::TablebaseError{directory.string(), std::error_code{error, std::generic_category()},
                                     "cannot read the directory"};
    }
}

}  // namespace

TableSet::TableSet(std::filesystem::path directory, const TablebaseOptions& options)
    : directory_{std::move(directory)},
      access_{options.access},
      by_number_(index::class_numbers, nullptr),
      cache_{options.cache_bytes} {
    for_each_name(directory_, [this](const std::string& name) { add_file(name); });
}

/// Names that are no table's are passed over.
void TableSet::add_file(const std::string& name) {
    const auto material = Material::parse(name.substr(0, name.find('.')));
    if (!material || !material->is_canonical() || !index::is_supported(*material)) {
        return;
    }
    for (const format::Metric metric : {format::Metric::Wdl, format::Metric::Dtm}) {
        if (name == file_name(*material, metric)) {
            ClassTables& tables = classes_[*material];
            tables[metric].exists = true;
            by_number_[index::class_number(*material)] = &tables;
        }
    }
}

std::vector<Material> TableSet::classes() const {
    std::vector<Material> ordered;
    for (const Material& material : index::build_order(index::most_pieces)) {
        if (classes_.contains(material)) {
            ordered.push_back(material);
        }
    }
    return ordered;
}

std::vector<TableFile> TableSet::files() const {
    std::vector<TableFile> files;
    for (const Material& material : classes()) {
        for (const format::Metric metric : {format::Metric::Wdl, format::Metric::Dtm}) {
            if (classes_.at(material)[metric].exists) {
                files.push_back(looked_at(material, metric));
            }
        }
    }
    return files;
}

TableFile TableSet::looked_at(const Material& material, format::Metric metric) const {
    TableFile file{material, metric};
    try {
        const auto source = format::open_file(path(material, metric));
        file.file_bytes = source->size_bytes();
        const format::Header header = format::read_header(*source);
        format::require_kind(header, kind_of(material, metric), source->name());
        file.positions = header.places();
    } catch (const format::TablebaseError& error) {
        file.defect = error.reason();
    }
    return file;
}

std::filesystem::path TableSet::path(const Material& material, format::Metric metric) const {
    return directory_ / file_name(material, metric);
}

TableSet::ClassTables* TableSet::tables_of(const Material& material) const {
    return index::is_supported(material) ? by_number_[index::class_number(material)] : nullptr;
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
        Table{format::TableReader{access_ == Access::Mmap ? map_file(file) : format::open_file(file),
                                  kind_of(material, metric)},
              {}});
    // The index comes last: a large one is not made for a file that is no table of the class.
    if (!tables.index) {
        tables.index = std::make_unique<index::ClassIndex>(material);
    }
    if (table->reader.header().stored == format::Stored::Quiet) {
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

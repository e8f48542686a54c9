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

/// With a piece a side there are at most 7 of any kind: an octal digit for each.
constexpr std::size_t counts_size = 8 * 8 * 8 * 8;
constexpr std::size_t counts_of(const Material& m) {
    return ((m.white.kings * 8U + m.white.men) * 8U + m.black.kings) * 8U + m.black.men;
}

std::string file_name(const Material& material, format::Metric metric) {
    return material.name() + "." + format::extension(metric);
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
      by_counts_(counts_size, nullptr),
      cache_{options.cache_bytes} {
    for_each_name(directory_, [this](const std::string& name) { add_file(name); });
}

/// Names that are no table's are passed over.
void TableSet::add_file(const std::string& name) {
    const auto material = Material::parse(name.substr(0, name.find('.')));
    if (!material || !material->is_canonical() || material->pieces() > most_pieces) {
        return;
    }
    for (const format::Metric metric : {format::Metric::Wdl, format::Metric::Dtm}) {
        if (name == file_name(*material, metric)) {
            ClassTables& tables = classes_[*material];
            tables[metric].exists = true;
            by_counts_[counts_of(*material)] = &tables;
        }
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
    return directory_ / file_name(material, metric);
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

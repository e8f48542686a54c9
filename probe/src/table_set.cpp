// Opens each table when it is first asked for.
#include "table_set.hpp"

#include <memory>

#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::probe {

using index::Material;

TableSet::TableSet(std::filesystem::path directory, const TablebaseOptions& options)
    : directory_{std::move(directory)}, by_number_(index::class_numbers, nullptr), cache_{options} {
    const std::vector<table::TableName> tables = table::list_tables(directory_);
    in_build_order_ = table::classes_of(tables);
    for (const table::TableName& table : tables) {
        ClassTables& of_class = classes_[table.material];
        of_class[table.metric].exists = true;
        by_number_[index::class_number(table.material)] = &of_class;
    }
}

std::vector<TableFile> TableSet::files() const {
    std::vector<TableFile> files;
    for (const Material& material : in_build_order_) {
        for (const table::Metric metric : table::metrics) {
            if (classes_.at(material)[metric].exists) {
                files.push_back(looked_at({material, metric}));
            }
        }
    }
    return files;
}

TableFile TableSet::looked_at(const table::TableName& table) const {
    TableFile file{table.material, table.metric};
    try {
        const auto source = table::open_file(table::table_path(directory_, table));
        file.file_bytes = source->size_bytes();
        const table::Header header = table::read_header(*source);
        table::require_kind(header, table::kind_of(table), source->name());
        file.positions = header.sides * header.positions_per_side;
    } catch (const table::TablebaseError& error) {
        file.defect = error.reason();
    }
    return file;
}

std::filesystem::path TableSet::path(const Material& material, table::Metric metric) const {
    return table::table_path(directory_, {material, metric});
}

/// Returns the table, opened if it is not yet; null if there is none that answers.
const Table* TableSet::open_if_there(const Material& material, table::Metric metric, ClassTables& of_class) {
    if (!of_class.answers(metric)) {
        return nullptr;
    }
    const std::lock_guard lock{opening_};
    return &open({material, metric}, of_class);
}

/// Opens a table, and before it the .wdl that a .dtm needs. Requires opening_.
const Table& TableSet::open(const table::TableName& name, ClassTables& of_class) {
    File& file = of_class[name.metric];
    if (!file.table) {
        const Table* const wdl =
            name.metric == table::Metric::Wdl ? nullptr : &open({name.material, table::Metric::Wdl}, of_class);
        table::TableReader reader = table::open_table(directory_, name);
        // The index comes last, so that no large index is made for a file that is no table of the class.
        if (!of_class.index) {
            of_class.index = std::make_unique<index::ClassIndex>(name.material);
        }
        file.table = std::make_unique<Table>(std::move(reader), *of_class.index, wdl);
        cache_.count(*file.table);
        file.ready.store(file.table.get(), std::memory_order_release);
    }
    return *file.table;
}

PreloadAnswer TableSet::preload(std::span<const Material> classes, Preload what) {
    std::vector<const Table*> wanted;
    for (const Material& wanted_class : classes) {
        const Material material = wanted_class.canonical();
        ClassTables* of_class = tables_of(material);
        const auto add = [&](table::Metric metric) {
            const Table* table = of_class == nullptr ? nullptr : open_if_there(material, metric, *of_class);
            if (table != nullptr) {
                wanted.push_back(table);
            }
            return table != nullptr;
        };
        const bool dtm = what != Preload::Wdl && add(table::Metric::Dtm);
        const bool wdl = what != Preload::Dtm && add(table::Metric::Wdl);
        if (!dtm && !wdl) {
            return NoTable{material};
        }
    }
    const BlockCache::PreloadResult result = cache_.preload(wanted);
    if (!result.preloaded) {
        return NoRoom{result.needed_bytes, result.free_bytes};
    }
    return Preloaded{result.needed_bytes};
}

}  // namespace dameotb::probe

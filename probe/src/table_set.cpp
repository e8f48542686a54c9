// Opens each table when it is first asked for.
#include "table_set.hpp"

#include <algorithm>
#include <exception>

#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::probe {

using index::Material;

namespace {

/// Returns whether `what` stands for files of the metric, too.
bool includes(Preload what, table::Metric metric) {
    switch (what) {
        case Preload::Wdl:
            return metric == table::Metric::Wdl;
        case Preload::Dtm:
            return metric == table::Metric::Dtm;
        case Preload::Dtz:
            return metric == table::Metric::Dtz;
        case Preload::Both:
            return !has_rule(metric);
        case Preload::All:
            break;
    }
    return true;
}

}  // namespace

TableSet::TableSet(const table::TableDirectories& directories, const TablebaseOptions& options)
    : BlockCache{options}, by_number_(index::class_numbers, nullptr) {
    // Files are opened later, and the process may have gone elsewhere by then.
    const table::TableDirectories fixed = directories.absolute();
    first_directory_ = fixed.first();
    std::vector<table::PlacedTable> files = table::placed_tables(directories);
    std::erase_if(files,
                  [&](const table::PlacedTable& file) { return file.table.material.pieces() > options.most_pieces; });
    duplicates_ = table::duplicates_of(files);
    for (const auto& [table, directory] : files) {
        const auto [entry, is_new] = classes_.try_emplace(table.material, table.material);
        if (is_new) {
            in_build_order_.push_back(table.material);
            by_number_[index::class_number(table.material)] = &entry->second;
        }
        if (File& file = entry->second.files[table.metric]; !file.exists()) {
            file.path = table::table_path(fixed.all()[directory], table);
        }
    }
    rule_looked_for_ =
        std::ranges::none_of(classes_, [](const auto& one) { return one.second.answers(table::Metric::Dtz); });
}

std::vector<TableFile> TableSet::files() const {
    std::vector<TableFile> files;
    for (const Material& material : in_build_order_) {
        for (const table::Metric metric : table::metrics) {
            if (const File& file = classes_.at(material).files[metric]; file.exists()) {
                files.push_back(looked_at({material, metric}, file.path));
            }
        }
    }
    return files;
}

TableFile TableSet::looked_at(const table::TableName& table, const std::filesystem::path& path) {
    TableFile file{table.material, table.metric};
    try {
        const auto source = table::open_file(path);
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
    const ClassTables* const of_class = tables_of(material);
    const bool exists = of_class != nullptr && of_class->files[metric].exists();
    return exists ? of_class->files[metric].path : table::table_path(first_directory_, {material, metric});
}

/// Returns the table, opened if it is not yet; null if there is none that answers.
const Table* TableSet::open_if_there(table::Metric metric, ClassTables& of_class) {
    if (!of_class.answers(metric)) {
        return nullptr;
    }
    const std::lock_guard lock{opening_};
    return &open(metric, of_class);
}

/// Opens a table, and the .wdl if it needs that. Requires opening_.
const Table& TableSet::open(table::Metric metric, ClassTables& of_class) {
    File& file = of_class.files[metric];
    if (!file.table) {
        const table::OpenTable& opened = of_class.open.open(metric, [&of_class](const table::TableName& name) {
            return table::TableReader{table::open_file(of_class.files[name.metric].path), table::kind_of(name)};
        });
        if (has_rule(metric)) {
            if (!rule_.exists()) {
                rule_ = opened.header().rule;
                rule_looked_for_.store(true, std::memory_order_release);
            }
            table::require_rule(opened.reader(), rule_);
        }
        file.table.emplace(opened, needs_wdl(metric) ? &open(table::Metric::Wdl, of_class) : nullptr);
        count(*file.table);
        file.ready.store(&*file.table, std::memory_order_release);
    }
    return *file.table;
}

std::optional<DrawRule> TableSet::known_draw_rule() const {
    return rule_looked_for_.load(std::memory_order_acquire) ? std::optional{rule_} : std::nullopt;
}

DrawRule TableSet::draw_rule() {
    // No std::call_once: once its function has thrown, MinGW's waits for ever.
    if (!rule_looked_for_.load(std::memory_order_acquire)) {
        const std::lock_guard one_looks{looking_for_rule_};
        if (!rule_looked_for_.load(std::memory_order_relaxed)) {
            look_for_rule();
            rule_looked_for_.store(true, std::memory_order_release);
        }
    }
    return rule_;
}

void TableSet::look_for_rule() {
    std::exception_ptr unreadable;
    for (const Material& material : in_build_order_) {
        try {
            if (open_if_there(table::Metric::Dtz, classes_.at(material)) != nullptr) {
                return;
            }
        } catch (const table::TablebaseError&) {
            // It is an error of its own class alone, if another one tells the rule.
            unreadable = unreadable ? unreadable : std::current_exception();
        }
    }
    if (unreadable) {
        std::rethrow_exception(unreadable);
    }
}

PreloadAnswer TableSet::preload(std::span<const Material> classes, Preload what) {
    std::vector<const Table*> wanted;
    for (const Material& wanted_class : classes) {
        const Material material = wanted_class.canonical();
        ClassTables* const of_class = tables_of(material);
        if (of_class == nullptr || !open_all(*of_class, what, wanted)) {
            return NoTable{material};
        }
    }
    return preload_tables(wanted);
}

PreloadAnswer TableSet::preload_all(Preload what) {
    std::vector<const Table*> wanted;
    for (const Material& material : in_build_order_) {
        (void)open_all(classes_.at(material), what, wanted);
    }
    return preload_tables(wanted);
}

/// Opens the tables of a class that `what` stands for, and adds them to `tables`. Returns whether there are any.
bool TableSet::open_all(ClassTables& of_class, Preload what, std::vector<const Table*>& tables) {
    const std::size_t before = tables.size();
    for (const table::Metric metric : table::metrics) {
        if (const Table* table = includes(what, metric) ? open_if_there(metric, of_class) : nullptr) {
            tables.push_back(table);
        }
    }
    return tables.size() > before;
}

PreloadAnswer TableSet::preload_tables(const std::vector<const Table*>& wanted) {
    const BlockCache::PreloadResult result = BlockCache::preload(wanted);
    if (!result.preloaded) {
        return NoRoom{result.needed_bytes, result.free_bytes};
    }
    return Preloaded{result.needed_bytes};
}

}  // namespace dameotb::probe

// The table files of directories: finds which files are there and where a position's value lies, and reads that value.
// Positions come in their stored form. The caller deals with forced captures and bare sides.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "block_cache.hpp"

namespace dameotb::probe {

/// Thread-safe. Files are opened and checked when first needed.
class TableSet : private BlockCache {
public:
    using Table = probe::Table;
    using BlockCache::code;
    using BlockCache::code_in_memory;
    using BlockCache::prefetch;
    using BlockCache::read;
    using BlockCache::reset_statistics;
    using BlockCache::statistics;

    /// Throws table::TablebaseError if a directory cannot be listed.
    TableSet(const table::TableDirectories& directories, const TablebaseOptions& options);

    /// Returns the classes with a file of any metric, in build order. Goes by the files' names. Ignores other names,
    /// and classes that are not supported or have too many pieces.
    [[nodiscard]] const std::vector<index::Material>& classes() const { return in_build_order_; }

    /// Does what Tablebase::has does.
    [[nodiscard]] bool has(const index::Material& material, table::Metric metric) const {
        const ClassTables* of_class = tables_of(material.canonical());
        return of_class != nullptr && of_class->files[metric].exists();
    }

    /// Does what Tablebase::files does.
    [[nodiscard]] std::vector<TableFile> files() const;

    /// Does what Tablebase::duplicates does.
    [[nodiscard]] const std::vector<table::DuplicateTable>& duplicates() const { return duplicates_; }

    /// Returns the table of the class of a position in its stored form; null if there is none, or if it needs a .wdl
    /// that is not there.
    /// Throws table::TablebaseError for a file that is damaged or not what its name says.
    [[nodiscard]] const Table* find(const Position& stored, table::Metric metric) {
        const index::Material material = index::Material::of(stored);
        ClassTables* of_class = tables_of(material);
        if (of_class == nullptr) {
            return nullptr;
        }
        const Table* ready = of_class->files[metric].ready.load(std::memory_order_acquire);
        return ready != nullptr ? ready : open_if_there(metric, *of_class);
    }

    /// Does the same, but opens no file: a table that would have to be opened sets `is_lacking`, and is null.
    [[nodiscard]] const Table* find_open(const Position& stored, table::Metric metric, bool& is_lacking) const {
        const ClassTables* of_class = tables_of(index::Material::of(stored));
        if (of_class == nullptr) {
            return nullptr;
        }
        const Table* ready = of_class->files[metric].ready.load(std::memory_order_acquire);
        is_lacking = is_lacking || (ready == nullptr && of_class->answers(metric));
        return ready;
    }

    /// Does what Tablebase::draw_rule does.
    [[nodiscard]] DrawRule draw_rule();
    /// Does the same, but opens no file; nothing if one would have to be.
    [[nodiscard]] std::optional<DrawRule> known_draw_rule() const;

    /// Does what Tablebase::preload does.
    [[nodiscard]] PreloadAnswer preload(std::span<const index::Material> classes, Preload what);
    /// Does what Tablebase::preload_all does.
    [[nodiscard]] PreloadAnswer preload_all(Preload what);

    /// Returns the path of a class's file, for messages.
    [[nodiscard]] std::filesystem::path path(const index::Material& material, table::Metric metric) const;

private:
    struct File {
        std::filesystem::path path;  ///< Empty if there is none. Fixed after construction.
        std::optional<Table> table;
        std::atomic<const Table*> ready = nullptr;  ///< `table` once it is open, to be read without a lock.

        [[nodiscard]] bool exists() const { return !path.empty(); }
    };
    struct ClassTables {
        explicit ClassTables(const index::Material& material) : open{material} {}

        table::OpenClass open;
        table::PerMetric<File> files;

        /// Returns whether there is what probes of the metric need.
        [[nodiscard]] bool answers(table::Metric metric) const {
            return files[metric].exists() && (!needs_wdl(metric) || files[table::Metric::Wdl].exists());
        }
    };

    [[nodiscard]] static TableFile looked_at(const table::TableName& table, const std::filesystem::path& path);
    [[nodiscard]] ClassTables* tables_of(const index::Material& material) const {
        return index::is_supported(material) ? by_number_[index::class_number(material)] : nullptr;
    }
    /// Opens the first table with a rule. Throws TablebaseError if there are only such as cannot be read.
    void look_for_rule();
    const Table* open_if_there(table::Metric metric, ClassTables& of_class);
    const Table& open(table::Metric metric, ClassTables& of_class);
    [[nodiscard]] bool open_all(ClassTables& of_class, Preload what, std::vector<const Table*>& tables);
    [[nodiscard]] PreloadAnswer preload_tables(const std::vector<const Table*>& wanted);

    std::filesystem::path first_directory_;
    std::vector<table::DuplicateTable> duplicates_;
    std::map<index::Material, ClassTables> classes_;  ///< Its keys are fixed after construction.
    std::vector<index::Material> in_build_order_;     ///< The same classes.
    std::vector<ClassTables*> by_number_;             ///< The same classes, by index::class_number.
    DrawRule rule_;                              ///< Of the first table with one that was opened; does not change then.
    std::atomic<bool> rule_looked_for_ = false;  ///< Then rule_ can be read without a lock.
    std::mutex looking_for_rule_;
    std::mutex opening_;
};

}  // namespace dameotb::probe

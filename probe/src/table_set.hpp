// The table files of a directory: finds which files are there and where a position's value lies, and reads that value.
// Positions come in their stored form. The caller deals with forced captures and bare sides.
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>

#include "block_cache.hpp"

namespace dameotb::probe {

/// Says where a value lies: an open table, and the place in it.
struct TablePlace {
    const Table* table;
    std::uint64_t place;
};

/// Thread-safe. Files are opened and checked when first needed.
class TableSet {
public:
    /// Throws format::TablebaseError if the directory cannot be listed.
    TableSet(std::filesystem::path directory, const TablebaseOptions& options);

    /// Returns the classes with a file of any metric, in build order. Goes by the files' names. Ignores other names,
    /// and classes that are not supported.
    [[nodiscard]] const std::vector<index::Material>& classes() const { return in_build_order_; }

    /// Does what Tablebase::files does.
    [[nodiscard]] std::vector<TableFile> files() const;

    /// Returns the place of a position that is in its stored form; nothing if there is no such table.
    /// Throws format::TablebaseError for a file that is damaged or not what its name says.
    [[nodiscard]] std::optional<TablePlace> find(const rules::Position& stored, format::Metric metric);

    /// Returns the code that is stored at a place (files/value_codes.hpp). Throws format::TablebaseError for a damaged
    /// block.
    [[nodiscard]] unsigned code(const TablePlace& at) { return cache_.value(*at.table, at.place); }

    /// Does what Tablebase::preload does.
    [[nodiscard]] PreloadAnswer preload(std::span<const index::Material> classes, Preload what);

    /// Returns the path of a class's file, for messages.
    [[nodiscard]] std::filesystem::path path(const index::Material& material, format::Metric metric) const;

private:
    struct File {
        bool exists = false;  ///< Fixed after construction.
        std::unique_ptr<Table> table;
        std::atomic<const Table*> ready = nullptr;  ///< `table` once it is open, to be read without a lock.
    };
    struct ClassTables {
        std::unique_ptr<index::ClassIndex> index;  ///< Made when the first file is opened.
        std::array<File, 2> files;                 ///< WDL and DTM.

        [[nodiscard]] File& operator[](format::Metric metric) { return files[static_cast<std::size_t>(metric)]; }
        [[nodiscard]] const File& operator[](format::Metric metric) const {
            return files[static_cast<std::size_t>(metric)];
        }
    };

    [[nodiscard]] TableFile looked_at(const files::TableName& table) const;
    [[nodiscard]] ClassTables* tables_of(const index::Material& material) const;
    const Table& opened(const index::Material& material, format::Metric metric, ClassTables& of_class);
    [[nodiscard]] std::unique_ptr<Table> open(const files::TableName& name, ClassTables& of_class) const;

    std::filesystem::path directory_;
    std::map<index::Material, ClassTables> classes_;  ///< Its keys are fixed after construction.
    std::vector<index::Material> in_build_order_;     ///< The same classes.
    std::vector<ClassTables*> by_number_;             ///< The same classes, by index::class_number.
    std::mutex opening_;
    BlockCache cache_;
};

}  // namespace dameotb::probe

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
#include <span>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/directory/table_name.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "block_cache.hpp"

namespace dameotb::probe {

/// Returns where the value of a position in its stored form lies; nothing if the table does not store the side to move.
/// Requires: a table of the position's class.
[[nodiscard]] inline std::optional<ValueLocation> locate(const Table& table, const rules::Position& stored) {
    const auto at = table.open.find(stored);
    return at ? std::optional{ValueLocation{&table, at->block, at->offset}} : std::nullopt;
}

/// Thread-safe. Files are opened and checked when first needed.
class TableSet {
public:
    using Location = ValueLocation;

    /// Throws table::TablebaseError if the directory cannot be listed.
    TableSet(std::filesystem::path directory, const TablebaseOptions& options);

    /// Returns the classes with a file of any metric, in build order. Goes by the files' names. Ignores other names,
    /// and classes that are not supported.
    [[nodiscard]] const std::vector<index::Material>& classes() const { return in_build_order_; }

    /// Does what Tablebase::files does.
    [[nodiscard]] std::vector<TableFile> files() const;

    /// Returns the table of the class of a position in its stored form; null if there is none, or if there is a .dtm
    /// without its .wdl.
    /// Throws table::TablebaseError for a file that is damaged or not what its name says.
    [[nodiscard]] const Table* find(const rules::Position& stored, table::Metric metric) {
        const index::Material material = index::Material::of(stored);
        ClassTables* of_class = tables_of(material);
        if (of_class == nullptr) {
            return nullptr;
        }
        const Table* ready = (*of_class)[metric].ready.load(std::memory_order_acquire);
        return ready != nullptr ? ready : open_if_there(material, metric, *of_class);
    }

    // Do what BlockCache's do.
    [[nodiscard]] unsigned code(const ValueLocation& at) { return cache_.code(at); }
    [[nodiscard]] std::optional<unsigned> code_in_memory(const ValueLocation& at) { return cache_.code_in_memory(at); }
    void prefetch(const ValueLocation& at) const { cache_.prefetch(at); }
    void read(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
              std::span<std::uint8_t> codes) {
        cache_.read(table, block, positions, codes);
    }

    /// Does what Tablebase::preload does.
    [[nodiscard]] PreloadAnswer preload(std::span<const index::Material> classes, Preload what);

    /// Returns the path of a class's file, for messages.
    [[nodiscard]] std::filesystem::path path(const index::Material& material, table::Metric metric) const;

private:
    struct File {
        bool exists = false;  ///< Fixed after construction.
        std::unique_ptr<Table> table;
        std::atomic<const Table*> ready = nullptr;  ///< `table` once it is open, to be read without a lock.
    };
    struct ClassTables {
        std::unique_ptr<index::ClassIndex> index;  ///< Made when the first file is opened.
        std::array<File, 2> files;                 ///< WDL and DTM.

        [[nodiscard]] File& operator[](table::Metric metric) { return files[static_cast<std::size_t>(metric)]; }
        [[nodiscard]] const File& operator[](table::Metric metric) const {
            return files[static_cast<std::size_t>(metric)];
        }
        /// Returns whether there is what probes of the metric need: a .dtm needs its .wdl.
        [[nodiscard]] bool answers(table::Metric metric) const {
            return (*this)[table::Metric::Wdl].exists && (*this)[metric].exists;
        }
    };

    [[nodiscard]] TableFile looked_at(const table::TableName& table) const;
    [[nodiscard]] ClassTables* tables_of(const index::Material& material) const {
        return index::is_supported(material) ? by_number_[index::class_number(material)] : nullptr;
    }
    const Table* open_if_there(const index::Material& material, table::Metric metric, ClassTables& of_class);
    const Table& open(const table::TableName& name, ClassTables& of_class);

    std::filesystem::path directory_;
    std::map<index::Material, ClassTables> classes_;  ///< Its keys are fixed after construction.
    std::vector<index::Material> in_build_order_;     ///< The same classes.
    std::vector<ClassTables*> by_number_;             ///< The same classes, by index::class_number.
    std::mutex opening_;
    BlockCache cache_;
};

}  // namespace dameotb::probe

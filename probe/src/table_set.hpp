// The table files of a directory: which are there, and one value of one of them.
// Knows the place of a stored position's value; forced captures and bare sides are the caller's business.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>

#include "block_cache.hpp"

namespace dameotb::probe {

/// Thread-safe. Files are opened and checked when first needed.
class TableSet {
public:
    /// Throws format::TablebaseError if the directory cannot be listed.
    TableSet(std::filesystem::path directory, std::size_t cache_bytes);

    /// Classes of up to 8 pieces with a file of any metric, in build order. Other names are ignored.
    [[nodiscard]] std::vector<index::Material> classes() const;

    /// The raw value (docs/format.md) of a position in its stored form, or empty if there is no such table.
    /// Throws format::TablebaseError for a file that is damaged or not what its name says.
    [[nodiscard]] std::optional<unsigned> raw_value(const rules::Position& stored, format::Metric metric);

    /// For messages: the path of a class's file.
    [[nodiscard]] std::filesystem::path path(const index::Material& material, format::Metric metric) const;

private:
    struct Table {
        std::once_flag opened;
        std::unique_ptr<format::TableReader> reader;
    };
    struct ClassTables {
        std::once_flag indexed;
        std::unique_ptr<index::ClassIndex> index;  ///< Made when the first file is opened.
        std::map<format::Metric, Table> tables;    ///< Those whose file is there; fixed after construction.
    };

    void open(const index::Material& material, format::Metric metric, ClassTables& tables, Table& table) const;

    std::filesystem::path directory_;
    std::map<index::Material, ClassTables> classes_;  ///< Fixed after construction.
    BlockCache cache_;
};

}  // namespace dameotb::probe

// A directory of tables: which files are there, and opening one, its header held against the class that its name says.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <vector>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::files {

/// A table that is needed is not in the directory. No file is at fault. `what()` is one line: "no table KKvK.dtm in
/// DIRECTORY".
class MissingTableError : public std::runtime_error {
public:
    /// Without a metric a table of either would do, and `what()` names the class alone.
    MissingTableError(const std::filesystem::path& directory, const index::Material& material,
                      std::optional<format::Metric> metric);

    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    [[nodiscard]] const index::Material& material() const { return material_; }

private:
    std::filesystem::path directory_;
    index::Material material_;
};

/// What the header of the class's file must say. Requires: index::is_supported(material).
[[nodiscard]] format::TableKind kind_of(const TableName& table);

/// Returns all tables of the directory by the names of its files, which are not opened: canonical classes that
/// index::is_supported, in build order, of each class in the order of `metrics`. Ignores other names.
/// Throws format::TablebaseError if the directory cannot be read.
[[nodiscard]] std::vector<TableName> list_tables(const std::filesystem::path& directory);

/// Returns whether there is something of that name. Nothing is opened.
[[nodiscard]] bool has_table(const std::filesystem::path& directory, const TableName& table);

/// Returns the classes without a file of the metric among these and all that they depend on, in build order.
[[nodiscard]] std::vector<index::Material> missing_tables(const std::filesystem::path& directory,
                                                          const std::vector<index::Material>& classes,
                                                          format::Metric metric);

/// Opens a table. Makes no index of the class, which takes memory. Throws format::TablebaseError if the file is missing
/// or damaged, or its header is not that of the class's file. Requires: index::is_supported(table.material).
[[nodiscard]] format::TableReader open_table(const std::filesystem::path& directory, const TableName& table);

}  // namespace dameotb::files

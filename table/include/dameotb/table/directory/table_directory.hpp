// A directory of tables: lists its files, and opens one. A file's header must be that of the class that its name says.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/table/directory/table_name.hpp>
#include <dameotb/table/format/table_file.hpp>

namespace dameotb::table {

/// A table that is not in a directory, and a class that cannot be read for want of it.
struct MissingTable {
    index::Material material;
    index::Material needed_by;  ///< The class itself, or one that depends on it.
    bool operator==(const MissingTable&) const = default;

    [[nodiscard]] bool is_dependency() const { return material != needed_by; }
};

/// Thrown if a table that is needed is not in the directory. No file is at fault. `what()` is one line: "no table
/// KKvK.dtm in DIRECTORY", or "no table KKvK.dtm in DIRECTORY, which KKKvK needs".
class MissingTableError : public std::runtime_error {
public:
    MissingTableError(const std::filesystem::path& directory, const MissingTable& missing, Metric metric);
    /// The class is needed by itself. Without a `metric`, a table of either metric would do, and `what()` names the
    /// class alone.
    MissingTableError(const std::filesystem::path& directory, const index::Material& material,
                      std::optional<Metric> metric);

    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    [[nodiscard]] const MissingTable& missing() const { return missing_; }

private:
    std::filesystem::path directory_;
    MissingTable missing_;
};

/// Returns the tables of the directory, in build order, those of one class in the order of `metrics`. Goes by the names
/// of the files and opens none. Ignores all names but those of canonical classes that index::is_supported.
/// Throws TablebaseError if the directory cannot be read.
[[nodiscard]] std::vector<TableName> list_tables(const std::filesystem::path& directory);

/// Returns the classes of `tables`, each once. Requires: all tables of a class stand together, as list_tables has them.
[[nodiscard]] std::vector<index::Material> classes_of(const std::vector<TableName>& tables);

/// Returns whether there is something of that name. Opens nothing. Throws TablebaseError if the system cannot
/// tell, as where a directory on the way may not be searched, or links go round in a circle.
[[nodiscard]] bool has_table(const std::filesystem::path& directory, const TableName& table);

/// Takes `classes` and all classes that they depend on. Returns those that have no file of the metric, in build order.
/// Throws as has_table does.
[[nodiscard]] std::vector<index::Material> missing_tables(const std::filesystem::path& directory,
                                                          const std::vector<index::Material>& classes, Metric metric);

/// Returns what the first of `classes` that cannot be read lacks: its own table, or else the first that it depends on.
/// So whoever asked for a class is told of that class. `classes`: canonical. Throws as has_table does.
[[nodiscard]] std::optional<MissingTable> first_missing(const std::filesystem::path& directory,
                                                        const std::vector<index::Material>& classes, Metric metric);

/// Opens a table. Does not make the class's index, which would take memory. Throws TablebaseError if the file
/// is missing or damaged, or if its header is not that of the class's file. Requires:
/// index::is_supported(table.material).
[[nodiscard]] TableReader open_table(const std::filesystem::path& directory, const TableName& table);

}  // namespace dameotb::table

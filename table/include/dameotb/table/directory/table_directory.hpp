// Where tables are: the names of their files, such as KKMvKM.dtm, which no other code makes or reads, and the
// directories they lie in.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/table/format/header.hpp>
#include <dameotb/table/format/table_file.hpp>

namespace dameotb::table {

/// Returns the metric's name, such as "dtm".
[[nodiscard]] std::string extension(Metric metric);

/// One table: a class and what its values measure.
struct TableName {
    index::Material material;
    Metric metric = Metric::Wdl;

    /// Returns the file name, as "KKMvKM.dtm".
    [[nodiscard]] std::string file_name() const;
    /// Returns the table with that file name, of any class; nothing for a name that no table has.
    [[nodiscard]] static std::optional<TableName> parse(std::string_view file_name);

    auto operator<=>(const TableName&) const = default;
};

/// Returns what the header of the table's file must say. Requires: index::is_supported(table.material).
[[nodiscard]] TableKind kind_of(const TableName& table);

/// Returns the path of the table in a directory.
[[nodiscard]] std::filesystem::path table_path(const std::filesystem::path& directory, const TableName& table);

/// Returns the path that a text in UTF-8 names, on systems too whose own names are in another code. Throws
/// TablebaseError if it is not UTF-8, on those alone.
[[nodiscard]] std::filesystem::path path_of(std::string_view utf8);

// Where tables are read from: one directory, or several, of which the first that has a file provides it, as with the
// SyzygyPath of chess engines.

/// One or more directories, in the order in which a file is looked for: each file on its own, so a class's .wdl and its
/// .dtm may be in different ones. Names only: none needs to exist. Thread-safe as a standard container is.
class TableDirectories {
public:
    /// The current directory.
    TableDirectories() : all_(1) {}
    /// One directory, whatever characters its name has.
    template <class Path>
    requires(!std::same_as<Path, TableDirectories> && std::convertible_to<const Path&, std::filesystem::path>)
        TableDirectories(const Path& directory)
        : all_(1, std::filesystem::path{directory}) {}
    /// Requires: at least one.
    TableDirectories(std::vector<std::filesystem::path> directories) : all_{std::move(directories)} {}
    /// Requires: at least one.
    TableDirectories(std::initializer_list<std::filesystem::path> directories) : all_(directories) {}

    /// Returns the directories of a text such as "tables:/mnt/more": names with colons between them. A text that names
    /// an existing directory as a whole is that one directory, so that its name may have a colon. Nothing if a name is
    /// empty.
    [[nodiscard]] static std::optional<TableDirectories> parse(std::string_view text);

    [[nodiscard]] const std::vector<std::filesystem::path>& all() const { return all_; }
    /// Returns the first one, where what is no table goes, such as scratch.
    [[nodiscard]] const std::filesystem::path& first() const { return all_.front(); }

    /// Returns the same directories, wherever the process goes (chdir). A name stays as it is if the system cannot tell
    /// where the process is.
    [[nodiscard]] TableDirectories absolute() const;

    /// Returns the path of the table in the first directory that has something of its name, be it a broken link; in the
    /// first directory if none has. Opens nothing. Throws TablebaseError if the system cannot tell.
    [[nodiscard]] std::filesystem::path find(const TableName& table) const;

    /// Returns the names with colons between them, for messages.
    [[nodiscard]] std::string string() const;

    bool operator==(const TableDirectories&) const = default;

private:
    std::vector<std::filesystem::path> all_;
};

// Directories of tables: lists their files, and opens one. A file's header must be that of the class that its name
// says.

/// A table that is not there, and a class that cannot be read for want of it.
struct MissingTable {
    index::Material material;
    index::Material needed_by;  ///< The class itself, or one that depends on it.
    bool operator==(const MissingTable&) const = default;

    [[nodiscard]] bool is_dependency() const { return material != needed_by; }
};

/// Thrown if a table that is needed is in none of the directories. No file is at fault. `what()` is one line: "no table
/// KKvK.dtm in DIRECTORY", or "no table KKvK.dtm in DIRECTORY, which KKKvK needs".
class MissingTableError : public std::runtime_error {
public:
    MissingTableError(const TableDirectories& directories, const MissingTable& missing, Metric metric);
    /// The class is needed by itself. Without a `metric`, a table of either metric would do, and `what()` names the
    /// class alone.
    MissingTableError(const TableDirectories& directories, const index::Material& material,
                      std::optional<Metric> metric);

    /// Returns the first of the directories, where the table can be made.
    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    [[nodiscard]] const MissingTable& missing() const { return missing_; }

private:
    std::filesystem::path directory_;
    MissingTable missing_;
};

/// A table file in one of several directories.
struct PlacedTable {
    TableName table;
    std::size_t directory;  ///< Its number in TableDirectories::all.
    auto operator<=>(const PlacedTable&) const = default;
};

/// A table file that is not used, because a directory before its own has one of the same name.
struct DuplicateTable {
    TableName table;
    std::size_t used;    ///< The number, in TableDirectories::all, of the directory whose file is used.
    std::size_t hidden;  ///< That of the file that is not used.
    bool operator==(const DuplicateTable&) const = default;
};

/// Returns all files of tables, in build order, those of one class in the order of `metrics`, those of one table in the
/// order of the directories. Goes by the names of the files and opens none. Ignores all names but those of canonical
/// classes that index::is_supported. Throws TablebaseError, which names the directory, if one cannot be read.
[[nodiscard]] std::vector<PlacedTable> placed_tables(const TableDirectories& directories);

/// Returns those of the files that are not used, in the same order. Requires: `files` are as placed_tables returns
/// them.
[[nodiscard]] std::vector<DuplicateTable> duplicates_of(const std::vector<PlacedTable>& files);

/// Returns the tables, each once, in the same order. Throws the same.
[[nodiscard]] std::vector<TableName> list_tables(const TableDirectories& directories);

/// Returns the classes of `tables`, each once. Requires: all tables of a class stand together, as list_tables has them.
[[nodiscard]] std::vector<index::Material> classes_of(const std::vector<TableName>& tables);

/// Returns whether there is something of that name. Opens nothing. Throws TablebaseError if the system cannot
/// tell, as where a directory on the way may not be searched, or links go round in a circle.
[[nodiscard]] bool has_table(const TableDirectories& directories, const TableName& table);

/// Takes `classes` and all classes that they depend on. Returns those that have no file of the metric, in build order.
/// Throws as has_table does.
[[nodiscard]] std::vector<index::Material> missing_tables(const TableDirectories& directories,
                                                          const std::vector<index::Material>& classes, Metric metric);

/// Returns what the first of `classes` that cannot be read lacks: its own table, or else the first that it depends on.
/// So whoever asked for a class is told of that class. `classes`: canonical. Throws as has_table does.
[[nodiscard]] std::optional<MissingTable> first_missing(const TableDirectories& directories,
                                                        const std::vector<index::Material>& classes, Metric metric);

/// Opens a table in the first directory that has it. Does not make the class's index, which would take memory. Throws
/// TablebaseError if the file is missing or damaged, or if its header is not that of the class's file. Requires:
/// index::is_supported(table.material).
[[nodiscard]] TableReader open_table(const TableDirectories& directories, const TableName& table);

}  // namespace dameotb::table

// The names of table files, such as KKMvKM.dtm. No other code makes or reads such a name.
#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <dameotb/index/material.hpp>
#include <dameotb/table/format/header.hpp>

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

}  // namespace dameotb::table

// Where tables are read from: one directory, or several, of which the first that has a file provides it, as with the
// SyzygyPath of chess engines.
#pragma once

#include <concepts>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dameotb/table/directory/table_name.hpp>

namespace dameotb::table {

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

}  // namespace dameotb::table

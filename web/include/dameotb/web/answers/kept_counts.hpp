// The counts of classes, kept in files beside the tables: counting a class of 5 pieces takes up to a minute and more.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::web {

/// Reads and writes the files of counts, one for each class (table::counts_path). Each names the digests of the tables
/// that the counts follow from, and ends with a checksum: a file that is damaged, or of other tables, counts as none,
/// and so does one whose counts cannot be those of the class and its tables. Thread-safe: files are replaced whole.
class KeptCounts {
public:
    /// Reads the headers of all .dtm files once, here. `kept`: the directories in which files of counts are looked for;
    /// the first one gets new files. Throws table::TablebaseError if the tables cannot be listed.
    KeptCounts(const table::TableDirectories& tables, table::TableDirectories kept);
    /// Looks beside the tables.
    explicit KeptCounts(const table::TableDirectories& tables) : KeptCounts{tables, tables} {}

    /// Returns the counts of a canonical class; nothing if there is no file that holds them.
    [[nodiscard]] std::optional<analysis::ClassCounts> read(const index::Material& material) const;
    /// Returns whether there is a file for `read`, without a look into the tables.
    [[nodiscard]] bool has(const index::Material& material) const;
    /// Makes or replaces the file of a canonical class. Does nothing if its tables are not all there. Throws
    /// table::TablebaseError if the file cannot be written.
    void write(const index::Material& material, const analysis::ClassCounts& counts) const;

    /// Whether counts that were not kept are written.
    enum class Counted { Forget, Write };
    /// Does what analysis::count_figures does, but counts only the classes whose counts read() does not return. Throws
    /// what that and write() throw. Requires: options without a draw rule.
    bool figures(const std::vector<index::Material>& classes, const analysis::RunOptions& options, Counted counted,
                 const std::function<void(const analysis::ClassFigures&)>& take) const;

private:
    /// Returns the digests of the class's own .dtm and of those that it depends on, in build order, as JSON; nothing if
    /// one of the tables is missing or bad.
    [[nodiscard]] std::optional<std::string> tables_of(const index::Material& material) const;

    /// Returns the path of the file that write() makes.
    [[nodiscard]] std::filesystem::path path_of(const index::Material& material) const;

    /// Returns the counts of the first file that has some for which accept(counts) is true.
    [[nodiscard]] std::optional<analysis::ClassCounts> find(
        const index::Material& material, const std::function<bool(const analysis::ClassCounts&)>& accept) const;

    probe::Tablebase tables_;  ///< Asked for the values of positions in the counts.
    table::TableDirectories kept_;
    std::map<index::Material, table::Digest> digests_;
};

}  // namespace dameotb::web

// The open tables of one class, which share its index.
#pragma once

#include <filesystem>
#include <optional>

#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_name.hpp>

namespace dameotb::table {

/// Opening is not thread-safe; a table that is open stays where it is, and is thread-safe. Stays where it is made.
class OpenClass {
public:
    /// Opens none. Requires: index::is_supported(material).
    explicit OpenClass(const index::Material& material) : material_{material} {}
    /// Opens one table, and the .wdl if it needs that, from the files of a directory. Throws what `open` throws.
    OpenClass(const std::filesystem::path& directory, const index::Material& material, Metric metric);
    OpenClass(const OpenClass&) = delete;
    OpenClass& operator=(const OpenClass&) = delete;

    /// Returns a table, which is opened if it is not yet, and before it the .wdl if it needs that. open_file(name)
    /// returns the reader of a table. Throws TablebaseError if a file is missing, damaged, or not what its name says:
    /// where its header says so, before anything is made that grows with the class.
    template <class OpenFile>
    const OpenTable& open(Metric metric, const OpenFile& open_file) {
        if (const OpenTable* table = find(metric)) {
            return *table;
        }
        std::optional<TableReader> wdl;
        if (needs_wdl(metric) && find(Metric::Wdl) == nullptr) {
            wdl.emplace(open_file(TableName{material_, Metric::Wdl}));
        }
        TableReader reader = open_file(TableName{material_, metric});
        if (wdl) {
            (void)add(std::move(*wdl));
        }
        return add(std::move(reader));
    }
    /// Opens the table of a reader. Throws what OpenTable throws. Requires: a table of the class that is not open; if
    /// it needs the .wdl, that is open.
    const OpenTable& add(TableReader reader);

    /// Returns a table; null if it is not open.
    [[nodiscard]] const OpenTable* find(Metric metric) const { return tables_[metric] ? &*tables_[metric] : nullptr; }
    /// Requires: the table is open.
    [[nodiscard]] const OpenTable& table(Metric metric) const { return *tables_[metric]; }
    /// Returns the class's index, which is made for the first table, or for the first call.
    const index::ClassIndex& index();
    /// Requires: a table is open.
    [[nodiscard]] const index::ClassIndex& index() const { return *index_; }

private:
    index::Material material_;
    std::optional<index::ClassIndex> index_;
    PerMetric<std::optional<OpenTable>> tables_;
};

}  // namespace dameotb::table

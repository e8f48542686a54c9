// The open tables of one class.
#pragma once

#include <filesystem>
#include <optional>

#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_name.hpp>

namespace dameotb::table {

/// A class's .wdl and, if it was asked for, its .dtm. Immutable; thread-safe. Stays where it is made.
class OpenClass {
public:
    /// Opens the .wdl, and for Metric::Dtm the .dtm, too. Throws TablebaseError if a file is missing, damaged,
    /// or not what its name says; before it makes anything that grows with the class.
    /// Requires: index::is_supported(material).
    OpenClass(const std::filesystem::path& directory, const index::Material& material, Metric metric);
    OpenClass(const OpenClass&) = delete;
    OpenClass& operator=(const OpenClass&) = delete;

    [[nodiscard]] const index::ClassIndex& index() const { return *index_; }
    /// Requires: the metric was asked for, or is Wdl.
    [[nodiscard]] const OpenTable& table(Metric metric) const { return metric == Metric::Wdl ? *wdl_ : *dtm_; }

private:
    std::optional<index::ClassIndex> index_;
    std::optional<OpenTable> wdl_;
    std::optional<OpenTable> dtm_;
};

}  // namespace dameotb::table

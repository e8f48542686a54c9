// A table file opened, and read whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>

#include "team.hpp"

namespace dameotb::gen {

/// `dir/KKMvKM.dtm` or `.wdl`.
[[nodiscard]] std::filesystem::path table_path(const std::filesystem::path& directory, const index::Material& material,
                                               format::Metric metric);

/// Throws format::TablebaseError if the header is not that of a file of this class and metric. The number of values,
/// which takes the class's index to know, is not looked at.
void require_class(const format::TableReader& reader, const index::Material& material, format::Metric metric);

/// Throws format::TablebaseError if the file is missing or damaged, or its header does not say what `index` does.
[[nodiscard]] format::TableReader open_table(const std::filesystem::path& directory, const index::ClassIndex& index,
                                             format::Metric metric);

/// The values of all places, one byte each: White to move, then Black if the class stores it. Where a capture is forced
/// they mean nothing.
/// Throws format::TablebaseError if the file is missing or damaged, or its header does not say what `index` does, and
/// StopRequested.
[[nodiscard]] std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory,
                                                         const index::ClassIndex& index, format::Metric metric,
                                                         const Team& team);

}  // namespace dameotb::gen

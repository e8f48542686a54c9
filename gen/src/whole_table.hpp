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

/// Throws format::TablebaseError if the file is missing or damaged, or its header is not that of the class's file.
/// Makes no index of the class, which takes memory.
[[nodiscard]] format::TableReader open_table(const std::filesystem::path& directory, const index::Material& material,
                                             format::Metric metric);

/// The values of all places, one byte each: White to move, then Black if the class stores it. Where a capture is forced
/// they mean nothing.
/// Throws what open_table throws, before anything is made for the class, and format::TablebaseError for a damaged
/// block; and StopRequested.
[[nodiscard]] std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory,
                                                         const index::Material& material, format::Metric metric,
                                                         const Team& team);

}  // namespace dameotb::gen

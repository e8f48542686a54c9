// The error for a .dtm that cannot be read for want of its .wdl.
#pragma once

#include <filesystem>

#include <dameotb/table/directory/table_name.hpp>
#include <dameotb/table/format/error.hpp>

namespace dameotb::analysis {

[[nodiscard]] inline table::TablebaseError needs_wdl(const std::filesystem::path& directory,
                                                     const index::Material& material) {
    return {table::table_path(directory, {material, table::Metric::Dtm}).string(),
            "cannot be read without a good .wdl beside it"};
}

}  // namespace dameotb::analysis

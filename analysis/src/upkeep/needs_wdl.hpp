// The error for a .dtm that cannot be read for want of its .wdl.
#pragma once

#include <filesystem>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/error.hpp>

namespace dameotb::analysis {

[[nodiscard]] inline format::TablebaseError needs_wdl(const std::filesystem::path& directory,
                                                      const index::Material& material) {
    return {files::table_path(directory, {material, format::Metric::Dtm}).string(),
            "cannot be read without a good .wdl beside it"};
}

}  // namespace dameotb::analysis

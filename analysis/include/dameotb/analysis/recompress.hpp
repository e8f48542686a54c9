// Finished files made smaller: the same values, cut into the blocks that the level asks for and compressed again.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <dameotb/files/compression.hpp>
#include <dameotb/files/table_name.hpp>

namespace dameotb::analysis {

struct RecompressOptions {
    std::filesystem::path directory;
    files::Compression compression = files::Compression::Max;
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
};

struct RecompressReport {
    std::uint64_t before_bytes = 0;
    std::uint64_t after_bytes = 0;  ///< As before if the file could not be made smaller; it is untouched then.
};

/// Compresses a table file again: it becomes what the generator would have written at that level. The new file is read
/// back and compared with the old one, value by value, before it takes its place, whole: at no moment is there less
/// than one good file. Empty if stopped, the file then untouched.
/// Throws format::TablebaseError: a damaged file, another class's, a full disk; the file is untouched.
/// Requires: a canonical class that index::is_supported, whose file is there.
[[nodiscard]] std::optional<RecompressReport> recompress(const files::TableName& table,
                                                         const RecompressOptions& options);

}  // namespace dameotb::analysis

// Makes finished files smaller: the same values, cut into the blocks of another compression level and compressed again.
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
    std::uint64_t after_bytes = 0;  ///< Equal to `before_bytes` if the file was left, as it got no smaller.
};

/// Compresses a table file again, so that it becomes the file that the generator writes at that level. Before the new
/// file replaces the old one, it is read and compared with the old one value by value. There is one good file at every
/// moment. Returns nothing if stopped; the file is untouched then.
/// Throws format::TablebaseError for a damaged file, a file of another class, or a full disk. The file is then
/// untouched.
/// Requires: a canonical class that index::is_supported, whose file is there.
[[nodiscard]] std::optional<RecompressReport> recompress(const files::TableName& table,
                                                         const RecompressOptions& options);

}  // namespace dameotb::analysis

// Finished files made smaller: the same blocks, compressed again.
// Values are not looked at: what a block decodes to stays as it is, byte by byte, and so does its checksum.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <dameotb/gen/compression.hpp>

namespace dameotb::gen {

struct RecompressOptions {
    Compression compression = Compression::Max;
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
};

struct RecompressReport {
    std::uint64_t before_bytes = 0;
    std::uint64_t after_bytes = 0;  ///< As before if the file could not be made smaller; it is untouched then.
};

/// Compresses a table file again. The new file is read back and compared with the old one, block by block, before it
/// takes its place, whole: at no moment is there less than one good file. Empty if stopped, the file then untouched.
/// Throws format::TablebaseError: a damaged file, a full disk; the file is untouched.
[[nodiscard]] std::optional<RecompressReport> recompress(const std::filesystem::path& file,
                                                         const RecompressOptions& options);

}  // namespace dameotb::gen

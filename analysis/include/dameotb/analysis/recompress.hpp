// Encodes the values of finished files again: to make files smaller, or to store other sides to move.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <dameotb/scores/load/class_io.hpp>
#include <dameotb/table/directory/table_name.hpp>

namespace dameotb::analysis {

struct RecompressOptions {
    std::filesystem::path directory;
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    /// What the .dtm of a class with two sides to move is to store; nothing for what it stores now.
    std::optional<scores::DistanceSides> sides{};
};

struct RecompressReport {
    std::uint64_t before_bytes = 0;
    std::uint64_t after_bytes = 0;  ///< Equal to `before_bytes` if the file was left.
};

/// Returns the tables of a class in the order in which to encode them again: a table with models that needs the
/// .wdl needs one with models beside it.
[[nodiscard]] std::array<table::TableName, table::metric_count> recompress_order(const index::Material& material);

/// Encodes a table file again, so that it becomes the file that the generator writes; leaves it if it got no smaller
/// and was not to store other sides, or if the class's files would not fit each other then. Before the new file
/// replaces the old one, it is read and compared with the old one value by value; values of a side that is not stored
/// are worked out and compared, too, if that changes. There is one good file at every moment. Returns nothing if
/// stopped; the file is untouched then. Throws table::TablebaseError for a damaged file, a file of another class, or a
/// full disk. The file is then untouched. Throws table::MissingTableError if other sides are to be stored, and a .dtm
/// is missing that the class depends on. Requires: a canonical class that index::is_supported, whose file is there.
[[nodiscard]] std::optional<RecompressReport> recompress(const table::TableName& table,
                                                         const RecompressOptions& options);

}  // namespace dameotb::analysis

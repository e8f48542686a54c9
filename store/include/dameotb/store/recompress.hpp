// Re-encodes the values of finished files, to make files smaller or to store other sides to move.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <dameotb/store/distance_sides.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::store {

struct RecompressOptions {
    std::filesystem::path directory;
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    /// The sides that the .dtm of a class with two sides to move shall store; nothing for those it stores now.
    std::optional<DistanceSides> sides{};
};

struct RecompressReport {
    std::uint64_t before_bytes = 0;
    std::uint64_t after_bytes = 0;  ///< Equal to `before_bytes` if the file was kept.
};

/// Returns the tables of a class in the order in which to re-encode them: a table with models that depends on the .wdl
/// requires that the .wdl has models too.
[[nodiscard]] std::array<table::TableName, table::metric_count> recompress_order(const index::Material& material);

/// Re-encodes a table file as the generator would write it now. Keeps the old file if the new one is no smaller and
/// stores the same sides, or if the class's files would no longer fit each other. Before the new file replaces the old
/// one, both are compared value by value; if the sides change, values of a side that is not stored are derived and
/// compared too. At every moment one good file exists. Returns nothing if stopped. Throws table::TablebaseError for a
/// damaged file, a file of another class, or a full disk; in all these cases the file is untouched. Throws
/// table::MissingTableError if the sides change and a .dtm that the class depends on is missing. Requires: a canonical
/// class that index::is_supported, with this file.
[[nodiscard]] std::optional<RecompressReport> recompress(const table::TableName& table,
                                                         const RecompressOptions& options);

}  // namespace dameotb::store

// Writes the tables of a class: trains their models, encodes their units in several threads, and writes them in order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/files/open_table.hpp>
#include <dameotb/files/table_encoding.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/store/load/codes_of.hpp>
#include <dameotb/store/threads/team.hpp>
#include <dameotb/store/threads/work_count.hpp>

namespace dameotb::store {

/// A table to be written.
struct TableToWrite {
    files::TableName name;
    format::Digest values;
    format::Digest wdl;  ///< Of a .dtm: the digest of its .wdl's values.
    /// The sides to move that it stores; nothing for the one that takes less. A class of one side has that one always.
    std::optional<format::StoredSides> stored = format::StoredSides::Both;
};

/// Trains what the tables need, and chooses the sides that take less. The result does not depend on the number of
/// threads. Throws StopRequested, and what `codes` throws. Requires: all of one class.
[[nodiscard]] std::vector<files::TablePlan> plan_tables(std::span<const TableToWrite> tables,
                                                        const index::ClassIndex& index, const CodesOf& codes,
                                                        const Team& team);

/// Some of a table's pages, one after the other.
struct PageRange {
    std::uint64_t first = 0;
    std::uint64_t end = 0;  ///< Behind the last one.
};

/// Is given a page of the table with that place among the plans.
using TakePage = std::function<void(std::size_t table, const std::vector<std::byte>& page)>;

/// Encodes these pages of tables of one class, which are cut alike, and calls take(table, page) for each, in the
/// calling thread, in their order. The bytes do not depend on the number of threads. Throws StopRequested, and what
/// `codes` and `take` throw. `count`: may be null; counts places, those of all tables together.
void encode_pages(std::span<const files::TablePlan* const> plans, const PageRange& range, const CodesOf& codes,
                  const Team& team, const TakePage& take, WorkCount* count = nullptr);

/// Encodes and appends all pages of tables of one class, which are cut alike. The bytes do not depend on the number of
/// threads. Throws format::TablebaseError, StopRequested, and what `codes` throws. `count`: may be null; counts places,
/// those of all tables together.
void append_pages(std::span<const files::TablePlan* const> plans, std::span<format::TableWriter* const> writers,
                  const CodesOf& codes, const Team& team, WorkCount* count = nullptr);

}  // namespace dameotb::store

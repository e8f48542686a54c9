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
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// Where the codes of a class come from.
struct CodesOf {
    format::Metric metric;  ///< Whose codes they are. From those of a .dtm a .wdl can be written, too.
    /// Returns the codes of `count` numbers from `first` on with that side to move: codec::open_code where a capture is
    /// forced. They stay valid until the next call with the same thread. Called from several threads at once.
    std::function<std::span<const std::uint8_t>(std::size_t thread, rules::Colour mover, std::uint64_t first,
                                                std::uint32_t count)>
        at;
};

/// Returns the codes of a class's .dtm in memory: of all its places, in their order. Keeps the view. `size`: that of
/// the class's index.
[[nodiscard]] CodesOf codes_in_memory(std::span<const std::uint8_t> codes, std::uint64_t size);

/// Returns the codes of an open table. Keeps the reference. `threads`: of those that ask.
[[nodiscard]] CodesOf codes_in_file(const files::OpenTable& table, int threads);

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

/// Encodes and appends all pages of tables of one class, which are cut alike. The bytes do not depend on the number of
/// threads. Throws format::TablebaseError, StopRequested, and what `codes` throws.
void append_pages(std::span<const files::TablePlan* const> plans, std::span<format::TableWriter* const> writers,
                  const CodesOf& codes, const Team& team);

}  // namespace dameotb::store

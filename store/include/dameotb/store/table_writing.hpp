// Writes the tables of a class: trains their models, encodes their blocks in several threads, and writes them in order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/memory/work_count.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_encoding.hpp>
#include <dameotb/table/format/table_file.hpp>

namespace dameotb::store {

/// Trains what tables with these headers need, and chooses the side that takes less space where only one is to be
/// stored: with DistanceSides::One, in all but the .wdl; others store the sides that their headers name. The result
/// does not depend on the number of threads. Throws StopRequested, and what `codes` throws. Requires: all of one class.
[[nodiscard]] std::vector<table::TablePlan> plan_tables(std::span<const table::Header> tables, DistanceSides sides,
                                                        const index::ClassIndex& index, const CodeSource& codes,
                                                        const memory::Team& team);

/// Positions of a class's tables, numbered consecutively: those with White to move, then those with Black to move if
/// the class's index has them.
struct PositionRange {
    std::uint64_t first = 0;
    std::uint64_t end = 0;  ///< After the last one.
};

/// Returns all positions of the class's index: digests cover them, whichever sides to move a table stores.
[[nodiscard]] PositionRange all_positions(const index::ClassIndex& index);

/// Receives a block group of the table with that position among the plans.
using TakeGroup = std::function<void(std::size_t table, const std::vector<std::byte>& group)>;
/// Receives the codes of the next positions.
using CodesSink = std::function<void(std::span<const std::uint8_t> codes)>;

/// Receivers of what is made of positions. Called in any thread, while others encode.
struct PositionSinks {
    /// Called with each table's block groups in order. Never concurrently with itself or with the first of `codes`.
    TakeGroup group;
    /// Each receives the codes of all positions of the range in order, some at a time. Never concurrently with itself.
    std::vector<CodesSink> codes{};
};

/// Encodes the block groups that end in the range, of tables of one class. Requests codes only once, whatever the
/// tables store and however they are cut, except those of a block group that begins before the range. The bytes do not
/// depend on the number of threads. Throws StopRequested, and what `codes` and `take` throw. `count`: may be null;
/// counts positions, those of all tables together.
void encode_positions(std::span<const table::TablePlan> plans, const PositionRange& range, const CodeSource& codes,
                      const memory::Team& team, const PositionSinks& take, memory::WorkCount* count = nullptr);

/// Encodes and appends all block groups of a table. Throws what encode_positions and the writer throw.
void append_groups(const table::TablePlan& plan, table::TableWriter& writer, const CodeSource& codes,
                   const memory::Team& team);

}  // namespace dameotb::store

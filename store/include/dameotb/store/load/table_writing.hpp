// Writes the tables of a class: trains their models, encodes their units in several threads, and writes them in order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include <dameotb/files/table_encoding.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// The codes of a run of places in both metrics: codec::open_code where a capture is forced.
struct BothCodes {
    std::span<const std::uint8_t> wdl;
    std::span<const std::uint8_t> dtm;  ///< Empty if only a .wdl is written.

    /// Returns them as the codec takes a unit of that metric, which begins at the number `first`.
    [[nodiscard]] codec::UnitCodes unit(format::Metric metric, std::uint64_t first) const {
        return metric == format::Metric::Wdl ? codec::UnitCodes{first, wdl, {}} : codec::UnitCodes{first, dtm, wdl};
    }
};

/// Returns the codes of `count` numbers from `first` on with that side to move. They must stay valid until the next
/// call with the same thread. Called from several threads at once.
using CodesOf =
    std::function<BothCodes(std::size_t thread, rules::Colour mover, std::uint64_t first, std::uint32_t count)>;

/// A table to be written.
struct TableToWrite {
    files::TableName name;
    format::Digest values;
    format::Digest wdl;  ///< Of a .dtm: the digest of its .wdl's values.
};

/// Trains what the tables need. The result does not depend on the number of threads. Throws StopRequested, and what
/// `codes` throws. Requires: all of one class.
[[nodiscard]] std::vector<files::TablePlan> plan_tables(std::span<const TableToWrite> tables,
                                                        const index::ClassIndex& index, const CodesOf& codes,
                                                        const Team& team);

/// Encodes and appends all pages of tables of one class, which are cut alike. The bytes do not depend on the number of
/// threads. Throws format::TablebaseError, StopRequested, and what `codes` throws.
void append_pages(std::span<const files::TablePlan* const> plans, std::span<format::TableWriter* const> writers,
                  const CodesOf& codes, const Team& team);

}  // namespace dameotb::store

// Writes the files of a class: plans them, encodes their block groups (table_writing.hpp) from its codes
// (code_source.hpp), and gives them their digests at the end.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/memory/work_count.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::store {

/// Writes the files of a class. The bytes do not depend on the number of threads. Throws table::TablebaseError, and
/// StopRequested, which leaves no incomplete file. `on_share`: may be empty.
void write_class_files(const std::filesystem::path& directory, const scores::ClassScores& solved, DistanceSides sides,
                       const memory::Team& team, const memory::OnShare& on_share = {});

// The same in separate steps: plan the files, encode their block groups (encode_positions), append them in order.

/// The digests of the files of a class, from its DTM codes. Not thread-safe.
class ClassDigests {
public:
    /// Returns sinks for the codes of all positions in order. They keep a reference, and may be called concurrently
    /// with each other.
    [[nodiscard]] std::vector<CodesSink> sinks();
    /// Requires: all codes are taken.
    [[nodiscard]] table::Digest of(table::Metric metric) const { return digests_[metric].finish(); }

private:
    table::PerMetric<CodesDigest> digests_;
};

/// Returns the plans of the class's files, one for each metric, with zeros for digests. They keep the reference to the
/// index. The result does not depend on the number of threads. Throws StopRequested, and what `codes` throws. `codes`:
/// those of the class's scores under the rule (codes_of_scores).
[[nodiscard]] std::vector<table::TablePlan> plan_class_files(const CodeSource& codes, const index::ClassIndex& index,
                                                             DrawRule rule, DistanceSides sides,
                                                             const memory::Team& team);

/// Writes the files of a class from their block groups. Not thread-safe. All members throw table::TablebaseError.
class ClassFilesWriter {
public:
    ClassFilesWriter(const std::filesystem::path& directory, const index::Material& material,
                     std::span<const table::TablePlan> plans);
    /// Appends the next block group of that file.
    void append(std::size_t table, std::span<const std::byte> group);
    /// Gives the files their digests and names. Throws StopRequested; then there are no files. Requires: all block
    /// groups are appended.
    void finish(const ClassDigests& digests, const memory::Team& team);

private:
    std::vector<table::Metric> metrics_;
    std::vector<std::unique_ptr<table::TableWriter>> writers_;  ///< By the same index.
};

/// Encodes the files as write_class_files does but writes none, and returns the bytes of their block groups: to measure
/// how long it takes. Throws StopRequested.
[[nodiscard]] std::uint64_t encode_class(const scores::ClassScores& solved, DistanceSides sides,
                                         const memory::Team& team);

}  // namespace dameotb::store

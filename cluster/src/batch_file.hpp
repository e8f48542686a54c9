// A file with the scores of some slices or pages of a class: what one process has found, for others to read. It appears
// under its name only when complete. Its contents are compressed in frames so that one slice can be read alone: several
// small slices share a frame, a large one has several.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dameotb/memory/records.hpp>

namespace dameotb::cluster {

/// The items of a file: their numbers in rising order, and the scores per item. Each number has `versions` sets of
/// scores, for example one for each side to move.
struct BatchItems {
    std::vector<std::uint32_t> numbers;  ///< Less `base`.
    std::uint64_t base = 0;
    std::uint64_t scores = 0;  ///< Per item.
    std::uint32_t versions = 1;

    [[nodiscard]] std::uint64_t count() const { return numbers.size(); }
    /// Returns the number of items that share a frame.
    [[nodiscard]] std::uint64_t together() const;
    [[nodiscard]] std::uint64_t groups() const { return (count() + together() - 1) / together(); }
    /// Returns the number of frames per group.
    [[nodiscard]] std::uint64_t frames_of_group() const;
};

/// Writes one file. `add` is thread-safe. All members throw table::TablebaseError.
class BatchWriter {
public:
    /// Creates the file under a temporary name.
    BatchWriter(const memory::RecordFile& file, BatchItems items);

    /// Writes a group: the scores of each of its items, in order. Requires: each group is written once per version.
    void add(std::uint64_t group, std::uint32_t version, std::span<const std::span<const std::int8_t>> items);
    /// Renames the file to its final name. Requires: all groups are written.
    void finish();
    /// Returns the file's size in bytes. Requires: it has its final name.
    [[nodiscard]] std::uint64_t size_bytes() const { return file_.size_bytes(); }

private:
    BatchItems items_;
    memory::RecordWriter file_;
    std::vector<memory::RecordLocation> frames_;  ///< By version, group, and index in the group.
};

/// Reads one file. Thread-safe.
class BatchReader {
public:
    /// Opens the file. Throws table::TablebaseError if it cannot be read, is damaged or another one.
    explicit BatchReader(const memory::RecordFile& file);

    [[nodiscard]] const BatchItems& items() const { return items_; }
    /// Returns the index of a number among the items. Throws table::TablebaseError if it is not there.
    [[nodiscard]] std::uint64_t find(std::uint64_t number) const;
    /// Fills `out` with the scores of the item at that index, or the first of them if `out` is shorter. Throws
    /// table::TablebaseError if they are damaged.
    void read(std::uint32_t version, std::uint64_t place, std::span<std::int8_t> out) const;

private:
    std::filesystem::path path_;
    std::uint64_t own_number_;  ///< Unique in the process.
    memory::RecordReader file_;
    BatchItems items_;
    std::vector<memory::RecordLocation> frames_;
    mutable std::atomic<std::uint64_t> last_found_ = 0;  ///< Numbers are often requested in rising order.
};

}  // namespace dameotb::cluster

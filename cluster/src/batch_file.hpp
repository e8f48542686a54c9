// A file with the scores of some slices, or of some pages of a class: what one process has found, for others to read.
// It appears whole under its name. What lies in it is compressed in frames, so that one slice can be read alone:
// several small slices share a frame, a large one has several.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dameotb/scores/memory/records.hpp>

namespace dameotb::cluster {

/// What the items of a file are: numbers in rising order, and how many scores each of them has. Each number has its
/// scores `versions` times, for example once for each side to move.
struct BatchItems {
    std::vector<std::uint32_t> numbers;  ///< Less `base`.
    std::uint64_t base = 0;
    std::uint64_t scores = 0;  ///< Of an item.
    std::uint32_t versions = 1;

    [[nodiscard]] std::uint64_t count() const { return numbers.size(); }
    /// Returns how many items lie in a frame together.
    [[nodiscard]] std::uint64_t together() const;
    [[nodiscard]] std::uint64_t groups() const { return (count() + together() - 1) / together(); }
    /// Returns how many frames a group has.
    [[nodiscard]] std::uint64_t frames_of_group() const;
};

/// Writes one file. `add` is thread-safe. All members throw table::TablebaseError.
class BatchWriter {
public:
    /// Makes the file under a temporary name.
    BatchWriter(std::filesystem::path path, BatchItems items);

    /// Writes a group: the scores of each of its items, in their order. Requires: each group is written once for each
    /// version.
    void add(std::uint64_t group, std::uint32_t version, std::span<const std::span<const std::int8_t>> items);
    /// Gives the file its name. Requires: all groups are written.
    void finish();
    /// Returns how many bytes the file has. Requires: it has its name.
    [[nodiscard]] std::uint64_t size_bytes() const { return file_.size_bytes(); }

private:
    BatchItems items_;
    scores::RecordWriter file_;
    std::vector<scores::RecordLocation> frames_;  ///< By version, group, and place in the group.
};

/// Reads one file. Thread-safe.
class BatchReader {
public:
    /// Opens it. Throws table::TablebaseError if it cannot be read or is damaged.
    explicit BatchReader(const std::filesystem::path& path);

    [[nodiscard]] const BatchItems& items() const { return items_; }
    /// Returns the place of a number among the items. Throws table::TablebaseError if it is not there.
    [[nodiscard]] std::uint64_t find(std::uint64_t number) const;
    /// Fills `out` with the scores of the item at that place, or with the first of them if it is shorter. Throws
    /// table::TablebaseError if they are damaged.
    void read(std::uint32_t version, std::uint64_t place, std::span<std::int8_t> out) const;

private:
    std::filesystem::path path_;
    std::uint64_t own_number_;  ///< Tells this object from all others of the process.
    scores::RecordReader file_;
    BatchItems items_;
    std::vector<scores::RecordLocation> frames_;
    mutable std::atomic<std::uint64_t> last_found_ = 0;  ///< Numbers are often asked for in rising order.
};

}  // namespace dameotb::cluster

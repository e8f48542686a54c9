// A table file read from front to back, in pieces that several threads decode.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>

namespace dameotb::gen {

class TableStream {
public:
    /// Throws format::TablebaseError if the file is missing or damaged, or its header is not that of such a file.
    TableStream(const std::filesystem::path& directory, const index::ClassIndex& index, format::Metric metric);

    [[nodiscard]] const format::TableReader& reader() const { return reader_; }
    /// The values at places `first` to `end` - 1, one byte each; they are the caller's to change, and valid until the
    /// next call. Throws format::TablebaseError: whatever the threads, for the first damaged block of them.
    [[nodiscard]] std::span<std::uint8_t> read(std::uint64_t first, std::uint64_t end, int threads);

private:
    format::TableReader reader_;
    std::vector<std::uint8_t> values_;
};

/// Places to read at a time: whole parts, and enough of them to keep all threads at work.
[[nodiscard]] std::uint64_t places_at_a_time(std::uint64_t part, int threads);

}  // namespace dameotb::gen

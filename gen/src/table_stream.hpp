// A table file read from front to back, in pieces that several threads decode.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/quiet_places.hpp>

namespace dameotb::gen {

class TableStream {
public:
    /// Keeps the reference to the index.
    /// Throws format::TablebaseError if the file is missing or damaged, or its header is not that of such a file.
    TableStream(const std::filesystem::path& directory, const index::ClassIndex& index, format::Metric metric);

    [[nodiscard]] const format::TableReader& reader() const { return reader_; }
    /// The values at places `first` to `end` - 1, one byte each, without meaning where a capture is forced; they are
    /// the caller's to change, and valid until the next call. Throws format::TablebaseError: whatever the threads, for
    /// the first damaged block of them.
    [[nodiscard]] std::span<std::uint8_t> read(std::uint64_t first, std::uint64_t end, int threads);

private:
    format::TableReader reader_;
    index::QuietPlaces quiet_;
    std::vector<std::uint8_t> values_;
};

/// Places to read at a time: enough to keep all threads at work.
inline constexpr std::uint64_t places_at_a_time = std::uint64_t{1} << 24;
/// Places that one thread takes at a time.
inline constexpr std::uint64_t part_places = std::uint64_t{1} << 16;

}  // namespace dameotb::gen

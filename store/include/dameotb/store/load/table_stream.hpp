// Reads a table file's codes from front to back, in batches that several threads decode, or all codes at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dameotb/files/block_codes.hpp>
#include <dameotb/files/table_name.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/quiet_places.hpp>
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// Opens a table whose values have one byte. Throws what files::open_table throws, and format::TablebaseError for a
/// file with wider values.
[[nodiscard]] format::TableReader open_byte_table(const std::filesystem::path& directory,
                                                  const files::TableName& table);

class TableStream {
public:
    /// Keeps the reference to the index. Requires: a reader from open_byte_table for the index's class.
    TableStream(format::TableReader reader, const index::ClassIndex& index,
                files::ForcedPlaces forced = files::ForcedPlaces::AnyCode);

    [[nodiscard]] const format::TableReader& reader() const { return reader_; }
    /// Returns the codes of places `first` to `end` - 1, which are valid until the next call. The caller may change
    /// them.
    /// Throws format::TablebaseError for the first damaged block, whatever the number of threads; and StopRequested.
    [[nodiscard]] std::span<std::uint8_t> read(std::uint64_t first, std::uint64_t end, const Team& team);
    /// Writes the codes of all places to `codes`. Throws what `read` throws. Requires: codes.size() is the number of
    /// places.
    void read_all(std::span<std::uint8_t> codes, const Team& team) const;

private:
    void decode(std::uint64_t first_block, std::uint64_t end_block, std::span<std::uint8_t> codes,
                const Team& team) const;

    format::TableReader reader_;
    index::QuietPlaces quiet_;
    files::ForcedPlaces forced_;
    std::vector<std::uint8_t> values_;
};

/// Returns the codes of all places of a table: White to move, then Black to move if the class stores it. Codes where a
/// capture is forced mean nothing. Throws what open_byte_table throws, before any memory is taken for the class, and
/// what TableStream::read throws.
[[nodiscard]] std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory,
                                                         const files::TableName& table, const Team& team);

/// Places of a batch: enough to keep all threads at work.
inline constexpr std::uint64_t places_at_a_time = std::uint64_t{1} << 24;
/// Places that one thread takes at a time.
inline constexpr std::uint64_t part_places = std::uint64_t{1} << 16;

}  // namespace dameotb::store

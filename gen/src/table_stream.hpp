// A table file read from front to back, in pieces that several threads decode.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/quiet_places.hpp>

#include "block_codes.hpp"
#include "team.hpp"

namespace dameotb::gen {

class TableStream {
public:
    /// Keeps the reference to the index. Requires: the reader's file is one of the index's class (open_table).
    TableStream(format::TableReader reader, const index::ClassIndex& index,
                ForcedPlaces forced = ForcedPlaces::AnyCode);

    [[nodiscard]] const format::TableReader& reader() const { return reader_; }
    /// The codes of places `first` to `end` - 1; they are the caller's to change, and valid until the next call. Throws
    /// format::TablebaseError: whatever the threads, for the first damaged block of them; and StopRequested.
    [[nodiscard]] std::span<std::uint8_t> read(std::uint64_t first, std::uint64_t end, const Team& team);

private:
    format::TableReader reader_;
    index::QuietPlaces quiet_;
    ForcedPlaces forced_;
    std::vector<std::uint8_t> values_;
};

/// Places to read at a time: enough to keep all threads at work.
inline constexpr std::uint64_t places_at_a_time = std::uint64_t{1} << 24;
/// Places that one thread takes at a time.
inline constexpr std::uint64_t part_places = std::uint64_t{1} << 16;

}  // namespace dameotb::gen

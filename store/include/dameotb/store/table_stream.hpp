// Reads a table's codes: from front to back, in batches that several threads decode, or all at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/table/directory/block_reader.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::store {

/// The codes at positions with a forced capture. If the table has no models, finding these positions takes time.
enum class ForcedPositions : std::uint8_t {
    AnyCode,  ///< table::dont_care_code or an arbitrary code.
    Marked,   ///< table::dont_care_code.
};

/// Reads codes of a table at any position. Use one object per thread.
class PositionsReader {
public:
    /// Keeps the reference.
    explicit PositionsReader(const table::OpenTable& table, ForcedPositions forced = ForcedPositions::AnyCode)
        : table_{table}, forced_{forced} {}

    /// Writes the codes of a whole block. Throws table::TablebaseError if it is damaged.
    /// Requires: codes.size() is the block's number of positions.
    void read_block(std::uint64_t block_index, std::span<std::uint8_t> codes);
    /// As above, for the blocks `first` to `end` - 1, whose codes are consecutive.
    void read_blocks(std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes);
    /// Returns the codes of `count` indices from `first` on with that side to move, valid until the next call. Throws
    /// what read_block throws. Requires: the table stores that side, count > 0, first + count <= the index's size.
    [[nodiscard]] std::span<const std::uint8_t> read(Colour mover, std::uint64_t first, std::uint32_t count);

private:
    /// Returns false if this must be done block by block.
    [[nodiscard]] bool read_together(std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes);
    void open_forced(std::uint64_t block_index, std::span<std::uint8_t> codes);

    const table::OpenTable& table_;
    ForcedPositions forced_;
    table::BlockReader reader_;
    std::vector<std::uint8_t> codes_;
    std::vector<std::uint64_t> marks_;
};

/// Numbers the stored positions of a table consecutively: those with White to move, then those with Black to move.
class TableStream {
public:
    /// Keeps the reference.
    explicit TableStream(const table::OpenTable& table, ForcedPositions forced = ForcedPositions::AnyCode)
        : table_{table}, forced_{forced} {}

    [[nodiscard]] const table::OpenTable& table() const { return table_; }
    [[nodiscard]] std::uint64_t positions() const {
        return table_.header().stored_sides() * table_.header().positions_per_side;
    }
    /// Returns the codes of positions `first` to `end` - 1, valid until the next call. The caller may change them.
    /// Throws table::TablebaseError for the first damaged block, whatever the number of threads, and StopRequested.
    [[nodiscard]] std::span<std::uint8_t> read(std::uint64_t first, std::uint64_t end, const memory::Team& team);

private:
    [[nodiscard]] std::uint64_t block_at(std::uint64_t offset) const;
    [[nodiscard]] std::uint64_t first_offset(std::uint64_t block) const;
    void decode(std::uint64_t first_block, std::uint64_t end_block, std::span<std::uint8_t> codes,
                const memory::Team& team) const;

    const table::OpenTable& table_;
    ForcedPositions forced_;
    std::vector<std::uint8_t> codes_;
};

/// Positions in a batch: enough to keep all threads busy.
inline constexpr std::uint64_t positions_at_a_time = std::uint64_t{1} << 24;

}  // namespace dameotb::store

// The rows of a block, and the earlier rows of the block that are a row's neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/index/position_rows.hpp>
#include <dameotb/rules/direction.hpp>

namespace dameotb::table {

/// The four directions of lower square indices: a row with a king moved that way comes earlier.
inline constexpr std::array backwards{rules::Direction::West, rules::Direction::South, rules::Direction::SouthWest,
                                      rules::Direction::SouthEast};

/// The index of a row in its block, or `none`.
using RowNumber = std::int32_t;
inline constexpr RowNumber none = -1;

/// A run of positions of a block that differ only in the runner's square.
struct BlockRow {
    Bitboard fellows;
    Bitboard waiting;
    Bitboard squares;     ///< The runner's, in the order of the positions.
    Bitboard quiet;       ///< Those without a forced capture, after find_quiet().
    Bitboard blocked;     ///< All other pieces, which cut lines.
    std::uint32_t slice;  ///< Counted from 0 in the block.
    std::uint32_t first;  ///< The offset of the first square's position in the block.

    /// Returns the offset in the block of the position with that square. Requires: one of `squares`.
    [[nodiscard]] std::size_t offset(Square square) const {
        return first + static_cast<std::size_t>(std::popcount(squares.bits() & (Bitboard{square}.bits() - 1)));
    }
};

/// The earlier rows of a block that a row is compared with; `none` where the block has no such row.
struct NeighbourRows {
    std::array<RowNumber, 4> fellow_moved;  ///< The lowest fellow moved one step in that direction of `backwards`.
    RowNumber waiting_west;                 ///< The lowest king of the waiting side moved one step to the west.
    RowNumber waiting_south;
    RowNumber same_kings;  ///< The same kings in the nearest earlier slice.
};

/// The rows of one block. Reuses its memory from block to block: at most some 200 KB for 2,048 positions.
class BlockRows {
public:
    /// Selects a class and side to move. Keeps the reference until the next call. Requires: a class with men and kings.
    void take(const index::ClassIndex& index, Colour mover) {
        index_ = &index;
        mover_ = mover;
    }

    /// Finds the rows of the indices `first` to `first` + `count` - 1, up to the row of position `last`, counted from
    /// `first`. Does nothing if it found these rows last. Requires: `take` has been called, first + count <=
    /// index.size(), last < count <= 65,536.
    void walk(std::uint64_t first, std::uint32_t count, std::uint32_t last);
    /// Finds the quiet squares of all rows by the rules, unless already found.
    void find_quiet();
    /// Finds the neighbours of all rows among the rows before them, unless already found.
    void find_neighbours();

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] const BlockRow& operator[](std::size_t number) const { return rows_[number]; }
    /// Requires: find_neighbours() has been called since the rows were found.
    [[nodiscard]] const NeighbourRows& neighbours(std::size_t number) const { return neighbours_[number]; }

    /// Returns whether the runner's side has other kings.
    [[nodiscard]] bool has_fellows() const {
        return index_->material()[runner_waits() ? opponent(mover_) : mover_].kings > 1;
    }
    /// Returns whether the runner is a king of the waiting side, because the mover has none.
    [[nodiscard]] bool runner_waits() const { return index_->material()[mover_].kings == 0; }

private:
    struct BlockSlice {
        index::SliceId id;
        index::Slice men;
        std::int32_t nearest;  ///< The nearest earlier slice, or `none`.
    };

    [[nodiscard]] std::int32_t nearest_slice(const index::Slice& men) const;
    [[nodiscard]] NeighbourRows neighbours_of(std::size_t number) const;
    [[nodiscard]] RowNumber with_fellow_moved(std::size_t number, rules::Direction direction) const;
    [[nodiscard]] RowNumber with_waiting_moved(std::size_t number, rules::Direction direction) const;
    [[nodiscard]] RowNumber find(std::uint32_t slice, Bitboard waiting, Bitboard fellows) const;
    [[nodiscard]] std::size_t bucket(std::uint32_t slice, Bitboard waiting, Bitboard fellows) const;
    void fill_buckets();

    /// The block whose rows these are. Identifies the class by its material: its index may be another object by now.
    struct Walked {
        index::Material material;
        Colour mover = Colour::White;
        std::uint64_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t last = 0;
        bool operator==(const Walked&) const = default;
    };

    const index::ClassIndex* index_ = nullptr;
    Colour mover_ = Colour::White;
    std::optional<Walked> walked_;
    std::vector<BlockRow> rows_;
    std::vector<BlockSlice> slices_;
    bool quiet_found_ = false;
    std::vector<NeighbourRows> neighbours_;  ///< Empty until first requested.
    std::vector<RowNumber> buckets_;         ///< Open addressing; a power of two, at least twice the number of rows.
};

}  // namespace dameotb::table

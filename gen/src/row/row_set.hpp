// A set of positions of one slice, as one word of the pivot king's squares for each row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dameotb::gen {

/// The set lists its rows, so that visiting and clearing it takes a time independent of the slice's number of rows.
/// Invariant: a row that is not listed has no positions in the set.
class RowSet {
public:
    /// Makes an empty set. Memory for the list of rows is reserved once, and touched only as the list grows.
    explicit RowSet(std::uint32_t rows) : bits_(rows) { rows_.reserve(rows); }

    /// Returns the rows in the order of their first addition, each once.
    [[nodiscard]] std::span<const std::uint32_t> rows() const { return rows_; }
    [[nodiscard]] std::uint64_t operator[](std::uint32_t row) const { return bits_[row]; }

    void add(std::uint32_t row, std::uint64_t bits) {
        if (bits == 0) {
            return;
        }
        if (bits_[row] == 0) {
            rows_.push_back(row);
        }
        bits_[row] |= bits;
    }

    /// Returns the positions of all rows, for writing regardless of which rows are listed. Requires: list_rows is
    /// called before any other member.
    [[nodiscard]] std::uint64_t* words() { return bits_.data(); }
    /// Returns the positions of all rows.
    [[nodiscard]] const std::uint64_t* words() const { return bits_.data(); }
    /// Lists exactly the rows that have positions.
    void list_rows() {
        rows_.clear();
        for (std::uint32_t row = 0; row < bits_.size(); ++row) {
            if (bits_[row] != 0) {
                rows_.push_back(row);
            }
        }
    }

    /// Removes positions from a listed row. The row stays listed: nothing may be added to it before `drop_empty_rows`.
    /// Different threads may do this for different rows.
    void remove(std::uint32_t row, std::uint64_t bits) { bits_[row] &= ~bits; }

    /// Removes rows without positions from the list.
    void drop_empty_rows() {
        std::erase_if(rows_, [this](std::uint32_t row) { return bits_[row] == 0; });
    }

    void clear() {
        for (const std::uint32_t row : rows_) {
            bits_[row] = 0;
        }
        rows_.clear();
    }

private:
    std::vector<std::uint64_t> bits_;  ///< By row.
    std::vector<std::uint32_t> rows_;
};

}  // namespace dameotb::gen

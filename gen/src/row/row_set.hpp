// A set of positions of one slice, as one word of the pivot king's squares for each row.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

namespace dameotb::gen {

/// The set marks its rows, one bit each, so that visiting and clearing it passes over 64 rows without positions at
/// once. Invariant: exactly the rows with positions are marked. Different threads may change different groups: those of
/// `group_rows` rows that share a word of marks. Any thread may add_shared to any row while all others only do the
/// same.
class RowSet {
public:
    static constexpr std::uint32_t group_rows = 64;

    /// Makes an empty set.
    explicit RowSet(std::uint32_t rows) : bits_(rows), marks_((rows + group_rows - 1) / group_rows) {}

    [[nodiscard]] std::uint64_t operator[](std::uint32_t row) const { return bits_[row]; }
    [[nodiscard]] std::uint32_t groups() const { return static_cast<std::uint32_t>(marks_.size()); }
    /// Returns the number of rows with positions. Takes a time that grows with the number of groups.
    [[nodiscard]] std::uint64_t count() const {
        std::uint64_t rows = 0;
        for (const std::uint64_t marks : marks_) {
            rows += static_cast<std::uint64_t>(std::popcount(marks));
        }
        return rows;
    }
    /// Returns whether some of these groups have positions. Requires: first <= end <= groups().
    [[nodiscard]] bool has_any(std::uint32_t first, std::uint32_t end) const {
        return std::any_of(marks_.begin() + first, marks_.begin() + end,
                           [](std::uint64_t marks) { return marks != 0; });
    }
    /// Calls visit(row) for the rows of these groups that have positions, in ascending order. `visit` may change the
    /// row's positions. Requires the same.
    template <class Visit>
    void for_each_row(std::uint32_t first, std::uint32_t end, Visit&& visit) const {
        for (std::uint32_t group = first; group < end; ++group) {
            for (std::uint64_t marks = marks_[group]; marks != 0; marks &= marks - 1) {
                visit(group * group_rows + static_cast<std::uint32_t>(std::countr_zero(marks)));
            }
        }
    }

    void add(std::uint32_t row, std::uint64_t bits) {
        if (bits != 0) {
            bits_[row] |= bits;
            marks_[row / group_rows] |= mark(row);
        }
    }
    /// Adds to a row that other threads may be adding to.
    void add_shared(std::uint32_t row, std::uint64_t bits) {
        if (bits != 0) {
            include(bits_[row], bits);
            include(marks_[row / group_rows], mark(row));
        }
    }
    void remove(std::uint32_t row, std::uint64_t bits) {
        bits_[row] &= ~bits;
        if (bits_[row] == 0) {
            marks_[row / group_rows] &= ~mark(row);
        }
    }

    /// Returns the positions of all rows, for writing regardless of marks. Requires: mark_rows is called for all groups
    /// before any other member.
    [[nodiscard]] std::uint64_t* words() { return bits_.data(); }
    /// Returns the positions of all rows.
    [[nodiscard]] const std::uint64_t* words() const { return bits_.data(); }
    /// Marks exactly the rows of the group that have positions.
    void mark_rows(std::uint32_t group) {
        const std::size_t first = std::size_t{group} * group_rows;
        const std::size_t rows = std::min<std::size_t>(group_rows, bits_.size() - first);
        std::uint64_t marks = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            marks |= static_cast<std::uint64_t>(bits_[first + i] != 0) << i;
        }
        marks_[group] = marks;
    }

    /// Removes all positions of the group.
    void clear(std::uint32_t group) {
        for_each_row(group, group + 1, [this](std::uint32_t row) { bits_[row] = 0; });
        marks_[group] = 0;
    }

private:
    /// Most visits find nothing new, and a load is much cheaper than an atomic change.
    static void include(std::uint64_t& word, std::uint64_t bits) {
        const std::atomic_ref shared{word};
        if ((bits & ~shared.load(std::memory_order_relaxed)) != 0) {
            shared.fetch_or(bits, std::memory_order_relaxed);
        }
    }
    [[nodiscard]] static std::uint64_t mark(std::uint32_t row) { return std::uint64_t{1} << row % group_rows; }

    std::vector<std::uint64_t> bits_;   ///< By row.
    std::vector<std::uint64_t> marks_;  ///< By group.
};

}  // namespace dameotb::gen

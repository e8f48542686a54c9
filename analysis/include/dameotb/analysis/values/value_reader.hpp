// Values of many positions of a loaded class, one after the other, and counts of moves of whole rows.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <dameotb/analysis/values/class_values.hpp>
#include <dameotb/scores/row/row_values.hpp>

namespace dameotb::analysis {

/// ClassValues::value for many positions, one after the other. It remembers the slice of the last position, which takes
/// half the time if most positions have their men on the same squares as the position before. One object per thread:
/// not thread-safe.
class ValueReader {
public:
    /// Keeps the reference. Valid until another class is loaded.
    explicit ValueReader(const ClassValues& values);
    ValueReader(ValueReader&&) noexcept;
    ValueReader& operator=(ValueReader&&) noexcept;
    ~ValueReader();

    /// Returns the position's value for the side to move, or nothing if its class is not loaded.
    [[nodiscard]] std::optional<rules::Value> operator()(const rules::Position& position) {
        rules::Value value;
        return find(position, value) ? std::optional{value} : std::nullopt;
    }

    /// Returns those of `squares` whose positions are quiet, and their counts of moves; the counts of other squares are
    /// 0. In a class without kings returns no square. Takes some 10 ns per placement, if a row is asked about once, for
    /// all its squares. Requires: a row of the loaded class, which was loaded with Reach::Moves; `squares` in
    /// row.squares().
    std::pair<rules::Bitboard, scores::MoveCounts> quiet_move_counts(const ValueRow& row, rules::Bitboard squares);

private:
    /// Returns whether the position's class is loaded, and if so sets `value`. Does not return an optional: compilers
    /// build one in memory, which takes as long as the whole look-up.
    bool find(const rules::Position& position, rules::Value& value);

    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::analysis

// Values of many positions of a loaded class in sequence, and move counts of whole rows.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <dameotb/analysis/values/class_values.hpp>
#include <dameotb/scores/row/row_values.hpp>

namespace dameotb::analysis {

/// ClassValues::value for many positions in sequence. It remembers the slice of the last position, which halves the
/// time if most positions have their men on the same squares as the one before. Not thread-safe: use one object per
/// thread.
class ValueReader {
public:
    /// Keeps the reference. Valid until another class is loaded.
    explicit ValueReader(const ClassValues& values);
    ValueReader(ValueReader&&) noexcept;
    ValueReader& operator=(ValueReader&&) noexcept;
    ~ValueReader();

    /// Returns the position's value for the side to move, or nothing if its class is not loaded.
    [[nodiscard]] std::optional<Value> operator()(const Position& position) {
        Value value;
        return find(position, value) ? std::optional{value} : std::nullopt;
    }

    /// Returns those of `squares` whose positions are quiet, and their move counts; the counts of other squares are 0.
    /// Returns no square in a class without kings. Takes some 10 ns per placement if called once per row, for all its
    /// squares. Requires: a row of the loaded class, which was loaded with Reach::Moves; `squares` in row.squares().
    std::pair<Bitboard, scores::MoveCounts> quiet_move_counts(const ValueRow& row, Bitboard squares);

private:
    /// If the position's class is loaded, sets `value` and returns true. Not an optional: compilers build one in
    /// memory, which takes as long as the whole look-up.
    bool find(const Position& position, Value& value);

    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::analysis

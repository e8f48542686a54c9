// Values of many positions of a loaded class, one after the other, and numbers of moves of whole rows.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <dameotb/store/row/move_counts.hpp>
#include <dameotb/store/values/class_values.hpp>

namespace dameotb::store {

/// ClassValues::value for many positions, one after the other: remembers where it has looked, which takes half the time
/// where most positions have their men where the ones before them had theirs. One object a thread; not thread-safe.
class ValueReader {
public:
    /// Keeps the reference. Valid until another class is loaded.
    explicit ValueReader(const ClassValues& values);
    ValueReader(ValueReader&&) noexcept;
    ValueReader& operator=(ValueReader&&) noexcept;
    ~ValueReader();

    /// Empty if the position's class is not loaded.
    [[nodiscard]] std::optional<rules::Value> operator()(const rules::Position& position) {
        rules::Value value;
        return find(position, value) ? std::optional{value} : std::nullopt;
    }

    /// Those of `squares` on which no capture is forced, and their numbers of moves; in a class without kings none is
    /// counted. Of other squares the numbers are 0. Takes some 10 ns a placement, if a row is asked about once, for all
    /// its squares. Requires: a row of the class, which is loaded with Reach::Moves; a part of row.squares().
    std::pair<rules::Bitboard, MoveCounts> quiet_move_counts(const ValueRow& row, rules::Bitboard squares);

private:
    /// Not an optional, which compilers put together in memory, at the price of the whole look-up.
    bool find(const rules::Position& position, rules::Value& value);

    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::store

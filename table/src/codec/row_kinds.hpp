// What is known about whole rows and blocks of results.
#pragma once

#include <cstdint>
#include <vector>

#include "block_rows.hpp"
#include "contexts.hpp"
#include "side_model.hpp"

namespace dameotb::table {

/// The relative value that all quiet squares of a row have, or one of these.
using RowKind = std::uint8_t;
inline constexpr RowKind unknown_row = 0;
inline constexpr RowKind mixed_row = 4;

/// The identifiers of the first decisions about a block and about a row.
inline constexpr std::uint64_t block_kind_decision = 0;
inline constexpr std::uint64_t row_kind_decision = result_relative_values;

/// Makes the decisions that encode a kind, and returns it. decide(contexts, actual) returns each one: `actual`, or what
/// was read, in which case `kind` is meaningless. `first`: the identifier of the first decision.
template <class Decide>
[[nodiscard]] RowKind decide_kind(const RelativeValuesByFrequency& by_frequency, const Situation<row_votes>& situation,
                                  std::uint64_t first, RowKind kind, const Decide& decide) {
    if (!decide(situation.of(first), kind != mixed_row)) {
        return mixed_row;
    }
    std::size_t i = 0;
    while (i < result_relative_values - 1 && !decide(situation.of(first + 1 + i), kind == by_frequency[i])) {
        ++i;
    }
    return by_frequency[i];
}

/// The kinds of a block's rows.
class RowKinds {
public:
    /// Forgets all kinds. Makes room for `rows` rows.
    void reset(std::size_t rows) {
        kinds_.assign(rows, unknown_row);
        last_ = unknown_row;
    }
    /// Returns the contexts of the decisions about a row. `quiet`: the number of its quiet squares.
    [[nodiscard]] Situation<row_votes> situation(const NeighbourRows& neighbours, int quiet) const {
        const std::uint64_t nearest = of(neighbours.waiting_west) | of(neighbours.fellow_moved[0]) << 8 | last_ << 16;
        return Situation<row_votes>{{nearest | of(neighbours.waiting_south) << 24 | of(neighbours.same_kings) << 32,
                                     nearest | static_cast<std::uint64_t>(quiet) << 24}};
    }
    /// Keeps the kind of a row that has a quiet square.
    void add(std::size_t row, RowKind kind) {
        kinds_[row] = kind;
        last_ = kind;
    }

private:
    [[nodiscard]] std::uint64_t of(RowNumber row) const {
        return row == none ? unknown_row : kinds_[static_cast<std::size_t>(row)];
    }

    std::vector<RowKind> kinds_;
    std::uint64_t last_ = unknown_row;
};

}  // namespace dameotb::table

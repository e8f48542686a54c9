// Finds the placements of a row that answer a query.
// Cheap predicates are tried first, for the whole row; then predicates on single positions; last those that need
// moves to be generated.
#pragma once

#include <span>

#include <dameotb/analysis/query/lookup.hpp>
#include <dameotb/analysis/query/query.hpp>
#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::query {

/// A position that answers a query, and its value for the side to move.
struct Found {
    rules::Position position;
    rules::Value value;
    bool operator==(const Found&) const = default;
};

/// Returns those of row.squares() that are in zugzwang. Takes some 10 ns for the whole row.
[[nodiscard]] rules::Bitboard in_zugzwang(const analysis::ValueRow& row, Zugzwang zugzwang);

/// Returns whether Query::unique_solution holds for the position. `value`: the position's value, which is no draw.
[[nodiscard]] bool has_unique_solution(Lookup& lookup, const rules::Position& position, rules::Value value);

/// A query on one class with one side to move. Const members are thread-safe.
class Matcher {
public:
    /// Keeps both references. `ranges`: the values that are looked for.
    Matcher(const Query& query, std::span<const ValueRange> ranges) : query_{query}, ranges_{ranges} {}

    /// Returns those of `squares` whose placements answer the query, if Query::placed is left out. Requires: `squares`
    /// are in row.squares().
    [[nodiscard]] rules::Bitboard matching(const analysis::ValueRow& row, rules::Bitboard squares,
                                           Lookup& lookup) const;
    /// Returns the same for one position, from the definitions of the predicates.
    [[nodiscard]] bool matches(const rules::Position& position, Lookup& lookup) const;

    /// Returns those of row.squares() whose placements answer the query.
    [[nodiscard]] rules::Bitboard answering(const analysis::ValueRow& row, Lookup& lookup) const;

private:
    [[nodiscard]] rules::Bitboard candidates(const analysis::ValueRow& row) const;
    /// Returns those of `squares` whose placements have an image with Query::placed.
    [[nodiscard]] rules::Bitboard with_placed(const analysis::ValueRow& row, rules::Bitboard squares) const;
    /// Returns those of `squares` that have the right counts of moves and, if asked for, a unique solution.
    [[nodiscard]] rules::Bitboard with_moves(const analysis::ValueRow& row, rules::Bitboard squares,
                                             Lookup& lookup) const;
    [[nodiscard]] bool numbers_match(rules::Value value, int winning, int best) const;
    [[nodiscard]] bool numbers_match(const rules::Position& position, rules::Value value, Lookup& lookup) const;
    [[nodiscard]] bool solution_matches(const rules::Position& position, rules::Value value, Lookup& lookup) const;

    const Query& query_;
    std::span<const ValueRange> ranges_;
};

}  // namespace dameotb::query

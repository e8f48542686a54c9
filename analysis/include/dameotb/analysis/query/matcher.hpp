// Finds the placements of a row that answer a query. Cheap predicates are tried first, on the whole row; then
// predicates on single positions; finally those that require move generation.
#pragma once

#include <span>

#include <dameotb/analysis/query/lookup.hpp>
#include <dameotb/analysis/query/query.hpp>
#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::query {

/// A position that answers a query, and its value for the side to move.
struct Found {
    Position position;
    Value value;
    bool operator==(const Found&) const = default;
};

/// Returns those of row.squares() that are in zugzwang. Takes some 10 ns per row.
[[nodiscard]] Bitboard in_zugzwang(const analysis::ValueRow& row, Zugzwang zugzwang);

/// Returns whether Query::unique_solution holds for the position. `value`: the position's value, not a draw.
[[nodiscard]] bool has_unique_solution(Lookup& lookup, const Position& position, Value value);

/// A query on one class and side to move. Const members are thread-safe.
class Matcher {
public:
    /// Keeps both references. `ranges`: the values to find.
    Matcher(const Query& query, std::span<const ValueRange> ranges) : query_{query}, ranges_{ranges} {}

    /// Returns those of `squares` whose placements answer the query, ignoring Query::placed. Requires: `squares` are in
    /// row.squares().
    [[nodiscard]] Bitboard matching(const analysis::ValueRow& row, Bitboard squares, Lookup& lookup) const;
    /// Like matching() for one position, from the definitions of the predicates.
    [[nodiscard]] bool matches(const Position& position, Lookup& lookup) const;

    /// Returns those of row.squares() whose placements answer the query.
    [[nodiscard]] Bitboard answering(const analysis::ValueRow& row, Lookup& lookup) const;

private:
    [[nodiscard]] Bitboard candidates(const analysis::ValueRow& row) const;
    /// Returns those of `squares` whose placements have an image with Query::placed.
    [[nodiscard]] Bitboard with_placed(const analysis::ValueRow& row, Bitboard squares) const;
    /// Returns those of `squares` with matching move counts and, if requested, a unique solution.
    [[nodiscard]] Bitboard with_moves(const analysis::ValueRow& row, Bitboard squares, Lookup& lookup) const;
    [[nodiscard]] bool numbers_match(Value value, int winning, int best) const;
    [[nodiscard]] bool numbers_match(const Position& position, Value value, Lookup& lookup) const;
    [[nodiscard]] bool solution_matches(const Position& position, Value value, Lookup& lookup) const;

    const Query& query_;
    std::span<const ValueRange> ranges_;
};

}  // namespace dameotb::query

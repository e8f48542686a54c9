// Which placements of a row answer a query: cheap predicates for the whole row first, then for single positions,
// those that take move generation last.
#pragma once

#include <span>
#include <vector>

#include <dameotb/analysis/query/lookup.hpp>
#include <dameotb/analysis/query/query.hpp>
#include <dameotb/store/values/value_row.hpp>

namespace dameotb::query {

/// A position that answers a query, and its value for the side to move.
struct Found {
    rules::Position position;
    rules::Value value;
    bool operator==(const Found&) const = default;
};

/// Those of row.squares() in zugzwang. Takes some ten ns for the whole row.
[[nodiscard]] rules::Bitboard in_zugzwang(const store::ValueRow& row, Zugzwang zugzwang);

/// Whether the winner has one move that wins whenever it is his turn, in all play in which the loser holds out as long
/// as he can, but for the last move of the game. `value`: the position's, no draw.
[[nodiscard]] bool has_unique_solution(Lookup& lookup, const rules::Position& position, rules::Value value);

/// A query on one class with one side to move. Const members are thread-safe.
class Matcher {
public:
    /// Keeps both references. `ranges`: of the values that are looked for.
    Matcher(const Query& query, std::span<const ValueRange> ranges) : query_{query}, ranges_{ranges} {}

    /// Those of `squares` whose placements answer the query, but for Query::placed. Requires: a part of row.squares().
    [[nodiscard]] rules::Bitboard matching(const store::ValueRow& row, rules::Bitboard squares, Lookup& lookup) const;
    /// The same of one position, by its definition.
    [[nodiscard]] bool matches(const rules::Position& position, Lookup& lookup) const;

    /// Adds those placements of the row that answer the query.
    void add_found(const store::ValueRow& row, Lookup& lookup, std::vector<Found>& found) const;

private:
    [[nodiscard]] rules::Bitboard candidates(const store::ValueRow& row) const;
    /// Those with an image that has Query::placed.
    [[nodiscard]] rules::Bitboard with_placed(const store::ValueRow& row, rules::Bitboard squares) const;
    /// Those whose moves, and play, are as asked.
    [[nodiscard]] rules::Bitboard with_moves(const store::ValueRow& row, rules::Bitboard squares, Lookup& lookup) const;
    [[nodiscard]] bool numbers_match(rules::Value value, int winning, int best) const;
    [[nodiscard]] bool numbers_match(const rules::Position& position, rules::Value value, Lookup& lookup) const;
    [[nodiscard]] bool solution_matches(const rules::Position& position, rules::Value value, Lookup& lookup) const;

    const Query& query_;
    std::span<const ValueRange> ranges_;
};

}  // namespace dameotb::query

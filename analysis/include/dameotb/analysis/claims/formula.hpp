// Formulas about a position: predicates of queries, and numbers of moves and of pieces taken.
// They are joined by and, or, not, "some move leads to" and "every move leads to". A formula is evaluated for one
// position, or for a row at once.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/analysis/query/query.hpp>
#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::claims {

/// A formula, as a tree. Value type; immutable once made. Const members are thread-safe if each thread has its own
/// lookup.
class Formula {
public:
    /// Makes a formula that holds for every position.
    [[nodiscard]] static Formula truth() { return all_of({}); }
    /// Makes a formula that holds for the positions that answer the query. Its `longest`, `side_to_move` and `placed`
    /// are ignored.
    [[nodiscard]] static Formula answers(const query::Query& query);
    /// Makes a formula about the number of moves. Moves to the same position count as one (RULES 8).
    [[nodiscard]] static Formula moves(query::IntRange range);
    /// Makes a formula about the number of pieces that the side to move must capture; 0 if no capture is forced.
    [[nodiscard]] static Formula captures(query::IntRange range);
    [[nodiscard]] static Formula negation(Formula part);
    [[nodiscard]] static Formula all_of(std::vector<Formula> parts);
    [[nodiscard]] static Formula any_of(std::vector<Formula> parts);
    /// Makes a formula that holds if `part` holds for some position (some_move) or for every position (every_move) that
    /// a move leads to. There the other side is to move. If there is no move, every_move holds.
    [[nodiscard]] static Formula some_move(Formula part);
    [[nodiscard]] static Formula every_move(Formula part);

    /// Returns whether the formula holds for the position. Looks up a value only if needed: a formula that only counts
    /// moves needs no table.
    [[nodiscard]] bool holds(const rules::Position& position, query::Lookup& lookup) const;
    /// Returns those of `squares` for whose positions the formula holds. Requires: `squares` are in row.squares().
    [[nodiscard]] rules::Bitboard holds(const analysis::ValueRow& row, rules::Bitboard squares,
                                        query::Lookup& lookup) const;
    /// Returns whether values of positions after a move are needed.
    [[nodiscard]] bool looks_ahead() const;

private:
    enum class Kind : std::uint8_t { Answers, Moves, Captures, Negation, AllOf, AnyOf, SomeMove, EveryMove };
    Formula(Kind kind, std::vector<Formula> parts, query::IntRange range = {})
        : kind_{kind}, range_{range}, parts_{std::move(parts)} {}

    [[nodiscard]] rules::Bitboard capturing(const analysis::ValueRow& row, rules::Bitboard squares) const;

    Kind kind_;
    query::IntRange range_;
    query::Query query_;
    std::vector<query::ValueRange> values_;  ///< value_ranges(query_).
    std::vector<Formula> parts_;
};

}  // namespace dameotb::claims

// Formulas about a position: predicates of queries, and numbers of moves and of captured pieces, combined by and, or,
// not, "some move leads to" and "every move leads to". A formula is evaluated for one position or a whole row.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/analysis/query/query.hpp>
#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::claims {

/// A formula, as a tree. An immutable value type. Const members are thread-safe if each thread has its own lookup.
class Formula {
public:
    /// Holds for every position.
    [[nodiscard]] static Formula truth() { return all_of({}); }
    /// Holds for the positions that answer the query. Ignores its `longest`, `side_to_move` and `placed`.
    [[nodiscard]] static Formula answers(const query::Query& query);
    /// Holds under a draw rule for this result, if it is a win or a loss with that many plies (RuleValue).
    [[nodiscard]] static Formula under_rule(Wdl result, query::IntRange plies = {});
    /// Holds under a draw rule for draws that are wins or losses without it.
    [[nodiscard]] static Formula drawn_by_rule();
    /// Bounds the number of moves. Moves to the same position count as one (RULES 8).
    [[nodiscard]] static Formula moves(query::IntRange range);
    /// Bounds the number of pieces that the side to move must capture; 0 if no capture is forced.
    [[nodiscard]] static Formula captures(query::IntRange range);
    [[nodiscard]] static Formula negation(Formula part);
    [[nodiscard]] static Formula all_of(std::vector<Formula> parts);
    [[nodiscard]] static Formula any_of(std::vector<Formula> parts);
    /// Holds if `part` holds for some position (some_move) or every position (every_move) that a move leads to, with
    /// the other side to move. If there is no move, every_move holds.
    [[nodiscard]] static Formula some_move(Formula part);
    [[nodiscard]] static Formula every_move(Formula part);

    /// Returns whether the formula holds for the position. Looks up values only if needed: a formula that only counts
    /// moves needs no table.
    [[nodiscard]] bool holds(const Position& position, query::Lookup& lookup) const;
    /// Returns those of `squares` whose positions satisfy the formula. Requires: `squares` are in row.squares().
    [[nodiscard]] Bitboard holds(const analysis::ValueRow& row, Bitboard squares, query::Lookup& lookup) const;
    /// Returns whether the formula needs values of positions after a move.
    [[nodiscard]] bool looks_ahead() const;

private:
    enum class Kind : std::uint8_t {
        Answers,
        UnderRule,
        DrawnByRule,
        Moves,
        Captures,
        Negation,
        AllOf,
        AnyOf,
        SomeMove,
        EveryMove
    };
    Formula(Kind kind, std::vector<Formula> parts, query::IntRange range = {})
        : kind_{kind}, range_{range}, parts_{std::move(parts)} {}

    [[nodiscard]] bool holds_under_rule(const query::DtmFiles::UnderRule& found) const;
    [[nodiscard]] Bitboard with_result_under_rule(const analysis::ValueRow& row) const;
    [[nodiscard]] Bitboard capturing(const analysis::ValueRow& row, Bitboard squares) const;

    Kind kind_;
    query::IntRange range_;
    query::Query query_;
    std::vector<query::ValueRange> values_;  ///< value_ranges(query_).
    std::vector<Formula> parts_;
};

}  // namespace dameotb::claims

// What can be said of a position: predicates of queries, numbers of moves and pieces taken, joined by and, or, not, and
// "some move leads to", "every move leads to". Evaluated by its definition for a position, and for a row at once.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/analysis/query/query.hpp>
#include <dameotb/store/values/value_row.hpp>

namespace dameotb::claims {

/// A tree. Value type; immutable once made. Const members are thread-safe if the lookup is.
class Formula {
public:
    /// Holds for every position.
    [[nodiscard]] static Formula truth() { return all_of({}); }
    /// A query without `longest`, `side_to_move` and `placed`, which are not looked at.
    [[nodiscard]] static Formula answers(const query::Query& query);
    /// How many moves there are, those to the same position being one (RULES 8).
    [[nodiscard]] static Formula moves(query::IntRange range);
    /// How many pieces the side to move must capture; 0 if it can capture none.
    [[nodiscard]] static Formula captures(query::IntRange range);
    [[nodiscard]] static Formula negation(Formula part);
    [[nodiscard]] static Formula all_of(std::vector<Formula> parts);
    [[nodiscard]] static Formula any_of(std::vector<Formula> parts);
    /// Of the positions that moves lead to, in which the other side is to move. Every one of none holds.
    [[nodiscard]] static Formula some_move(Formula part);
    [[nodiscard]] static Formula every_move(Formula part);

    /// Asks for no value that it can do without: what only counts moves needs no table.
    [[nodiscard]] bool holds(const rules::Position& position, query::Lookup& lookup) const;
    /// Those of `squares`, a part of row.squares(), for whose positions it holds.
    [[nodiscard]] rules::Bitboard holds(const store::ValueRow& row, rules::Bitboard squares,
                                        query::Lookup& lookup) const;
    /// Whether values of positions after a move are needed.
    [[nodiscard]] bool looks_ahead() const;

private:
    enum class Kind : std::uint8_t { Answers, Moves, Captures, Negation, AllOf, AnyOf, SomeMove, EveryMove };
    Formula(Kind kind, std::vector<Formula> parts, query::IntRange range = {})
        : kind_{kind}, range_{range}, parts_{std::move(parts)} {}

    [[nodiscard]] rules::Bitboard capturing(const store::ValueRow& row, rules::Bitboard squares) const;

    Kind kind_;
    query::IntRange range_;
    query::Query query_;
    std::vector<query::ValueRange> values_;  ///< Of the query.
    std::vector<Formula> parts_;
};

}  // namespace dameotb::claims

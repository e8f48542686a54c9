// What is counted of the placements of a class for one statement, row by row; and the first of them, to be shown.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/store/values/value_row.hpp>

namespace dameotb::claims {

/// A position to be shown, and its value if the tables tell.
struct Example {
    rules::Position position{};
    std::optional<rules::Value> value;
};

/// Sums over rows.
struct Tally {
    std::uint64_t in_scope = 0;
    std::uint64_t holding = 0;            ///< Of these, for which the formula of a Count holds.
    std::optional<rules::Value> longest;  ///< Of the result of a Longest.

    void add(const Tally& other);
};

void add_row(const Count& count, const store::ValueRow& row, query::Lookup& lookup, Tally& tally);
void add_row(const Longest& longest, const store::ValueRow& row, query::Lookup& lookup, Tally& tally);

/// The first few positions by plies (0 for a draw), then by FEN. Of positions that are images of each other by a
/// symmetry of the board, the one with the first FEN that is in the scope.
class Examples {
public:
    static constexpr std::size_t most = 3;

    void add(const Scope& scope, const store::ValueRow& row, rules::Bitboard squares);
    void add(const Examples& other);
    [[nodiscard]] std::vector<Example> take() const;

private:
    struct Entry {
        int plies;
        std::string fen;
        Example example;
        bool operator<(const Entry& other) const {
            return plies != other.plies ? plies < other.plies : fen < other.fen;
        }
    };
    void insert(Entry entry);

    std::vector<Entry> entries_;  ///< In order.
};

/// What speaks against a statement: the exceptions to "all" and "all but"; for the other counts, those that are
/// counted; of a Longest, those that take longest. Requires: the tally of the whole class.
void add_examples(const Count& count, const Tally& tally, const store::ValueRow& row, query::Lookup& lookup,
                  Examples& examples);
void add_examples(const Longest& longest, const Tally& tally, const store::ValueRow& row, query::Lookup& lookup,
                  Examples& examples);

}  // namespace dameotb::claims

// Counts the placements of a class for one statement, row by row, and collects the first of them as examples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::claims {

/// A position to be shown, and its value if the tables have it.
struct Example {
    rules::Position position{};
    std::optional<rules::Value> value;
};

/// Sums over rows.
struct Tally {
    std::uint64_t in_scope = 0;
    std::uint64_t holding = 0;            ///< Those for which the formula of a Count holds.
    std::optional<rules::Value> longest;  ///< The longest value with the result of a Longest.

    void add(const Tally& other);
};

void add_row(const Count& count, const analysis::ValueRow& row, query::Lookup& lookup, Tally& tally);
void add_row(const Longest& longest, const analysis::ValueRow& row, query::Lookup& lookup, Tally& tally);

/// The first few positions in the order of plies (0 for a draw), then of FEN. Of the images of a position by the
/// symmetries of the board that are in the scope, only the one with the first FEN is shown.
class Examples {
public:
    static constexpr std::size_t most = 3;

    void add(const Scope& scope, const analysis::ValueRow& row, rules::Bitboard squares);
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

/// Adds positions that speak against a false statement: for "all" and "all but" the exceptions; for other counts the
/// positions that are counted; for a Longest those that take longest. Requires: `tally` is that of the whole class.
void add_examples(const Count& count, const Tally& tally, const analysis::ValueRow& row, query::Lookup& lookup,
                  Examples& examples);
void add_examples(const Longest& longest, const Tally& tally, const analysis::ValueRow& row, query::Lookup& lookup,
                  Examples& examples);

}  // namespace dameotb::claims

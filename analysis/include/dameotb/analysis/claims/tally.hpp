// Counts the placements of a class for one statement, row by row, and collects the first as examples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::claims {

/// A position to show, with what is known of it.
struct Example {
    Position position{};
    std::optional<Value> value;                ///< Nothing under a draw rule.
    std::optional<RuleValue> rule_value = {};  ///< Under a draw rule, with the counter.
    std::optional<Wdl> result = {};            ///< Without a draw rule, if the value is not known: what was proved.
};

/// Sums over rows.
struct Tally {
    std::uint64_t in_scope = 0;
    std::uint64_t holding = 0;           ///< Those that satisfy the formula of a Count.
    std::optional<Value> longest;        ///< The longest value with a Longest's result; nothing under a draw rule.
    std::optional<int> most_rule_plies;  ///< Under a draw rule, the most plies with a Longest's result.

    void add(const Tally& other);
};

void add_row(const Count& count, const analysis::ValueRow& row, query::Lookup& lookup, Tally& tally);
void add_row(const Longest& longest, const analysis::ValueRow& row, query::Lookup& lookup, Tally& tally);

/// The first few positions in order of plies (0 for a draw), then of FEN. Of a position's symmetric images in scope,
/// only the one with the first FEN is shown.
class Examples {
public:
    static constexpr std::size_t most = 3;

    void add(const Scope& scope, const analysis::ValueRow& row, Bitboard squares);
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

/// Adds counterexamples to a false statement: the exceptions for "all" and "all but"; for other counts, the positions
/// counted; for a Longest, those that take longest. Requires: `tally` covers the whole class.
void add_examples(const Count& count, const Tally& tally, const analysis::ValueRow& row, query::Lookup& lookup,
                  Examples& examples);
void add_examples(const Longest& longest, const Tally& tally, const analysis::ValueRow& row, query::Lookup& lookup,
                  Examples& examples);

}  // namespace dameotb::claims

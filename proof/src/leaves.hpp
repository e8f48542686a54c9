// The answers that end the search: those of the rules and of the tables.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>

#include <dameotb/index/limits.hpp>

#include "table_answers.hpp"

namespace dameotb::proof {

/// Not thread-safe.
class Leaves {
public:
    /// The tables must outlive it.
    explicit Leaves(TableAnswers& tables);

    /// Returns the result for White, if a side is bare or the tables have it. Asks them only where they may: of a class
    /// that has a file, or if a capture is forced, of as many pieces as captures are followed from. Throws what probes
    /// throw.
    [[nodiscard]] std::optional<Wdl> result(const Position& position, probe::WorkBudget* budget);
    /// Returns the plies to the end of a position that a side wins or has lost by `result`; nothing if the tables do
    /// not say them. Throws what probes throw.
    [[nodiscard]] std::optional<int> plies(const Position& position, probe::WorkBudget* budget);
    /// Returns whether `result` would look into the tables.
    [[nodiscard]] bool may_have(const Position& position) const;
    [[nodiscard]] std::uint64_t probes() const { return probes_; }

private:
    TableAnswers& tables_;
    std::bitset<index::class_numbers> has_;  ///< By class number, with the colours either way.
    int most_pieces_ = 0;                    ///< Of any class in it.
    std::uint64_t probes_ = 0;
};

}  // namespace dameotb::proof

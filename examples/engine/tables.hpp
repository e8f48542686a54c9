// The engine's view of the endgame tables: gives values if a table has them, and nothing otherwise.
// It does not ask about positions with more pieces than any table: the library would follow all captures in vain.
#pragma once

#include <optional>
#include <vector>

#include <dameotb/probe/tablebase.hpp>

namespace dameotb::engine {

/// Thread-safe. All questions throw what the probe library throws for a damaged file.
class Tables {
public:
    /// Makes an object without tables.
    Tables() = default;
    /// Opens directories. Throws what probe::Tablebase throws if one cannot be read.
    explicit Tables(const table::TableDirectories& directories);

    /// Returns the most pieces that any table has; 0 without tables.
    [[nodiscard]] int most_pieces() const { return most_pieces_; }
    /// Returns null without tables.
    [[nodiscard]] const probe::Tablebase* tablebase() const { return tablebase_ ? &*tablebase_ : nullptr; }

    /// Returns the result by the rules of the question.
    [[nodiscard]] std::optional<Wdl> wdl(const probe::Question& question) const;
    /// Returns result and distance without a draw rule.
    [[nodiscard]] std::optional<Value> value(const Position& position) const;
    /// Returns all legal moves, best first, if all their distances are known; under a draw rule, if no other can be
    /// better than the first.
    [[nodiscard]] std::optional<std::vector<probe::RankedMove>> ranked_moves(const probe::Question& question) const;
    /// Returns best play to the end.
    [[nodiscard]] std::optional<std::vector<Move>> best_line(const probe::Question& question) const;

private:
    [[nodiscard]] bool may_have(const Position& position) const { return position.occupied().count() <= most_pieces_; }

    std::optional<probe::Tablebase> tablebase_;
    int most_pieces_ = 0;
};

}  // namespace dameotb::engine

// The exact value of every position with one piece a side, computed in the plain way. Probes are compared with it.
// The values are those of the game cut off after n plies, for growing n until nothing changes. No index, no symmetry
// and no file is used.
#pragma once

#include <optional>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::tests {

class TwoPieceValues {
public:
    TwoPieceValues();

    /// Returns all positions without defect that have one piece a side, with either side to move.
    [[nodiscard]] const std::vector<rules::Position>& positions() const { return positions_; }
    /// Returns the value of a position. Requires: it is one of `positions()`, or one side has no pieces.
    [[nodiscard]] rules::Value of(const rules::Position& position) const;

private:
    std::vector<rules::Position> positions_;
    std::vector<rules::Value> values_;  ///< By the position's number.
};

/// Returns the values. They are computed once.
[[nodiscard]] const TwoPieceValues& two_piece_values();

/// Returns the value of a position of up to two pieces, of a position without a legal move, or of a position from which
/// only forced captures lead to such positions. A capture that wins at once is enough. Empty if another table would be
/// needed.
[[nodiscard]] std::optional<rules::Value> value_by_captures(const rules::Position& position);
/// Does the same, but takes an unknown value for any value there is. So it knows more: an unknown one does not matter
/// if it cannot be better than what is known.
[[nodiscard]] std::optional<rules::Value> value_by_bounds(const rules::Position& position);

}  // namespace dameotb::tests

// The exact value of every position with one piece a side, computed the plain way: what probing is compared with.
// The values of the game cut off after n plies, for growing n until nothing changes. No index, no symmetry, no file.
#pragma once

#include <optional>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::tests {

class TwoPieceValues {
public:
    TwoPieceValues();

    /// All positions without defect with one piece a side, either side to move.
    [[nodiscard]] const std::vector<rules::Position>& positions() const { return positions_; }
    /// Requires: a position of `positions()`, or one with a side without pieces.
    [[nodiscard]] rules::Value of(const rules::Position& position) const;

private:
    std::vector<rules::Position> positions_;
    std::vector<rules::Value> values_;  ///< By place.
};

/// Computed once.
[[nodiscard]] const TwoPieceValues& two_piece_values();

/// The value of a position of up to two pieces, of one without a legal move, or of one from which forced captures alone
/// lead to such; a capture that wins at once is enough. Empty if another table would be needed.
[[nodiscard]] std::optional<rules::Value> value_by_captures(const rules::Position& position);

}  // namespace dameotb::tests

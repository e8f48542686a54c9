// The exact value of every position with one piece a side, computed in the plain way. Probes are compared with it.
// The values are those of the game cut off after n plies, for growing n until nothing changes. No index, no symmetry
// and no file is used.
#pragma once

#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::tests {

class TwoPieceValues {
public:
    TwoPieceValues();

    /// Returns all positions without defect that have one piece a side, with either side to move.
    [[nodiscard]] const std::vector<Position>& positions() const { return positions_; }
    /// Returns the value of a position. Requires: it is one of `positions()`, or one side has no pieces.
    [[nodiscard]] Value of(const Position& position) const;

private:
    std::vector<Position> positions_;
    std::vector<Value> values_;  ///< By the position's number.
};

/// Returns the values. They are computed once.
[[nodiscard]] const TwoPieceValues& two_piece_values();

/// A value is neither less nor more than these.
struct ValueBounds {
    Value least;
    Value most;
};

/// Returns what the tables of two pieces tell of a position: the value of one of up to two pieces, of one without a
/// legal move, and what follows for one from which only forced captures lead on. Of all others, nothing.
[[nodiscard]] ValueBounds value_by_captures(const Position& position);

}  // namespace dameotb::tests

// A position with the game that led to it: plays moves, takes them back, and finds repetitions.
// Zobrist keys identify positions: one random number for each piece on each square, combined by exclusive or.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::engine {

using Key = std::uint64_t;

/// Returns the key of a position, computed from all its pieces.
[[nodiscard]] Key key_of(const Position& position);

/// Copies are independent. Not thread-safe.
class Board {
public:
    /// Requires: a position without defect.
    explicit Board(const Position& position);

    [[nodiscard]] const Position& position() const { return states_.back().position; }
    [[nodiscard]] Key key() const { return states_.back().key; }

    /// Makes a move. Requires: a legal move.
    void play(const Move& move);
    /// Takes the last move back. Requires: one was played.
    void undo() { states_.pop_back(); }

    /// Returns whether the position was on the board before. In a search, one time before is enough: a side that could
    /// do better the second time can do so the first time.
    [[nodiscard]] bool is_repetition() const;

private:
    struct State {
        Position position;
        Key key;
        int king_moves;  ///< Since the last capture or man's move, after which no earlier position comes back.
    };
    std::vector<State> states_;
};

}  // namespace dameotb::engine

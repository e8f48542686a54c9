// A position with the game that led to it, for moves forth and back and for repetitions.
// Positions are known by Zobrist keys: one random number for each piece on each square, combined by exclusive or.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::engine {

using Key = std::uint64_t;

/// The key of a position, counted afresh.
[[nodiscard]] Key key_of(const rules::Position& position);

/// Copies are independent. Not thread-safe.
class Board {
public:
    /// Requires: a position without defect.
    explicit Board(const rules::Position& position);

    [[nodiscard]] const rules::Position& position() const { return states_.back().position; }
    [[nodiscard]] Key key() const { return states_.back().key; }

    /// Requires: a legal move.
    void play(const rules::Move& move);
    /// Takes the last move back. Requires: one was played.
    void undo() { states_.pop_back(); }

    /// The position was on the board before. In a search once is enough: who could do better the second time can do
    /// so the first time.
    [[nodiscard]] bool is_repetition() const;

private:
    struct State {
        rules::Position position;
        Key key;
        int king_moves;  ///< Since a capture or a man's move, after which nothing comes back.
    };
    std::vector<State> states_;
};

}  // namespace dameotb::engine

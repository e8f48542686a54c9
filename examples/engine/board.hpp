// A position with the game that led to it, and the draw rule that may end it: plays moves, takes them back, and finds
// repetitions.
// Zobrist keys identify positions: one random number for each piece on each square, combined by exclusive or.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/probe/question.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::engine {

using Key = std::uint64_t;

/// Returns the key of a position, computed from all its pieces.
[[nodiscard]] Key key_of(const Position& position);

/// Copies are independent. Not thread-safe.
class Board {
public:
    /// Requires: a position without defect. `counter`: plies since the last capture or man's move, at least 0.
    explicit Board(const Position& position, int counter = 0, DrawRule rule = {});

    [[nodiscard]] const Position& position() const { return states_.back().position; }
    /// Returns the position with its counter and the rule, to ask the tables about.
    [[nodiscard]] probe::Question question() const {
        return {{position(), states_.back().counter}, {.name = {}, .draw_rule = rule_}};
    }
    /// Returns the key of all that the position's value depends on: under a rule, of its counter, too.
    [[nodiscard]] Key key() const;

    /// Makes a move. Requires: a legal move.
    void play(const Move& move);
    /// Takes the last move back. Requires: one was played.
    void undo() { states_.pop_back(); }

    /// Returns whether the position was on the board before. In a search, one time before is enough: a side that could
    /// do better the second time can do so the first time.
    [[nodiscard]] bool is_repetition() const;
    /// Returns whether the draw rule has ended the game, unless the side to move has no move, and so has lost.
    [[nodiscard]] bool is_drawn_by_rule() const { return rule_.exists() && states_.back().counter >= rule_.plies; }

private:
    struct State {
        Position position;
        Key key;
        int counter;  ///< Plies since the last capture or man's move, after which no earlier position comes back.
    };
    std::vector<State> states_;
    DrawRule rule_;
};

}  // namespace dameotb::engine

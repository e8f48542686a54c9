// All captures of a row's 64 positions in one search.
// The depth-first search of rules/capture_search.hpp, with one thing more to carry: the set of the runner's squares
// for which the leaps so far are what they are. Wherever the runner would be in the way, its squares drop out of the
// set; where it is the victim, a new set of squares comes in. So a piece's captures are searched once and not once
// for each square of the runner, and the runner's own once for each line on which it can meet its first victim.
#pragma once

#include <array>
#include <vector>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::store {

/// A leap chain that cannot go on, for the runner on any of some squares.
struct RowChain {
    rules::Square from;  ///< Of a fixed piece; without meaning if the runner captures.
    rules::Square to;
    rules::Bitboard taken;    ///< Fixed pieces.
    rules::Bitboard runners;  ///< The runner's squares before the capture.
    bool runner_captures;
    bool runner_taken;

    [[nodiscard]] int count() const { return taken.count() + static_cast<int>(runner_taken); }
};

/// The search. Reusable; not thread-safe.
class RowCaptureSearch {
public:
    /// Searches all captures of `fixed.side_to_move`. `fixed`: the row's pieces but the runner, a king of side
    /// `runner`.
    void search(const rules::Position& fixed, rules::Colour runner);

    /// What was found. A chain may be there several times, by different paths, and shorter ones than the rules allow
    /// (RULES 6) are there too: `longest` tells.
    [[nodiscard]] const std::vector<RowChain>& chains() const { return chains_; }
    /// The runner's squares for which some capture is on.
    [[nodiscard]] rules::Bitboard forced() const { return at_least_[1]; }
    /// Those of the chain's runner squares for which no other capture takes more.
    [[nodiscard]] rules::Bitboard longest(const RowChain& chain) const {
        return chain.runners - at_least_[static_cast<std::size_t>(chain.count()) + 1];
    }
    /// How many pieces the enemy has, the runner counted if it is his.
    [[nodiscard]] int enemies() const { return enemy_count_; }

private:
    /// What the runner is to the piece that captures: an own king in the way, an enemy not taken or taken already, or
    /// that piece itself, which is nowhere in its own way (RULES 5).
    enum class Runner : std::uint8_t { Own, Enemy, Taken, Itself };

    struct State {
        rules::Bitboard taken;
        rules::Bitboard runners;
        int count;
    };

    template <bool IsKing, Runner runner>
    void piece(rules::Square from);
    void runner_itself(const rules::Position& fixed);
    /// The runner's squares for which the piece can leap on.
    template <bool IsKing, Runner runner>
    rules::Bitboard leap(rules::Square at, const State& state);
    template <bool IsKing, Runner runner>
    rules::Bitboard leap(rules::Square at, rules::Direction d, const State& state);
    template <bool IsKing>
    rules::Bitboard leap_over_runner(rules::Bitboard before, rules::Square at, rules::Direction d, const State& state);
    template <bool IsKing, Runner runner>
    void land(rules::Square at, const State& state);

    static constexpr std::size_t most_enemies = 8;

    rules::Bitboard blockers_;  ///< Fixed pieces but the one that captures.
    rules::Bitboard enemies_;   ///< Fixed.
    int enemy_count_ = 0;
    rules::Square from_{0};
    std::vector<RowChain> chains_;
    /// By count: the runner's squares for which some chain takes that many or more.
    std::array<rules::Bitboard, most_enemies + 2> at_least_{};
};

}  // namespace dameotb::store

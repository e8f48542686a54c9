// All captures of a row's 64 positions in one search.
// This is the depth-first search of rules/capture_search.hpp, extended by the set of the pivot king's squares for which
// the leaps so far are possible. Squares where the pivot king would be in the way leave the set; where the pivot king
// is the victim, a new set begins. So a piece's captures are searched once, not once for each square of the pivot king.
// The pivot king's own captures are searched once for each line on which it can meet its first victim. The pivot king
// is a king, or a man where a class of men alone is solved.
#pragma once

#include <array>
#include <vector>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::scores {

/// Chains of leaps that cannot be extended, for the pivot king on any square of a set.
struct RowChain {
    Square from;        ///< Of the capturing fixed piece; meaningless if the pivot king captures.
    Bitboard landings;  ///< Where they end: one square for a fixed piece, one or more for the pivot king.
    Bitboard taken;     ///< The fixed pieces taken.
    Bitboard pivots;    ///< The pivot king's squares before the capture.
    bool pivot_captures;
    bool pivot_taken;

    [[nodiscard]] int count() const { return taken.count() + static_cast<int>(pivot_taken); }
};

/// The search and its results. Reusable; not thread-safe.
class RowCaptureSearch {
public:
    /// Searches all captures of `fixed.side_to_move`. `fixed`: the row's pieces without the pivot king, which is a king
    /// of side `pivot`.
    void search(const Position& fixed, Colour pivot);

    /// As above, for a pivot king that is a man. Gives no results for squares that a man cannot occupy.
    void search_for_man(const Position& fixed, Colour pivot);

    /// Returns the chains found. A chain may occur several times, by different paths. Chains too short to be legal
    /// (RULES 6) occur too; `longest` says for which squares of the pivot king a chain is legal.
    [[nodiscard]] const std::vector<RowChain>& chains() const { return chains_; }
    /// Returns the pivot king's squares for which a capture is forced.
    [[nodiscard]] Bitboard forced() const { return at_least_[1]; }
    /// Returns the chain's `pivots` for which no other chain takes more pieces.
    [[nodiscard]] Bitboard longest(const RowChain& chain) const {
        return chain.pivots - at_least_[static_cast<std::size_t>(chain.count()) + 1];
    }
    /// Returns the number of enemy pieces, including the pivot king if it is the enemy's.
    [[nodiscard]] int enemies() const { return enemy_count_; }

private:
    /// What the pivot king is to a capturing fixed piece: an own king in the way, an enemy not yet taken, or an enemy
    /// already taken.
    enum class Pivot : std::uint8_t { Own, Enemy, Taken };

    struct State {
        Bitboard taken;
        Bitboard pivots;
        int count;
    };

    template <bool PivotIsKing>
    void search_all(const Position& fixed, Colour pivot);
    template <bool IsKing, Pivot pivot>
    void piece(Square from);
    /// Searches the captures of the pivot king, which is never in its own way (RULES 5).
    template <bool IsKing>
    void pivot_itself(const Position& fixed);
    /// Searches the leaps of the pivot king over fixed enemies not taken yet, from each of some squares, and returns
    /// the squares from which there is one. `first`: these are the squares before the capture.
    Bitboard leap_with_pivot(Bitboard squares, const State& state, bool first);
    /// Lands the pivot king on each of some squares.
    void land_pivot(Bitboard squares, const State& state);
    /// Searches the leaps from `at`, and returns the pivot king's squares for which the piece can continue.
    template <bool IsKing, Pivot pivot>
    Bitboard leap(Square at, const State& state);
    template <bool IsKing, Pivot pivot>
    Bitboard leap(Square at, rules::Direction d, const State& state);
    template <bool IsKing>
    Bitboard leap_over_pivot(Bitboard before, Square at, rules::Direction d, const State& state);
    template <bool IsKing, Pivot pivot>
    void land(Square at, const State& state);

    static constexpr std::size_t most_enemies = 8;
    /// A fixed enemy, and by direction the squares beyond it that the pivot king can land on or come from.
    struct Victim {
        Square square{0};
        std::array<Bitboard, rules::orthogonals.size()> beyond;
    };

    Bitboard blockers_;  ///< The fixed pieces except the capturing one.
    Bitboard enemies_;   ///< The fixed ones.
    int enemy_count_ = 0;
    Square from_{0};
    std::vector<Victim> victims_;
    std::vector<RowChain> chains_;
    /// By number of pieces: the pivot king's squares for which some chain takes at least that many.
    std::array<Bitboard, most_enemies + 2> at_least_{};
};

}  // namespace dameotb::scores

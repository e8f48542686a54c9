// All captures of a plane in one search: of positions that differ in the squares of two kings.
// One of them is the pivot king of a row; the other, the second, distinguishes the rows of the plane. This is the
// depth-first search of rules/capture_search.hpp, extended by the squares of the two kings for which the leaps so far
// are possible: the product of a set of the second's squares and a set of the pivot king's squares. A path removes its
// squares from both sets; where one of the kings is the victim, its set becomes the squares on which it can be taken.
// Only if one of the two captures does its own square restrict the other's further: then a relation of both cuts the
// product.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::scores {

/// By the second's square, a set of the pivot king's squares.
using PairSet = SquareArray<std::uint64_t>;

/// One or more leaps of one piece, whether or not more can follow, for any pair of squares of the two kings in a set.
struct PlaneChain {
    enum class By : std::uint8_t { Fixed, Second, Pivot };

    By by;
    Square from;  ///< Of the capturing fixed piece; otherwise meaningless.
    Square landing;
    Bitboard taken;    ///< The fixed pieces taken.
    Bitboard seconds;  ///< The squares of the second before the capture, and those of the pivot king: all
    Bitboard pivots;   ///< pairs of these that are in `relation`.
    const PairSet* relation;
    int count;  ///< Of the pieces taken, these two included.
    bool second_taken;
    bool pivot_taken;

    [[nodiscard]] bool second_stays() const { return by != By::Second && !second_taken; }
    [[nodiscard]] bool pivot_stays() const { return by != By::Pivot && !pivot_taken; }
};

/// The search and its results. Reusable; not thread-safe.
class PlaneCaptureSearch {
public:
    PlaneCaptureSearch();

    /// Searches all captures of `fixed.side_to_move`. `fixed`: all pieces but the two kings, which are of these sides.
    /// `seconds`: the vacant squares of the second to consider.
    void search(const Position& fixed, Colour second, Colour pivot, Bitboard seconds);

    /// Returns the chains found, except those of `king_takes_king`. A chain may occur several times, by different
    /// paths; one that can be extended occurs along with its extensions. `longest` says for which squares it is a legal
    /// capture.
    [[nodiscard]] const std::vector<PlaneChain>& chains() const { return chains_; }
    /// Returns the pivot king's squares for which a capture is forced, by the second's square.
    [[nodiscard]] const PairSet& forced() const { return at_least_[1]; }
    /// Returns the pivot king's squares for which some chain takes all enemy pieces.
    [[nodiscard]] const PairSet& wins() const { return at_least_[static_cast<std::size_t>(enemies())]; }
    /// Returns the pivot king's squares for which the chain is possible and no chain takes more pieces.
    [[nodiscard]] std::uint64_t longest(const PlaneChain& chain, std::size_t second) const {
        return chain.pivots.bits() & (*chain.relation)[second] &
               ~at_least_[static_cast<std::size_t>(chain.count) + 1][second];
    }
    /// Returns whether the two kings are enemies, so that one may take the other.
    [[nodiscard]] bool kings_are_enemies() const { return second_is_enemy_ != pivot_is_enemy_; }
    /// Returns the pivot king's squares for which one of the two kings takes the other by a leap in that direction, and
    /// no chain takes more pieces. The leap ends on any vacant square beyond the victim, up to the next fixed piece.
    [[nodiscard]] std::uint64_t king_takes_king(rules::Direction d, std::size_t second) const {
        return king_takes_king_[static_cast<std::size_t>(d)][second] & ~at_least_[2][second];
    }
    /// Returns the number of enemy pieces, these two included.
    [[nodiscard]] int enemies() const { return enemy_count_; }

private:
    struct State {
        Bitboard taken;
        Bitboard seconds;
        Bitboard pivots;
        int count;
        bool second_taken;
        bool pivot_taken;
    };

    void search_fixed(Square from, bool is_king);
    void search_fixed_victims(rules::Direction d);
    void search_singles(rules::Direction d);
    void go_on(Square at, const State& state);
    void leap(Square at, rules::Direction d, const State& state);
    void leap_over_kings(Bitboard line, Square at, rules::Direction d, State state);
    void land(Square at, const State& state);
    void land_along(Bitboard landings, Square from, rules::Direction d, State state);
    /// Removes the squares that a leap passes from the sets.
    void pass(Bitboard squares, State& state) const;

    Position fixed_{};
    Bitboard blockers_;  ///< The fixed pieces except the capturing one.
    Bitboard enemies_;   ///< The fixed ones.
    Bitboard seconds_;
    Bitboard pivots_;
    bool second_is_enemy_ = false;
    bool pivot_is_enemy_ = false;
    int enemy_count_ = 0;
    PlaneChain::By by_{};
    Square from_{0};
    bool is_king_ = true;
    const PairSet* relation_ = nullptr;
    std::vector<PlaneChain> chains_;

    static constexpr std::size_t most_enemies = 8;
    /// By number of pieces: the squares for which some chain takes at least that many.
    std::array<PairSet, most_enemies + 2> at_least_{};
    std::array<PairSet, rules::orthogonals.size()> king_takes_king_{};
};

}  // namespace dameotb::scores

// The values of a plane's positions with forced captures, from solved classes.
// A chain leads to the same place for all pairs of squares of its two sets, except for those of the two kings that
// stay. So its values are one score, or a row over the squares of the king that stays, or a row for each square of the
// other.
#pragma once

#include <optional>

#include <dameotb/scores/captures/plane_capture_search.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// Resolves forced captures, one plane at a time. Not thread-safe: use one object per thread.
class PlaneCaptureResolver {
public:
    /// Keeps the reference. The classes that captures lead to must be in `solved_classes` when `resolve` is called.
    explicit PlaneCaptureResolver(const SolvedClasses& solved_classes) : views_{solved_classes} {}

    /// Resolves the captures of `fixed.side_to_move`. `fixed`: all pieces except the second and the pivot king, which
    /// are of these sides. `seconds`: the vacant squares of the second to consider.
    void resolve(const Position& fixed, Colour second, Colour pivot, Bitboard seconds);

    /// Returns the pivot king's squares for which a capture is forced.
    [[nodiscard]] Bitboard forced(Square second) const { return Bitboard{search_.forced()[second]}; }
    /// Returns the scores of these, by the pivot king's square. Other cells are unspecified.
    [[nodiscard]] const RowScores& scores(Square second) const { return scores_[second]; }

private:
    /// Where chains lead, except for the squares of some kings.
    struct Target {
        PlaneChain chain;  ///< One of them.
        Kings kings;       ///< Without the one that landed.
        bool lands_as_king;
        SliceView view;
    };

    void raise_by_singles();
    void raise_by(const PlaneChain& chain);
    [[nodiscard]] Kings enter_target(const PlaneChain& chain);
    [[nodiscard]] bool leads_to_target(const PlaneChain& chain) const;
    /// Writes the scores of moves to positions with one more king of that side, by its square, at least for `squares`.
    void write_row(const SliceView& view, const Kings& kings, Colour side, Bitboard squares, RowScores& row);

    PlaneCaptureSearch search_;
    SliceViews views_;
    Position fixed_{};
    Colour second_{};
    Colour pivot_{};
    Bitboard seconds_;
    index::Material material_;         ///< Of `fixed_`.
    std::optional<Target> target_;     ///< Where the last chain led.
    SquareArray<RowScores> scores_{};  ///< By the second's square.
    RowScores buffer_;
};

}  // namespace dameotb::scores

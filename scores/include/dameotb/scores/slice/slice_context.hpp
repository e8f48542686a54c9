// What is known of a slice independent of its kings: the men, and where their quiet moves lead.
// A man's line holds only men (RULES 1), so the men's moves of a slice depend on the kings only in that a king may
// occupy the target square.
#pragma once

#include <array>
#include <vector>

#include <dameotb/rules/men_moves.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::scores {

/// A man's quiet move and the finished slice it leads to, for the scores with the other side to move.
struct ManMove {
    Square to;
    bool promotes;
    SliceView target;
};

/// Calls visit(to, promotes, material, target) for every quiet move of the mover's men, even where a capture is forced
/// or a king is in the way: the square it leads to, and the slice, one of `material`. `own`: the material before it.
template <class Visit>
void for_each_slice_after_man_move(const index::Material& own, const index::Slice& slice, Colour mover, Visit&& visit) {
    const bool flip = mover == Colour::Black;
    const index::Slice seen = flip ? slice.flipped() : slice;
    rules::for_each_man_move(seen.white_men, seen.men(), [&](Square from, Square to) {
        const bool promotes = rank_8.contains(to);
        index::Slice target{seen.white_men - from, seen.black_men};
        if (!promotes) {
            target.white_men |= to;
        }
        visit(flip ? to.flipped() : to, promotes, promotes ? own.promoted(mover) : own,
              flip ? target.flipped() : target);
    });
}

/// Calls visit(ManMove) for all these moves. Requires: the classes that promotions lead to are in `solved_classes`;
/// `own` is the slice's class.
template <class Visit>
void for_each_man_move(const SolvedClasses& solved_classes, const ClassScores& own, const index::Slice& slice,
                       Colour mover, ViewLoads loads, Visit&& visit) {
    for_each_slice_after_man_move(
        own.material(), slice, mover,
        [&](Square to, bool promotes, const index::Material& material, const index::Slice& target) {
            visit(ManMove{to, promotes,
                          promotes ? solved_classes.view(material, target, opponent(mover), loads)
                                   : own.view(target, opponent(mover), loads)});
        });
}

/// Brings in the rows that quiet moves of either side's men lead to from positions of the slice with these co-kings.
/// Requires the same, and that man_moves_preserve_co_kings (slice_layout.hpp).
inline void bring_in_rows_after_men_moves(const SolvedClasses& solved_classes, const ClassScores& own,
                                          const index::Slice& slice, Bitboard co_kings) {
    for (const Colour mover : both_colours) {
        for_each_slice_after_man_move(
            own.material(), slice, mover,
            [&](Square to, bool promotes, const index::Material& material, const index::Slice& target) {
                if (co_kings.contains(to)) {
                    return;
                }
                if (promotes) {
                    const bool is_co_king = mover == own.layout().pivot();
                    solved_classes.bring_in_rows(material, target, opponent(mover),
                                                 is_co_king ? co_kings | to : co_kings);
                } else {
                    own.bring_in_rows(target, opponent(mover), co_kings);
                }
            });
    }
}

/// A slice with everything about it that does not depend on its kings. Made for a slice while it is solved or verified,
/// and used within one epoch.
class SliceContext {
public:
    /// Requires: the slices that men's moves lead to are finished, and in classes of `solved_classes` or in `own`.
    /// `loads`: of these slices. If nothing, the context can be used in later epochs as well.
    SliceContext(const SolvedClasses& solved_classes, const ClassScores& own, const index::Slice& slice,
                 ViewLoads loads = ViewLoads::Slice)
        : slice_{slice}, rule_{own.rule()} {
        for (const Colour mover : both_colours) {
            std::vector<ManMove>& moves = man_moves_[mover];
            moves.reserve(3 * static_cast<std::size_t>(own.material()[mover].men));
            for_each_man_move(solved_classes, own, slice, mover, loads,
                              [&](const ManMove& move) { moves.push_back(move); });
        }
    }

    [[nodiscard]] const index::Slice& slice() const { return slice_; }
    /// Returns the draw rule by which the scores of the slice's class count.
    [[nodiscard]] DrawRule rule() const { return rule_; }
    [[nodiscard]] const std::vector<ManMove>& man_moves(Colour c) const { return man_moves_[c]; }

private:
    index::Slice slice_;
    DrawRule rule_;
    ColourArray<std::vector<ManMove>> man_moves_;
};

}  // namespace dameotb::scores

// The plies of a class without men: each follows king moves back from what the last one found or, if that is much,
// sweeps over all rows.
#pragma once

#include <vector>

#include <dameotb/memory/parallel.hpp>

#include "plies.hpp"
#include "row/king_moves.hpp"
#include "row/leader_moves.hpp"
#include "row/row_moves.hpp"
#include "row/row_set.hpp"
#include "slice_cells.hpp"
#include "slice_state.hpp"

namespace dameotb::gen {

class FrontierPlies : public Plies {
public:
    /// Keeps the references. Requires: a class without men.
    FrontierPlies(const scores::SliceLayout& layout, SliceState& state, SliceCells& cells, DrawRule rule,
                  const memory::Team& team);

    void begin_slice(Bitboard men) override;
    bool run(scores::Score score) override;
    void end_ply() override;

private:
    /// Each set once for each of Frontiers.
    struct Side {
        std::vector<RowSet> frontier;  ///< Decided at the last ply. This ply only reads it.
        std::vector<RowSet> found;     ///< What this ply has found so far, decided at its end.
    };

    void find_wins(Colour mover, scores::Score score);
    void find_losses(Colour mover, scores::Score score);
    /// Returns whether the frontier has so many rows that the mover considers all of its own.
    [[nodiscard]] bool is_dense(const RowSet& frontier) const;
    /// Returns the enemy's positions of the last ply from which those with this score follow.
    [[nodiscard]] const RowSet& frontier_of(Colour mover, scores::Score score) {
        return sides_[opponent(mover)].frontier[frontiers_.of(static_cast<scores::Score>(-score))];
    }
    [[nodiscard]] RowSet& found(Colour mover, scores::Score score) { return sides_[mover].found[frontiers_.of(score)]; }
    /// Calls body(group) for each group of rows, in several threads.
    template <class Body>
    void for_each_group(Body&& body) const;
    /// Empties the sets in several threads.
    void clear(std::vector<RowSet>& sets) const;
    /// Finds the open positions from which a king move leads into a set or, if not `leads_into`, from which none does.
    /// `set`: by row. Requires: the co-kings lead, and nothing is found yet.
    void sweep(Colour mover, const std::uint64_t* set, bool leads_into, RowSet& found);
    /// Finds all positions of the mover from which a king move leads into the frontier.
    void find_unmoves(Colour mover, const RowSet& frontier, RowSet& found);
    /// Finds all open positions.
    void find_open(Colour mover, RowSet& found);
    /// Keeps those found from which all king moves lead to wins of the enemy.
    void keep_lost(Colour mover, RowSet& found);
    /// Adds the initial values with this score to those found, and decides them all. Only this touches cells.
    void decide(scores::Score score);
    void decide_part(Colour mover, std::uint32_t first, std::uint32_t end, scores::Score score);

    const scores::SliceLayout& layout_;
    SliceState& state_;
    SliceCells& cells_;
    Frontiers frontiers_;
    memory::Team team_;
    RowMoves moves_;
    // If the co-kings lead; otherwise empty.
    std::vector<LeaderMoves> leader_moves_;  ///< One per thread, for the pivot king's side to move.
    std::vector<KingMoves> other_moves_;     ///< One per thread, for the other side to move.
    std::vector<RowBand> other_bands_;
    ColourArray<Side> sides_;
};

}  // namespace dameotb::gen

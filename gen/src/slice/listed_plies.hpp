// The plies of a class without men: each follows king moves from the rows in which the last one found something.
#pragma once

#include <vector>

#include <dameotb/scores/threads/team.hpp>

#include "plies.hpp"
#include "row/king_moves.hpp"
#include "row/row_moves.hpp"
#include "row/row_set.hpp"
#include "slice_state.hpp"

namespace dameotb::gen {

class ListedPlies : public Plies {
public:
    /// Keeps the references. Requires: a class without men.
    ListedPlies(const scores::SliceLayout& layout, SliceState& state, const scores::Team& team);

    void begin_slice(rules::Bitboard men) override;
    bool run(int ply) override;

private:
    struct Side {
        explicit Side(std::uint32_t rows) : frontier{rows}, found{rows} {}

        RowSet frontier;  ///< Decided at the last ply. This ply only reads it.
        RowSet found;     ///< What this ply has found so far, decided at its end.
    };

    void win_ply(rules::Colour mover, int ply);
    void loss_ply(rules::Colour mover, int ply);
    /// Returns whether the last ply decided the enemy in so many rows that the mover considers all of its own.
    [[nodiscard]] bool is_dense(rules::Colour mover);
    /// Finds the open positions from which a king move leads into a set or, if not `leads_into`, from which none does.
    /// `set`: by row. Requires: the co-kings lead, and nothing is found yet.
    void sweep(rules::Colour mover, const std::uint64_t* set, bool leads_into, const scores::Team& team);
    /// Finds all positions of the mover from which a king move leads into the enemy's frontier.
    void find_unmoves(rules::Colour mover);
    /// Finds all open positions.
    void find_open(rules::Colour mover);
    /// Keeps those found from which all king moves lead to wins of the enemy.
    void keep_lost(rules::Colour mover);
    void take_initial_values(rules::Colour mover, int ply);
    /// Decides what the ply found.
    void finish_ply(rules::Colour mover, int ply);
    [[nodiscard]] Side& side(rules::Colour c) { return sides_[static_cast<std::size_t>(c)]; }
    [[nodiscard]] SideState& state(rules::Colour c) { return state_[static_cast<std::size_t>(c)]; }

    const scores::SliceLayout& layout_;
    SliceState& state_;
    scores::Team team_;
    RowMoves moves_;
    std::array<std::vector<RowBand>, 2> bands_;  ///< By side to move; empty if the co-kings do not lead.
    std::vector<KingMoves> sweeps_;              ///< One for each side to move and thread.
    std::array<Side, 2> sides_;
};

}  // namespace dameotb::gen

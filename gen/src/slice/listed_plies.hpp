// The plies of a class without men: each goes from the rows that the last one has found something in, along king moves.
#pragma once

#include <dameotb/store/threads/team.hpp>

#include "plies.hpp"
#include "row/row_moves.hpp"
#include "row/row_set.hpp"
#include "slice_state.hpp"

namespace dameotb::gen {

class ListedPlies : public Plies {
public:
    /// Keeps the references. Requires: a class without men.
    ListedPlies(const store::SliceLayout& layout, SliceState& state, const store::Team& team);

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
    void take_seeds(rules::Colour mover, int ply);
    /// Finds all positions of the mover from which a king move leads into the enemy's frontier.
    void find_unmoves(rules::Colour mover);
    /// Decides what the ply has found.
    void finish_ply(rules::Colour mover, int ply);
    [[nodiscard]] Side& side(rules::Colour c) { return sides_[static_cast<std::size_t>(c)]; }
    [[nodiscard]] SideState& state(rules::Colour c) { return state_[static_cast<std::size_t>(c)]; }

    const store::SliceLayout& layout_;
    SliceState& state_;
    store::Team team_;
    RowMoves moves_;
    std::array<Side, 2> sides_;
};

}  // namespace dameotb::gen

// The plies of a class with men: each considers the king moves of all rows, band by band.
#pragma once

#include <vector>

#include <dameotb/memory/parallel.hpp>

#include "plies.hpp"
#include "row/king_moves.hpp"
#include "slice_cells.hpp"
#include "slice_state.hpp"

namespace dameotb::gen {

class SweptPlies : public Plies {
public:
    /// Keeps the references. Requires: a class with men.
    SweptPlies(const scores::SliceLayout& layout, SliceState& state, SliceCells& cells, DrawRule rule,
               const memory::Team& team);

    void begin_slice(Bitboard men) override;
    bool run(scores::Score score) override;
    void end_ply() override;

private:
    using Words = std::vector<std::uint64_t>;

    /// The bands of one side to move, and two sets of its positions for each of Frontiers, by row.
    struct Side {
        std::vector<RowBand> bands;
        std::array<Words, 2> frontier;  ///< Decided at the last ply. This ply only reads it.
        std::array<Words, 2> found;     ///< Decided at this ply.
    };

    /// Finds what to decide at this ply, and returns whether there may be any.
    bool find(Colour mover, const RowBand& band, KingMoves& moves, scores::Score score);
    // For a side whose moves cross bands, three loops take the place of find(): begin_crossing() for every band; if
    // that may find any, KingMoves::add_part() for every part of the moves; then end_crossing() for every band.
    bool begin_crossing(Colour mover, const RowBand& band, KingMoves& moves, scores::Score score);
    bool end_crossing(Colour mover, const RowBand& band, scores::Score score);
    bool decide_in_parts(scores::Score score);
    bool keep_candidates(Colour mover, const RowBand& band, scores::Score score);
    bool decide(Colour mover, const RowBand& band, scores::Score score);
    std::uint64_t decide_row(Colour mover, std::uint32_t row, scores::Score score);
    [[nodiscard]] bool has_initial_values(Colour mover, const RowBand& band, scores::Score score);
    [[nodiscard]] Words& found(Colour mover, scores::Score score) { return sides_[mover].found[frontiers_.of(score)]; }
    /// Returns the frontier that a ply for this score starts from, and the set of positions that moves lead into.
    [[nodiscard]] const Words& frontier(Colour mover, scores::Score score) {
        return sides_[opponent(mover)].frontier[frontiers_.of(static_cast<scores::Score>(-score))];
    }
    [[nodiscard]] const std::uint64_t* reached(Colour mover, scores::Score score) {
        return score > 0 ? frontier(mover, score).data() : state_[opponent(mover)].unwon();
    }
    [[nodiscard]] static bool has_bits(const RowBand& band, const Words& words);

    const scores::SliceLayout& layout_;
    SliceState& state_;
    SliceCells& cells_;
    Frontiers frontiers_;
    memory::Team team_;
    ColourArray<Side> sides_;
    Words higher_;                  ///< What KingMoves finds in parts and keeps apart.
    std::vector<KingMoves> moves_;  ///< One per thread.
};

}  // namespace dameotb::gen

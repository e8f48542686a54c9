// Solves one slice: finds the exact value of every placement of the kings, by retrograde analysis, ply by ply.
// At each ply, a win needs one move to a loss of the last ply; a loss needs that no move leads outside the enemy's
// wins. One instruction answers this for 64 positions, all squares of the runner. docs/algorithm.md has the proof.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <dameotb/store/threads/team.hpp>
#include <dameotb/store/threads/work_count.hpp>

#include "row/row_seeder.hpp"
#include "row/row_set.hpp"

namespace dameotb::gen {

/// The solver and its working memory, reused for all slices of one class. Not thread-safe.
class SliceSolver {
public:
    /// Keeps both references. `team`: the threads that share the work inside one slice.
    SliceSolver(const store::FinishedClasses& finished, store::ClassScores& target, const store::Team& team);

    /// Fills the slice's cells of `target` for both sides to move.
    /// Requires: all slices that men's moves lead to are solved. Throws std::overflow_error if a distance exceeds
    /// store::longest_plies. Throws store::StopRequested; the cells are unspecified then.
    void solve(index::SliceId id, const index::Slice& slice);

    /// Returns how many units `count_in` counts for a slice with so many rows.
    [[nodiscard]] static constexpr std::uint64_t units(std::uint64_t rows) { return 2 * rows; }
    /// From now on counts what is done of each slice. Keeps the reference. `thread`: the one that calls `solve`.
    void count_in(store::WorkCount& count, std::size_t thread) {
        count_ = &count;
        thread_ = thread;
    }

private:
    /// State of the positions with one side to move. Until a position is decided, its cell holds what RowSeeder has
    /// written there. So a cell with the score of a ply that is still to come is a seed of that ply.
    struct Side {
        explicit Side(std::uint32_t rows);

        std::vector<std::uint64_t> open;  ///< By row: the quiet and undecided positions.
        std::vector<std::uint64_t> won;   ///< By row: wins up to the current ply, also those by forced captures.
        /// By a ply's parity and row: the score of the row's next seed at such a ply, draw_score if there is none.
        /// If a king move has decided the position meanwhile, no cell of the row has that score.
        std::array<std::vector<store::Score>, 2> next_seed;
        RowSet frontier;  ///< Decided at the last ply. This ply only reads it.
        RowSet found;     ///< What this ply has found so far, decided at its end.
        store::Score* scores = nullptr;

        [[nodiscard]] store::Score* cells(std::uint32_t row) const {
            return scores + std::size_t{row} * store::SliceLayout::row_cells;
        }
    };

    [[nodiscard]] Side& side(rules::Colour c) { return sides_[static_cast<std::size_t>(c)]; }
    [[nodiscard]] const Side& side(rules::Colour c) const { return sides_[static_cast<std::size_t>(c)]; }

    /// Returns the whole team, or the calling thread alone.
    [[nodiscard]] store::Team team(bool all) const { return {all ? team_.threads : 1, team_.stop}; }
    template <class Body>
    void for_parts(std::uint64_t count, Body&& body);
    void count_units(std::size_t inner_thread, std::uint64_t units) {
        if (count_ != nullptr) {
            count_->add(thread_ + inner_thread, units);
        }
    }
    /// Fills the cells of the positions that no ply has decided.
    void fill_draws();
    void seed(const store::SliceContext& context);
    void seed_row(const store::SliceContext& context, RowSeeder& seeder, std::uint32_t row);
    [[nodiscard]] bool has_seeds() const;
    void win_ply(rules::Colour mover, int ply);
    void loss_ply(rules::Colour mover, int ply);
    /// Calls use(row, bits) for the seeds of that ply, and looks for the next one in each of their rows.
    template <class Use>
    void take_seeds(Side& of, int ply, Use&& use);
    /// Finds all positions of the mover from which a king move leads into the enemy's frontier.
    void find_unmoves(rules::Colour mover);
    /// Decides what the ply has found.
    void finish_ply(rules::Colour mover, int ply);

    const store::FinishedClasses& finished_;
    store::ClassScores& target_;
    const store::SliceLayout& layout_;
    store::Team team_;
    store::WorkCount* count_ = nullptr;
    std::size_t thread_ = 0;
    rules::Bitboard men_;
    std::array<Side, 2> sides_;
    std::vector<RowSeeder> seeders_;  ///< One per thread.
};

}  // namespace dameotb::gen

// Solves one slice: finds the exact value of every placement of the kings, by retrograde analysis, ply by ply.
// At each ply, a win needs one move to a loss of the last ply; a loss needs that no move leads outside the enemy's
// wins. One instruction answers this for 64 positions, all squares of the runner. docs/algorithm.md has the proof.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/store/threads/team.hpp>

#include "row/row_seeder.hpp"
#include "row/row_symmetry.hpp"

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

private:
    /// State of the positions with one side to move.
    struct Side {
        std::vector<std::uint64_t> open;      ///< By row: the quiet and undecided positions.
        std::vector<std::uint64_t> won;       ///< By row: wins up to the current ply, also those by forced captures.
        std::vector<std::uint64_t> not_lost;  ///< By row: the best exit draws or wins, or loses at a later ply.
        std::vector<std::uint64_t> gathered;  ///< By row: the positions that this ply has found so far.
        std::vector<std::uint32_t> touched;   ///< Rows where `gathered` is not empty.
        std::vector<RowBits> frontier;        ///< Decided at the last ply. This ply only reads it.
        std::vector<RowBits> next_frontier;   ///< Decided at this ply.
        store::Score* scores = nullptr;
    };

    [[nodiscard]] Side& side(rules::Colour c) { return sides_[static_cast<std::size_t>(c)]; }
    [[nodiscard]] const Side& side(rules::Colour c) const { return sides_[static_cast<std::size_t>(c)]; }

    /// Returns the whole team, or the calling thread alone.
    [[nodiscard]] store::Team team(bool all) const { return {all ? team_.threads : 1, team_.stop}; }
    template <class Body>
    void for_parts(std::uint64_t count, Body&& body);
    void fill_images();
    void seed(const store::SliceContext& context);
    void seed_row(const store::SliceContext& context, RowSeeder& seeder, std::array<Seeds, 2>& seeds,
                  std::uint32_t row);
    [[nodiscard]] int last_seed_ply() const;
    void win_ply(rules::Colour mover, int ply);
    void loss_ply(rules::Colour mover, int ply);
    /// Decides the positions that the ply has gathered, and those with a forced capture whose value has that ply.
    void finish_ply(rules::Colour mover, int ply);
    template <class Use>
    void for_each_seed(Seeds::ByPly Seeds::*kind, rules::Colour mover, int ply, Use&& use) const;
    void gather(Side& to, std::uint32_t row, std::uint64_t bits);
    /// Gathers in the mover's side all positions from which a king move leads into the enemy's frontier.
    void gather_unmoves(rules::Colour mover, bool losses);
    void decide(Side& at, RowBits found, int ply);

    const store::FinishedClasses& finished_;
    store::ClassScores& target_;
    const store::SliceLayout& layout_;
    store::Team team_;
    std::optional<RowSymmetry> symmetry_;  ///< Only for a class without men.
    rules::Bitboard men_;
    std::array<Side, 2> sides_;
    std::vector<RowSeeder> seeders_;           ///< One per thread.
    std::vector<std::array<Seeds, 2>> seeds_;  ///< One per thread, by side to move.
};

}  // namespace dameotb::gen

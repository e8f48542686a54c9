// Solves one slice: exact distance for every placement of the kings, by set-wise retrograde analysis ply by ply.
// Per ply: a win needs one move to a loss of the last ply; a loss needs that no move leads outside the enemy's wins.
// Both are asked for 64 positions (all squares of the runner) an instruction. docs/algorithm.md has the proof.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/store/threads/team.hpp>

#include "row/row_seeder.hpp"
#include "row/row_symmetry.hpp"

namespace dameotb::gen {

/// Working memory for slices of one class; reused from slice to slice. One object a thread.
class SliceSolver {
public:
    /// Keeps both references. `team`: inside one slice.
    SliceSolver(const store::FinishedClasses& finished, store::ClassScores& target, const store::Team& team);

    /// Fills the slice's cells of `target` for both sides to move.
    /// Requires: all slices that men's moves lead to are solved. Throws std::overflow_error if a distance exceeds
    /// store::longest_plies, and store::StopRequested, which leaves the cells unspecified.
    void solve(index::SliceId id, const index::Slice& slice);

private:
    /// State of the positions with one side to move.
    struct Side {
        std::vector<std::uint64_t> open;      ///< By row: quiet and undecided.
        std::vector<std::uint64_t> won;       ///< By row: wins up to the current ply, forced captures too.
        std::vector<std::uint64_t> not_lost;  ///< By row: an exit draws or wins, or loses later than the current ply.
        std::vector<std::uint64_t> gathered;  ///< By row: what this ply has found so far.
        std::vector<std::uint32_t> touched;   ///< Rows where `gathered` is not empty.
        std::vector<RowBits> frontier;        ///< Decided at the last ply. Not written while this ply reads it.
        std::vector<RowBits> next_frontier;   ///< Decided at this ply.
        store::Score* scores = nullptr;
    };

    [[nodiscard]] Side& side(rules::Colour c) { return sides_[static_cast<std::size_t>(c)]; }
    [[nodiscard]] const Side& side(rules::Colour c) const { return sides_[static_cast<std::size_t>(c)]; }

    /// All of the team, or the calling thread alone.
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
    /// Decides what the ply has gathered, and the forced captures of that ply.
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
    std::optional<RowSymmetry> symmetry_;  ///< Of a class without men.
    rules::Bitboard men_;
    std::array<Side, 2> sides_;
    std::vector<RowSeeder> seeders_;           ///< One a thread.
    std::vector<std::array<Seeds, 2>> seeds_;  ///< One a thread, by side to move.
};

}  // namespace dameotb::gen

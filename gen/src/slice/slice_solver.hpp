// Solves one slice: finds the exact value of every placement of the kings, by retrograde analysis, ply by ply.
// At each ply, a win needs one move to a loss of the last ply; a loss needs all moves to lead to the enemy's wins. One
// instruction answers this for 64 positions, all squares of the pivot king. docs/algorithm.md has the proof.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/memory/work_count.hpp>
#include <dameotb/scores/captures/capture_planes.hpp>

#include "plies.hpp"
#include "row/initialisers.hpp"
#include "slice_cells.hpp"
#include "slice_state.hpp"

namespace dameotb::gen {

/// Returns how many adjacent rows are initialised together in a class that can_be_solved_in_parts: those of one set of
/// co-kings, if there are any.
[[nodiscard]] std::uint64_t initialised_together(const index::Material& material);

/// The solver and its working memory, reused for all slices of one class. Not thread-safe.
class SliceSolver {
public:
    /// Keeps the references and the pointer. `team`: the threads that share the work inside one slice. `memory`: see
    /// SliceCells; with it, `solve` begins epochs of its own.
    SliceSolver(const scores::SolvedClasses& solved_classes, scores::ClassScores& target, const memory::Team& team,
                memory::ScoreMemory* memory = nullptr);

    /// Fills the slice's cells of `target` for both sides to move. Requires: all slices that men's moves lead to are
    /// solved. Throws std::overflow_error if a distance exceeds scores::longest_plies. Throws memory::StopRequested;
    /// the cells are then unspecified.
    void solve(index::SliceId id, const index::Slice& slice);

    /// Returns how many steps `count_in` counts for a slice with `rows` rows.
    [[nodiscard]] static constexpr std::uint64_t steps(std::uint64_t rows) { return 2 * rows; }
    /// From now on counts the progress of each slice. Keeps the reference. `thread`: the one that calls `solve`.
    void count_in(memory::WorkCount& count, std::size_t thread) {
        count_ = &count;
        thread_ = thread;
    }

private:
    void count_work(std::size_t inner_thread, std::uint64_t steps) {
        if (count_ != nullptr) {
            count_->add(thread_ + inner_thread, steps);
        }
    }
    /// Returns whether the pivot king is the only king.
    [[nodiscard]] bool has_one_king() const { return layout_.co_kings() + layout_.others() == 0; }
    void move_only_king();
    void run_plies();
    bool run_ply(int ply);
    void initialise(const scores::SliceContext& context);
    void initialise_in_parts(const scores::SliceContext& context);
    void initialise_row(const scores::SliceContext& context, RowInitialiser& initialiser, std::uint32_t row);
    void initialise_plane(const scores::SliceContext& context, PlaneInitialiser& initialiser,
                          const scores::CapturePlane& plane);
    [[nodiscard]] bool has_initial_values() const;
    /// Fills the cells of the positions that no ply decided.
    void fill_draws();

    const scores::SolvedClasses& solved_classes_;
    scores::ClassScores& target_;
    const scores::SliceLayout& layout_;
    memory::Team team_;
    memory::WorkCount* count_ = nullptr;
    std::size_t thread_ = 0;
    Bitboard men_;
    SliceState state_;
    memory::ScoreMemory* memory_;
    SliceCells cells_;
    std::unique_ptr<Plies> plies_;
    scores::CapturePlanes planes_;
    // One per thread that initialises this class.
    std::vector<PlaneInitialiser> plane_initialisers_;
    std::vector<RowInitialiser> row_initialisers_;
};

}  // namespace dameotb::gen

// The cells of the slice that is being solved, and how its loops bring them into memory: all at once or, under a bound,
// part by part. Most of the work is done on sets of positions and touches no cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

#include <dameotb/gen/slice/slices_solver.hpp>
#include "slice_state.hpp"

namespace dameotb::gen {

class SliceCells {
public:
    /// The rows whose positions are decided together: those of the largest pages.
    static constexpr std::uint64_t part_rows = memory::ScorePages::most_page / scores::SliceLayout::row_cells;
    /// Returns the working set of such a part, with one side to move.
    [[nodiscard]] static memory::WorkingSet working_set_of_part(const index::Material& material) {
        return {scores::rows_bytes(material, part_rows), 2 * scores::slice_bytes(material)};
    }

    /// Keeps the reference and the pointer. `memory`: that of the class, which can_be_solved_in_parts, if its slices
    /// may come in by parts; null if the caller made room for all that a slice loads.
    SliceCells(scores::ClassScores& target, memory::ScoreMemory* memory) : target_{target}, memory_{memory} {}

    /// Begins a slice. Brings in all of its cells if there is room for them and all that captures lead to.
    void begin_slice(index::SliceId id, SliceState& state, const memory::Team& team) {
        const std::uint64_t total = memory_ == nullptr ? 0 : working_set_in_parts(target_.material()).total;
        is_in_parts_ = memory_ != nullptr && !memory_->can_hold(total);
        if (memory_ != nullptr && !is_in_parts_) {
            memory_->make_room(total, team);
        }
        id_ = id;
        for (const Colour c : both_colours) {
            state[c].begin_slice(is_in_parts_ ? target_.cells_of_slice(c, id) : target_.scores(c, id));
        }
    }

    /// Returns whether a loop has to bring in the cells that it touches, in epochs of its own.
    [[nodiscard]] bool is_in_parts() const { return is_in_parts_; }
    /// Brings in the cells of adjacent rows. Requires: is_in_parts().
    void load(Colour side_to_move, std::uint64_t first_row, std::uint64_t rows) {
        (void)target_.scores_of_rows(side_to_move, id_,
                                     {static_cast<std::uint32_t>(first_row), static_cast<std::uint32_t>(rows)});
    }

    /// Calls body(side_to_move, first, end) for parts of the rows that has_work(side_to_move, first, end) is true for,
    /// with their cells in memory: together all rows of both sides to move. Parts begin at multiples of
    /// part_rows. Throws memory::StopRequested.
    template <class HasWork, class Body>
    void for_each_part(const memory::Team& team, const HasWork& has_work, const Body& body) {
        // Where cells come in parts, every second pass goes backwards: what the last one used last is still in memory.
        const bool backwards = is_in_parts_ && std::exchange(is_backwards_next_, !is_backwards_next_);
        const std::uint64_t rows = target_.layout().rows();
        const std::uint64_t parts = (rows + part_rows - 1) / part_rows;
        const std::uint64_t tasks = both_colours.size() * parts;
        const auto run = [&](std::size_t, std::uint64_t number) {
            const std::uint64_t task = backwards ? tasks - 1 - number : number;
            const Colour side_to_move = both_colours[task / parts];
            const std::uint64_t first = task % parts * part_rows;
            const std::uint64_t end = std::min(first + part_rows, rows);
            if (!has_work(side_to_move, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end))) {
                return;
            }
            if (is_in_parts_) {
                load(side_to_move, first, end - first);
            }
            body(side_to_move, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end));
        };
        if (is_in_parts_) {
            memory::parallel_for_within(memory_, working_set_of_part(target_.material()), tasks, team, run);
        } else {
            memory::parallel_for(tasks, {tasks >= few_tasks ? team.threads : 1, team.stop}, run);
        }
    }

private:
    scores::ClassScores& target_;
    memory::ScoreMemory* memory_;
    index::SliceId id_{};
    bool is_in_parts_ = false;
    bool is_backwards_next_ = false;
};

}  // namespace dameotb::gen

// What is known of the positions of one slice while it is solved, and how a team's threads share its rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::gen {

/// The rows that a thread takes at once: a single row is too little work.
inline constexpr std::uint64_t rows_of_task = 512;
/// Fewer tasks than this are done by one thread.
inline constexpr std::uint64_t few_tasks = 8;

/// Calls body(thread, i) for i in 0..count-1, of rows or of groups of rows. `part`: how many of these a task has.
/// Throws memory::StopRequested.
template <class Body>
void for_each_in_tasks(std::uint64_t count, const memory::Team& team, Body&& body, std::uint64_t part = rows_of_task) {
    const std::uint64_t tasks = (count + part - 1) / part;
    const memory::Team sharing{tasks >= few_tasks ? team.threads : 1, team.stop};
    memory::parallel_for(tasks, sharing, [&](std::size_t thread, std::uint64_t task) {
        for (std::uint64_t i = task * part; i < std::min((task + 1) * part, count); ++i) {
            body(thread, i);
        }
    });
}

/// The positions with one side to move. Until a position is decided, its cell holds what the initialiser wrote. So a
/// cell with the score of a later ply is an initial value of that ply.
class SideState {
public:
    explicit SideState(const scores::SliceLayout& layout)
        : open_(layout.rows()), unwon_(layout.rows()), losable_(layout.is_up_to_symmetry() ? 0 : layout.rows()) {
        for (auto& next : next_initial_) {
            next.resize(layout.rows());
        }
    }

    /// Sets the slice's cells, those of all rows. They need not be in memory until they are used (SliceCells).
    void begin_slice(scores::Score* scores) { scores_ = scores; }
    /// Says which positions of the row are quiet; its cells have the initial values. An illegal row has no position.
    void begin_row(std::uint32_t row, std::uint64_t quiet, bool legal) {
        open_[row] = quiet;
        if (!losable_.empty()) {
            losable_[row] = scores::squares_with(cells(row), scores::no_score).bits();
        }
        unwon_[row] = ~std::uint64_t{0};
        for (const scores::Score first : {scores::score_at_ply(0), scores::score_at_ply(1)}) {
            next_of(first)[row] = legal ? first_initial(row, first) : scores::draw_score;
        }
    }

    [[nodiscard]] scores::Score* cells(std::uint32_t row) const {
        return scores_ + std::size_t{row} * scores::SliceLayout::row_cells;
    }
    /// Returns the row's quiet, undecided positions.
    [[nodiscard]] std::uint64_t open(std::uint32_t row) const { return open_[row]; }
    /// Returns those of them that are lost if the king moves lose: they have no out-of-slice move, or the best one was
    /// an initial value of an earlier ply, and a loss. Requires: a class with men.
    [[nodiscard]] std::uint64_t losable(std::uint32_t row) const { return open_[row] & losable_[row]; }
    /// Makes positions losable whose initial value is a loss at this ply.
    void make_losable(std::uint32_t row, std::uint64_t bits) { losable_[row] |= bits; }
    /// Returns, by row, all positions except the wins up to the current ply, including those by forced captures.
    [[nodiscard]] const std::uint64_t* unwon() const { return unwon_.data(); }
    /// Returns, by row, the score of the row's next initial value that is a win or a loss as this score is; draw_score
    /// if there is none. If a king move decided that position in the meantime, the row may have no such cell any more.
    [[nodiscard]] const std::vector<scores::Score>& next_initial(scores::Score score) const {
        return next_initial_[score > 0];
    }

    /// Returns the row's initial values with that score, and finds its next one. Requires:
    /// next_initial(score)[row] == score.
    std::uint64_t take_initial_values(std::uint32_t row, scores::Score score) {
        const int step = score > 0 ? -1 : 1;
        next_of(score)[row] = first_initial(row, static_cast<scores::Score>(score + step));
        return scores::squares_with(cells(row), score).bits();
    }
    /// Announces that the row's cells will soon be accessed.
    void prefetch(std::uint32_t row) const { __builtin_prefetch(cells(row), 1); }
    /// Gives positions the score, of a win or a loss.
    void decide(std::uint32_t row, std::uint64_t bits, scores::Score score) {
        open_[row] &= ~bits;
        if (score > 0) {
            unwon_[row] &= ~bits;  // the enemy's threads may read it while losses are decided
        }
        scores::fill(cells(row), Bitboard{bits}, score);
    }

private:
    /// Returns the score of the first initial value in a row's cells from that score on, with the same result.
    [[nodiscard]] scores::Score first_initial(std::uint32_t row, scores::Score score) const {
        return score > 0 ? scores::first_win(cells(row), score) : scores::first_loss(cells(row), score);
    }
    [[nodiscard]] std::vector<scores::Score>& next_of(scores::Score score) { return next_initial_[score > 0]; }

    std::vector<std::uint64_t> open_;
    std::vector<std::uint64_t> unwon_;
    std::vector<std::uint64_t> losable_;
    std::array<std::vector<scores::Score>, 2> next_initial_;  ///< Losses, wins.
    scores::Score* scores_ = nullptr;
};

/// Both sides to move.
using SliceState = ColourArray<SideState>;

}  // namespace dameotb::gen

// Walks over all placements of a class with many threads, and counts them: a histogram of results and distances, with
// or without a draw rule, and the longest win and loss. Results do not depend on the number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <dameotb/analysis/values/class_values.hpp>
#include <dameotb/index/class_index.hpp>

namespace dameotb::analysis {

struct ScanOptions {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    /// Called from the calling thread only.
    std::function<void(std::uint64_t parts_done, std::uint64_t parts)> on_progress{};
};

namespace detail {
/// The parts of a class, and the working set of a visit.
struct Parts {
    std::uint64_t count;
    memory::ScoreMemory* memory = nullptr;
    memory::WorkingSet working_set{0, 0};
};

/// Calls work(slot, part) for all parts in parallel. After each batch calls finish(slot) in the calling thread for the
/// slots of the batch, in the order of the parts. Returns false if stopped between batches.
bool for_each_part(const Parts& parts, const ScanOptions& options,
                   const std::function<void(std::size_t slot, std::uint64_t part)>& work,
                   const std::function<void(std::size_t slot)>& finish);
/// Returns the number of slots that for_each_part uses; slot numbers are below it.
[[nodiscard]] std::size_t slots_for(int threads);
}  // namespace detail

/// Visits all placements of the loaded class with `side_to_move` to move. Each part of the class has its own `Part{}`:
/// visit(Part&, const ValueRow&) adds a row to it, in parallel for different parts. Then take(Part&&) is called for
/// each part, in the calling thread and in part order, so the result does not depend on the number of threads. Returns
/// false if stopped: the parts taken so far are then the first ones. Rethrows what `visit` throws.
///
/// In a symmetric class a scan for Black to move shows the scan for White to move with colours swapped.
template <class Part, class Visit, class Take>
bool scan(const ClassValues& values, Colour side_to_move, const ScanOptions& options, const Visit& visit,
          const Take& take) {
    std::vector<Part> slots(detail::slots_for(options.threads));
    return detail::for_each_part(
        {values.parts(), values.memory(), values.working_set()}, options,
        [&](std::size_t slot, std::uint64_t part) {
            slots[slot] = Part{};
            values.visit_part(part, side_to_move, [&](const ValueRow& row) { visit(slots[slot], row); });
        },
        [&](std::size_t slot) { take(std::move(slots[slot])); });
}

/// Placements by their results for the side to move. Symmetric ones count separately.
struct ResultCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    [[nodiscard]] std::uint64_t all() const { return wins + draws + losses; }
    void add(const ResultCounts& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
    }
    bool operator==(const ResultCounts&) const = default;
};

/// Statistics of one side to move: of all placements, those with a forced capture included. Under a draw rule they hold
/// for counter 0.
struct SideStatistics : ResultCounts {
    /// Of the placements without a forced capture. One at once says more of pieces left hanging than of the class.
    ResultCounts quiet;
    // Counts by plies to the end of the game, or under a draw rule by the plies of the rule that a win or a loss needs
    // (RuleValue). They end with the most plies that occur.
    std::vector<std::uint64_t> wins_by_plies{};
    std::vector<std::uint64_t> losses_by_plies{};
    std::optional<Position> longest_win{};   ///< The one with the lowest index.
    std::optional<Position> longest_loss{};  ///< The one with the lowest index.
    std::uint64_t drawn_wins = 0;            ///< Draws that are wins without the draw rule.
    std::uint64_t drawn_losses = 0;          ///< Draws that are losses without the draw rule.

    /// Returns the plies of the longest win, or nothing if there is no win.
    [[nodiscard]] std::optional<int> longest_win_plies() const { return longest_plies(wins_by_plies); }
    [[nodiscard]] std::optional<int> longest_loss_plies() const { return longest_plies(losses_by_plies); }
    /// Returns the counts of wins (odd plies) and losses (even plies) together. Requires: no draw rule.
    [[nodiscard]] std::vector<std::uint64_t> by_plies() const;
    /// Returns the same statistics for the other side to move, with colours swapped.
    [[nodiscard]] SideStatistics flipped() const;
    bool operator==(const SideStatistics&) const = default;

private:
    [[nodiscard]] static std::optional<int> longest_plies(const std::vector<std::uint64_t>& by_plies) {
        return by_plies.empty() ? std::nullopt : std::optional{static_cast<int>(by_plies.size()) - 1};
    }
};

/// Accumulates the statistics of one side to move. The order in which rows are added does not matter.
class SideCounts {
public:
    /// Adds the placements of a row. `index`: the index of the class; `rule`: the one that it is loaded under, if any.
    void add(const index::ClassIndex& index, const ValueRow& row, DrawRule rule);
    void add(const SideCounts& other);
    [[nodiscard]] SideStatistics statistics(const index::ClassIndex& index, Colour side_to_move) const;

private:
    /// The wins, or the losses.
    struct Decided {
        std::vector<std::uint64_t> by_plies{};
        /// Of the placements with the most plies, and their mirror images.
        std::uint64_t lowest_index = std::numeric_limits<std::uint64_t>::max();

        void add(const index::ClassIndex& index, const ValueRow& row, Bitboard squares, DrawRule rule);
        void add(const Decided& other);
        /// Makes room for a placement with these plies. Returns whether no other has more.
        bool reach(std::size_t plies);
    };

    std::uint64_t draws_ = 0;
    std::uint64_t drawn_wins_ = 0;
    std::uint64_t drawn_losses_ = 0;
    ResultCounts quiet_;
    Decided wins_;
    Decided losses_;
};

/// Returns the statistics of the loaded class for one side to move; nothing if stopped. In a symmetric class Black's
/// statistics are White's, flipped.
[[nodiscard]] std::optional<SideStatistics> side_statistics(const ClassValues& values, Colour side_to_move,
                                                            const ScanOptions& options);

}  // namespace dameotb::analysis

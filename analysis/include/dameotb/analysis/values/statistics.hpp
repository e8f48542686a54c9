// Statistics of a class, with or without a draw rule: a histogram of results and distances over all placements, and
// the longest win and loss.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <dameotb/analysis/values/scan.hpp>
#include <dameotb/index/class_index.hpp>

namespace dameotb::analysis {

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

// Statistics of a class: a histogram of results and distances over all placements, and the longest win and loss.
#pragma once

#include <array>
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

/// Statistics of one side to move: of all placements, those with a forced capture included.
struct SideStatistics : ResultCounts {
    /// Of the placements without a forced capture. One at once says more of pieces left hanging than of the class.
    ResultCounts quiet;
    /// Counts of wins (odd plies) and losses (even plies), by plies. Ends with the longest distance that occurs.
    std::vector<std::uint64_t> by_plies;
    std::optional<Position> longest_win;   ///< The one with the lowest index.
    std::optional<Position> longest_loss;  ///< The one with the lowest index.

    /// Returns the plies of the longest win, or nothing if there is no win.
    [[nodiscard]] std::optional<int> longest_win_plies() const { return longest_plies(1); }
    [[nodiscard]] std::optional<int> longest_loss_plies() const { return longest_plies(0); }
    /// Returns the same statistics for the other side to move, with colours swapped.
    [[nodiscard]] SideStatistics flipped() const;
    bool operator==(const SideStatistics&) const = default;

private:
    [[nodiscard]] std::optional<int> longest_plies(int parity) const;
};

namespace detail {

/// The longest distance of a result, and the lowest index of a placement with that distance; the lower one of a
/// placement's own and its mirror image's index counts.
struct LongestDistance {
    int plies;
    std::uint64_t number = std::numeric_limits<std::uint64_t>::max();

    void add(const LongestDistance& other);
};

/// Returns the lower index of the placement and its mirror image.
[[nodiscard]] std::uint64_t first_number(const index::ClassIndex& index, const Position& position);

}  // namespace detail

/// Accumulates the statistics of one side to move. The order in which rows are added does not matter.
class SideCounts {
public:
    /// Adds the placements of a row. `index`: the index of the class.
    void add(const index::ClassIndex& index, const ValueRow& row);
    void add(const SideCounts& other);
    [[nodiscard]] SideStatistics statistics(const index::ClassIndex& index, Colour side_to_move) const;

private:
    static void add_longest(detail::LongestDistance& longest, const index::ClassIndex& index, const ValueRow& row,
                            Bitboard squares);

    std::uint64_t draws_ = 0;
    ResultCounts quiet_;
    std::array<std::uint64_t, scores::longest_plies + 1> by_plies_{};
    detail::LongestDistance longest_win_{1};
    detail::LongestDistance longest_loss_{0};
};

/// Returns the statistics of the loaded class for one side to move; nothing if stopped. In a symmetric class Black's
/// statistics are White's, flipped.
[[nodiscard]] std::optional<SideStatistics> side_statistics(const ClassValues& values, Colour side_to_move,
                                                            const ScanOptions& options);

}  // namespace dameotb::analysis

// Statistics of a class: a histogram of results and distances over all placements, and the longest win and loss.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/store/values/scan.hpp>

namespace dameotb::analysis {

/// One side to move. Counts are of placements, symmetric ones counted each.
struct SideStatistics {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    /// Wins by plies at odd places, losses at even ones; as long as the longest needs.
    std::vector<std::uint64_t> by_plies;
    std::optional<rules::Position> longest_win;   ///< The first by placement number.
    std::optional<rules::Position> longest_loss;  ///< The first by placement number.

    [[nodiscard]] std::uint64_t all() const { return wins + draws + losses; }
    /// Nothing if there is none.
    [[nodiscard]] std::optional<int> longest_win_plies() const { return longest_plies(1); }
    [[nodiscard]] std::optional<int> longest_loss_plies() const { return longest_plies(0); }
    /// Returns the same of the side to move with colours swapped.
    [[nodiscard]] SideStatistics flipped() const;

private:
    [[nodiscard]] std::optional<int> longest_plies(int parity) const;
};

/// Sums of the statistics of one side to move. What comes out does not depend on the order in which rows are added.
class SideCounts {
public:
    /// `index`: the class's.
    void add(const index::ClassIndex& index, const store::ValueRow& row);
    void add(const SideCounts& other);
    [[nodiscard]] SideStatistics statistics(const index::ClassIndex& index, rules::Colour side_to_move) const;

private:
    /// The longest distance of a result, and the lowest number of a placement that has it (of a placement and its
    /// mirror image the lower one counts).
    struct LongestDistance {
        int plies;
        std::uint64_t number = std::numeric_limits<std::uint64_t>::max();

        void add(const LongestDistance& other);
    };

    static void add_longest(LongestDistance& longest, const index::ClassIndex& index, const store::ValueRow& row,
                            rules::Bitboard squares);

    std::uint64_t draws_ = 0;
    std::array<std::uint64_t, store::longest_plies + 1> by_plies_{};
    LongestDistance longest_win_{1};
    LongestDistance longest_loss_{0};
};

/// Returns the statistics of the loaded class. For a symmetric class, Black's are White's with colours flipped. Empty
/// if stopped.
[[nodiscard]] std::optional<SideStatistics> side_statistics(const store::ClassValues& values,
                                                            rules::Colour side_to_move,
                                                            const store::ScanOptions& options);

}  // namespace dameotb::analysis

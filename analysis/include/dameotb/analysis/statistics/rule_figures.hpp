// The figures of a class under a draw rule: what it takes away, and how near to it play comes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <dameotb/analysis/run/run.hpp>
#include <dameotb/analysis/values/statistics.hpp>

namespace dameotb::analysis {

/// Statistics of one side to move under a draw rule, with counter 0. Counts are of placements; symmetric ones count
/// separately.
struct RuleStatistics {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t drawn_wins = 0;    ///< Draws that are wins without the rule.
    std::uint64_t drawn_losses = 0;  ///< Draws that are losses without the rule.
    // By the plies of the rule that a win or a loss needs (RuleValue). They end with the most plies that occur.
    std::vector<std::uint64_t> wins_by_plies;
    std::vector<std::uint64_t> losses_by_plies;
    // With the most plies. The ones with the lowest index.
    std::optional<Position> longest_win;
    std::optional<Position> longest_loss;

    [[nodiscard]] std::uint64_t all() const { return wins + draws + losses; }
    /// Returns the number of results that the rule changes.
    [[nodiscard]] std::uint64_t changed() const { return drawn_wins + drawn_losses; }
    /// Returns the most plies that a win needs; 0 if there is no win.
    [[nodiscard]] int most_win_plies() const { return most(wins_by_plies); }
    [[nodiscard]] int most_loss_plies() const { return most(losses_by_plies); }
    /// Returns the same statistics for the other side to move, with colours swapped.
    [[nodiscard]] RuleStatistics flipped() const;

private:
    [[nodiscard]] static int most(const std::vector<std::uint64_t>& by_plies) {
        return by_plies.empty() ? 0 : static_cast<int>(by_plies.size()) - 1;
    }
};

/// Returns the statistics of the class for one side to move; nothing if stopped. In a symmetric class Black's
/// statistics are White's, flipped. Requires: the class is loaded under a draw rule.
[[nodiscard]] std::optional<RuleStatistics> rule_statistics(const ClassValues& values, Colour side_to_move,
                                                            const ScanOptions& options);

struct RuleFigures {
    index::Material material{};
    DrawRule rule{};
    std::array<RuleStatistics, 2> sides;  ///< By Colour.

    [[nodiscard]] const RuleStatistics& side(Colour colour) const { return sides[static_cast<std::size_t>(colour)]; }
};

/// Calls take(figures) in the calling thread for each class, in the order given. The figures do not depend on the
/// number of threads. Returns false if stopped. Throws table::TablebaseError for a missing or damaged .dtz or .wdl
/// file, or one of another rule. Requires: options.rule exists; the classes are canonical.
bool count_rule_figures(const std::vector<index::Material>& classes, const RunOptions& options,
                        const std::function<void(const RuleFigures&)>& take);

}  // namespace dameotb::analysis

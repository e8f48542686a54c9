// Statistics of a class: counts of results and longest distances, over all placements.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include <dameotb/gen/class_values.hpp>
#include <dameotb/index/class_index.hpp>

namespace dameotb::gen {

/// One class, one side to move. Counts are over all placements, symmetric twins counted each.
struct ClassStats {
    index::Material material;
    rules::Colour side_to_move = rules::Colour::White;
    std::uint64_t all = 0;
    std::uint64_t win = 0;
    std::uint64_t draw = 0;
    std::uint64_t loss = 0;
    int longest_win_plies = 0;                    ///< 0 if there is no win.
    int longest_loss_plies = 0;                   ///< 0 if there is no loss, or none longer.
    std::optional<rules::Position> longest_win;   ///< The first by placement number.
    std::optional<rules::Position> longest_loss;  ///< The first by placement number.
    std::uint64_t stored = 0;  ///< Positions in the file for this side to move; 0 if the other side's are used.
};

/// Of the loaded class. For a symmetric class, Black's are White's with colours flipped. Once `stop` is set it returns
/// soon, with counts of a part of the class.
[[nodiscard]] ClassStats class_stats(const ClassValues& values, rules::Colour side_to_move, int threads,
                                     const std::atomic<bool>* stop = nullptr);

/// The longest distance met, and the lowest number of a placement that has it (of a placement and its mirror image the
/// lower one counts). What comes out does not depend on the order in which it is added.
struct Longest {
    int plies;  ///< At first: the least that is of interest.
    std::uint64_t number = std::numeric_limits<std::uint64_t>::max();

    void add(const Longest& other);
    /// Adds those of the row's wins that take at least as long. Requires: `number` counts for wins only.
    void add_wins(const index::ClassIndex& index, const ValueRow& row);
    /// The same of losses.
    void add_losses(const index::ClassIndex& index, const ValueRow& row);

private:
    void add(const index::ClassIndex& index, const ValueRow& row, rules::Bitboard squares);
};

}  // namespace dameotb::gen

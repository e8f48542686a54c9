// Statistics of a class: counts of results and longest distances, over all placements.
#pragma once

#include <cstdint>
#include <optional>

#include <dameotb/gen/class_values.hpp>

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

/// Of the loaded class. For a symmetric class, Black's are White's with colours flipped.
[[nodiscard]] ClassStats class_stats(const ClassValues& values, rules::Colour side_to_move, int threads);

}  // namespace dameotb::gen

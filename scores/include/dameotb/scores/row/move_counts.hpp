// How many moves of a row's positions win, and how many are best.
#pragma once

#include <array>
#include <cstdint>

namespace dameotb::scores {

/// Counts of moves for each placement of a row, by the pivot king's square.
struct MoveCounts {
    std::array<std::uint8_t, 64> winning{};  ///< How many moves win.
    std::array<std::uint8_t, 64> best{};     ///< How many moves keep the placement's value.
};

}  // namespace dameotb::scores

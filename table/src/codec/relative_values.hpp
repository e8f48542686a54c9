// Relative values: values as the codec compares them. One byte, greater is better for the runner's side, so that "the
// best of the lines" and "the worst on a line" are plain maxima and minima.
#pragma once

#include <array>
#include <cstdint>

#include <dameotb/table/format/metric.hpp>

namespace dameotb::table {

using RelativeValue = std::uint8_t;

/// Nothing is known: the square is blocked, a capture is forced there, or its position is later or not in the block.
/// Greater than all relative values.
inline constexpr RelativeValue unknown_relative_value = 255;
/// Less than all relative values.
inline constexpr RelativeValue no_relative_value = 0;

// Relative values of results: 1 loss, 2 draw, 3 win.
inline constexpr int result_relative_values = 3;

// Relative values of distances, for the mover: 1 to 126 losses at 0 to 125, 127 draw, 128 to 253 wins at 125 to 0.
inline constexpr RelativeValue drawn_distance_relative_value = 127;

/// Returns whether this is the relative value of a decided distance, `above` the draw's or below it.
[[nodiscard]] constexpr bool is_decided_relative_value(unsigned relative_value, bool above) {
    return above ? relative_value > drawn_distance_relative_value && relative_value < 2 * drawn_distance_relative_value
                 : relative_value > no_relative_value && relative_value < drawn_distance_relative_value;
}

/// Returns the relative value of a code, branch-free. `flipped`: for the waiting side, because the runner is its king.
/// Requires: the code of a value.
template <Coding coding>
[[nodiscard]] constexpr RelativeValue relative_value_of_code(std::uint8_t code, bool flipped) {
    if constexpr (coding == Coding::Results) {
        static_assert(loss_code == 0 && draw_code == 1 && win_code == 2);
        return static_cast<RelativeValue>(flipped ? result_relative_values - code : code + 1);
    } else {
        static_assert(drawn_distance_code == 0 && result_code_of(1) == loss_code && result_code_of(2) == win_code);
        constexpr RelativeValue top = 2 * drawn_distance_relative_value;
        const auto half = static_cast<RelativeValue>(code >> 1);
        const auto decided = static_cast<RelativeValue>(code % 2 == 0 ? top - half : half + 1);
        const RelativeValue relative_value = code == drawn_distance_code ? drawn_distance_relative_value : decided;
        return static_cast<RelativeValue>(flipped ? top - relative_value : relative_value);
    }
}

/// The map between codes and relative values, in both directions.
struct RelativeValueMap {
    std::array<RelativeValue, 256> relative_value_of{};  ///< By code. Meaningless for codes that are not values.
    std::array<std::uint8_t, 256> code_of{};             ///< By relative value.
};

/// Returns the map for values of the mover, or, if `flipped`, of the waiting side.
[[nodiscard]] constexpr RelativeValueMap make_relative_value_map(Coding coding, bool flipped) {
    RelativeValueMap map;
    for (unsigned i = 0; i <= most_code_of(coding); ++i) {
        const auto code = static_cast<std::uint8_t>(i);
        map.relative_value_of[code] = coding == Coding::Results
                                          ? relative_value_of_code<Coding::Results>(code, flipped)
                                          : relative_value_of_code<Coding::Distances>(code, flipped);
        map.code_of[map.relative_value_of[code]] = code;
    }
    return map;
}

namespace detail {
inline constexpr std::array<std::array<RelativeValueMap, 2>, 2> relative_value_maps{
    {{make_relative_value_map(Coding::Results, false), make_relative_value_map(Coding::Results, true)},
     {make_relative_value_map(Coding::Distances, false), make_relative_value_map(Coding::Distances, true)}}};
}  // namespace detail

[[nodiscard]] constexpr const RelativeValueMap& relative_value_map(Coding coding, bool flipped) {
    return detail::relative_value_maps[static_cast<std::size_t>(coding)][flipped ? 1 : 0];
}

}  // namespace dameotb::table

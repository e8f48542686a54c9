// Relative values: values as the codec compares them. One byte, the greater the better for the side of the runner, so
// that "the best of the lines" and "the worst on a line" are plain maxima and minima.
#pragma once

#include <array>
#include <cstdint>

#include <dameotb/table/codec/value_codes.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

using RelativeValue = std::uint8_t;

/// Nothing is known: the square is blocked, a capture is forced there, its position is not in the block, or it comes
/// later. It is greater than all relative values.
inline constexpr RelativeValue unknown_relative_value = 255;
/// Less than all relative values.
inline constexpr RelativeValue no_relative_value = 0;

// A .wdl has the relative values 1 loss, 2 draw, 3 win.
inline constexpr int wdl_relative_values = 3;

// A .dtm has, for the mover: 1 to 126 losses in 0 to 250 plies, 127 draw, 128 to 253 wins in 251 to 1 plies.
inline constexpr RelativeValue drawn_dtm_relative_value = 127;

/// Returns whether a .dtm has decided values of this relative value, `above` the relative value of a draw or below it.
[[nodiscard]] constexpr bool is_decided_relative_value(unsigned relative_value, bool above) {
    return above ? relative_value > drawn_dtm_relative_value && relative_value < 2 * drawn_dtm_relative_value
                 : relative_value > no_relative_value && relative_value < drawn_dtm_relative_value;
}

/// Returns the relative value of a code, without a branch. With `flipped`, of the side that waits: the runner is its
/// king. Requires: a value of the metric.
template <Metric metric>
[[nodiscard]] constexpr RelativeValue relative_value_of_code(std::uint8_t code, bool flipped) {
    if constexpr (metric == Metric::Wdl) {
        static_assert(loss_code == 0 && draw_code == 1 && win_code == 2);
        return static_cast<RelativeValue>(flipped ? wdl_relative_values - code : code + 1);
    } else {
        static_assert(drawn_dtm_code == 0 && dtm_code_of_plies(0) == 1 && dtm_code_of_plies(1) == 2);
        constexpr RelativeValue top = 2 * drawn_dtm_relative_value;
        const auto half = static_cast<RelativeValue>(code >> 1);
        const auto decided = static_cast<RelativeValue>(code % 2 == 0 ? top - half : half + 1);
        const RelativeValue relative_value = code == drawn_dtm_code ? drawn_dtm_relative_value : decided;
        return static_cast<RelativeValue>(flipped ? top - relative_value : relative_value);
    }
}

/// Both directions of the map between codes and relative values.
struct RelativeValueMap {
    std::array<RelativeValue, 256> relative_value_of{};  ///< By code. Codes that are no values have no meaning.
    std::array<std::uint8_t, 256> code_of{};             ///< By relative value.
};

/// Returns the map for values of the mover, or with `flipped` of the side that waits.
[[nodiscard]] constexpr RelativeValueMap make_relative_value_map(Metric metric, bool flipped) {
    const bool is_wdl = metric == Metric::Wdl;
    RelativeValueMap map;
    for (unsigned i = 0; i <= (is_wdl ? win_code : most_dtm_code); ++i) {
        const auto code = static_cast<std::uint8_t>(i);
        map.relative_value_of[code] = is_wdl ? relative_value_of_code<Metric::Wdl>(code, flipped)
                                             : relative_value_of_code<Metric::Dtm>(code, flipped);
        map.code_of[map.relative_value_of[code]] = code;
    }
    return map;
}

namespace detail {
inline constexpr std::array<std::array<RelativeValueMap, 2>, 2> relative_value_maps{
    {{make_relative_value_map(Metric::Wdl, false), make_relative_value_map(Metric::Wdl, true)},
     {make_relative_value_map(Metric::Dtm, false), make_relative_value_map(Metric::Dtm, true)}}};
}  // namespace detail

[[nodiscard]] constexpr const RelativeValueMap& relative_value_map(Metric metric, bool flipped) {
    return detail::relative_value_maps[static_cast<std::size_t>(metric)][flipped ? 1 : 0];
}

}  // namespace dameotb::table

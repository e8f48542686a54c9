// Grades: values as the codec compares them. One byte, the greater the better for the side of the runner, so that
// "the best of the lines" and "the worst on a line" are plain maxima and minima.
#pragma once

#include <array>
#include <cstdint>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/header.hpp>

namespace dameotb::codec {

using Grade = std::uint8_t;

/// Nothing is known: the square is blocked, a capture is forced there, its place is not in the unit, or it comes later.
/// It is greater than all grades.
inline constexpr Grade unknown_grade = 255;
/// Less than all grades.
inline constexpr Grade no_grade = 0;

// A .wdl has the grades 1 loss, 2 draw, 3 win.
inline constexpr int wdl_grades = 3;

// A .dtm has, for the mover: 1 to 126 losses in 0 to 250 plies, 127 draw, 128 to 253 wins in 251 to 1 plies.
inline constexpr Grade drawn_dtm_grade = 127;

/// Returns whether a .dtm has decided values of this grade, `above` the grade of a draw or below it.
[[nodiscard]] constexpr bool is_decided_grade(unsigned grade, bool above) {
    return above ? grade > drawn_dtm_grade && grade < 2 * drawn_dtm_grade : grade > no_grade && grade < drawn_dtm_grade;
}

/// Both directions of the map between codes and grades.
struct GradeMap {
    std::array<Grade, 256> grade_of{};        ///< By code. Codes that are no values have no meaning.
    std::array<std::uint8_t, 256> code_of{};  ///< By grade.
};

/// Returns the map for values of the mover. With `flipped`, for values of the side that waits: the runner is its king.
[[nodiscard]] constexpr GradeMap make_grade_map(format::Metric metric, bool flipped) {
    GradeMap map;
    const auto add = [&](unsigned code, unsigned grade) {
        const unsigned top = metric == format::Metric::Wdl ? wdl_grades + 1 : 2 * drawn_dtm_grade;
        const auto own = static_cast<Grade>(flipped ? top - grade : grade);
        map.grade_of[code] = own;
        map.code_of[own] = static_cast<std::uint8_t>(code);
    };
    if (metric == format::Metric::Wdl) {
        add(loss_code, 1);
        add(draw_code, 2);
        add(win_code, 3);
        return map;
    }
    add(drawn_dtm_code, drawn_dtm_grade);
    for (unsigned i = 1; i < drawn_dtm_grade; ++i) {
        add(dtm_code_of_plies(2 * static_cast<int>(i) - 2), i);
        add(dtm_code_of_plies(2 * static_cast<int>(i) - 1), 2 * drawn_dtm_grade - i);
    }
    return map;
}

namespace detail {
inline constexpr std::array<std::array<GradeMap, 2>, 2> grade_maps{
    {{make_grade_map(format::Metric::Wdl, false), make_grade_map(format::Metric::Wdl, true)},
     {make_grade_map(format::Metric::Dtm, false), make_grade_map(format::Metric::Dtm, true)}}};
}  // namespace detail

[[nodiscard]] constexpr const GradeMap& grade_map(format::Metric metric, bool flipped) {
    return detail::grade_maps[static_cast<std::size_t>(metric)][flipped ? 1 : 0];
}

}  // namespace dameotb::codec

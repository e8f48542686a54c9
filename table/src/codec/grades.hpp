// Grades: values as the codec compares them. One byte, the greater the better for the side of the runner, so that
// "the best of the lines" and "the worst on a line" are plain maxima and minima.
#pragma once

#include <array>
#include <cstdint>

#include <dameotb/table/codec/value_codes.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

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

/// Returns the grade of a code, without a branch. With `flipped`, of the side that waits: the runner is its king.
/// Requires: a value of the metric.
template <Metric metric>
[[nodiscard]] constexpr Grade grade_of_code(std::uint8_t code, bool flipped) {
    if constexpr (metric == Metric::Wdl) {
        static_assert(loss_code == 0 && draw_code == 1 && win_code == 2);
        return static_cast<Grade>(flipped ? wdl_grades - code : code + 1);
    } else {
        static_assert(drawn_dtm_code == 0 && dtm_code_of_plies(0) == 1 && dtm_code_of_plies(1) == 2);
        constexpr Grade top = 2 * drawn_dtm_grade;
        const auto half = static_cast<Grade>(code >> 1);
        const auto decided = static_cast<Grade>(code % 2 == 0 ? top - half : half + 1);
        const Grade grade = code == drawn_dtm_code ? drawn_dtm_grade : decided;
        return static_cast<Grade>(flipped ? top - grade : grade);
    }
}

/// Both directions of the map between codes and grades.
struct GradeMap {
    std::array<Grade, 256> grade_of{};        ///< By code. Codes that are no values have no meaning.
    std::array<std::uint8_t, 256> code_of{};  ///< By grade.
};

/// Returns the map for values of the mover, or with `flipped` of the side that waits.
[[nodiscard]] constexpr GradeMap make_grade_map(Metric metric, bool flipped) {
    const bool is_wdl = metric == Metric::Wdl;
    GradeMap map;
    for (unsigned i = 0; i <= (is_wdl ? win_code : most_dtm_code); ++i) {
        const auto code = static_cast<std::uint8_t>(i);
        map.grade_of[code] =
            is_wdl ? grade_of_code<Metric::Wdl>(code, flipped) : grade_of_code<Metric::Dtm>(code, flipped);
        map.code_of[map.grade_of[code]] = code;
    }
    return map;
}

namespace detail {
inline constexpr std::array<std::array<GradeMap, 2>, 2> grade_maps{
    {{make_grade_map(Metric::Wdl, false), make_grade_map(Metric::Wdl, true)},
     {make_grade_map(Metric::Dtm, false), make_grade_map(Metric::Dtm, true)}}};
}  // namespace detail

[[nodiscard]] constexpr const GradeMap& grade_map(Metric metric, bool flipped) {
    return detail::grade_maps[static_cast<std::size_t>(metric)][flipped ? 1 : 0];
}

}  // namespace dameotb::table

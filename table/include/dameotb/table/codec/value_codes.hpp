// The codes that table files hold as values (docs/format.md, "Values"), and what they mean. No other file of the source
// knows them.
#pragma once

#include <cstdint>

#include <dameotb/rules/value.hpp>

namespace dameotb::table {

/// The code of a position with a forced capture, which is not stored. No distance and no result has this code.
inline constexpr std::uint8_t dont_care_code = 255;

// A .wdl holds the result: 0 loss, 1 draw, 2 win.

inline constexpr unsigned loss_code = 0;
inline constexpr unsigned draw_code = 1;
inline constexpr unsigned win_code = 2;

/// Returns whether the code of a .wdl is a result.
[[nodiscard]] constexpr bool is_result(unsigned wdl_code) {
    return wdl_code <= win_code;
}

[[nodiscard]] constexpr std::uint8_t wdl_code_of(rules::Wdl wdl) {
    return static_cast<std::uint8_t>(static_cast<int>(wdl) + 1);
}

/// Requires: is_result(wdl_code).
[[nodiscard]] constexpr rules::Wdl wdl_of_code(unsigned wdl_code) {
    return static_cast<rules::Wdl>(static_cast<int>(wdl_code) - 1);
}

// A .dtm holds 0 for a draw, otherwise the plies to the end plus 1: wins are even, losses odd.

inline constexpr unsigned drawn_dtm_code = 0;

/// Returns the code of a win or a loss. Requires: plies not negative.
[[nodiscard]] constexpr unsigned dtm_code_of_plies(int plies) {
    return static_cast<unsigned>(plies) + 1;
}

/// Requires: the code of a win or a loss.
[[nodiscard]] constexpr int plies_of_dtm_code(unsigned code) {
    return static_cast<int>(code) - 1;
}

/// The greatest code of a distance: a win in 251 plies.
inline constexpr unsigned most_dtm_code = 252;

/// Requires: code <= most_dtm_code.
[[nodiscard]] constexpr rules::Value value_of_dtm_code(unsigned code) {
    return code == drawn_dtm_code ? rules::Value::draw()
           : code % 2 == 0        ? rules::Value::win_in(plies_of_dtm_code(code))
                                  : rules::Value::loss_in(plies_of_dtm_code(code));
}

/// Requires: at most 250 plies for a loss, or 251 for a win.
[[nodiscard]] constexpr std::uint8_t dtm_code_of(rules::Value value) {
    return value == rules::Value::draw() ? std::uint8_t{drawn_dtm_code}
                                         : static_cast<std::uint8_t>(dtm_code_of_plies(value.dtm().plies()));
}

/// Returns the code of a .wdl for the result that a code of a .dtm has. Requires: not dont_care_code.
[[nodiscard]] constexpr std::uint8_t wdl_code_of_dtm_code(unsigned code) {
    return static_cast<std::uint8_t>(code == drawn_dtm_code ? draw_code : code % 2 == 0 ? win_code : loss_code);
}

/// Does the same, but leaves dont_care_code as it is.
[[nodiscard]] constexpr std::uint8_t wdl_code_at(std::uint8_t dtm_code) {
    return dtm_code == dont_care_code ? dont_care_code : wdl_code_of_dtm_code(dtm_code);
}

}  // namespace dameotb::table

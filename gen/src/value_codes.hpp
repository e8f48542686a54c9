// The bytes of table files as values (format::Metric), one at a time.
#pragma once

#include <cstdint>

#include <dameotb/rules/value.hpp>

namespace dameotb::gen {

/// The longest distance that one byte can hold.
inline constexpr int longest_coded_plies = 254;

[[nodiscard]] constexpr rules::Value value_of_dtm_code(std::uint8_t code) {
    return code == 0       ? rules::Value::draw()
           : code % 2 == 0 ? rules::Value::win_in(code - 1)
                           : rules::Value::loss_in(code - 1);
}

/// Requires: at most longest_coded_plies.
[[nodiscard]] constexpr std::uint8_t dtm_code_of(rules::Value value) {
    return value == rules::Value::draw() ? std::uint8_t{0} : static_cast<std::uint8_t>(value.dtm().plies() + 1);
}

/// 0 loss, 1 draw, 2 win.
[[nodiscard]] constexpr std::uint8_t wdl_code_of(rules::Wdl wdl) {
    return static_cast<std::uint8_t>(static_cast<int>(wdl) + 1);
}

/// The .wdl code that goes with a .dtm code.
[[nodiscard]] constexpr std::uint8_t wdl_code_of_dtm_code(std::uint8_t code) {
    return code == 0 ? std::uint8_t{1} : static_cast<std::uint8_t>(code % 2 == 0 ? 2 : 0);
}

}  // namespace dameotb::gen

// Colours on a terminal. Only this file knows when there are any: never in a pipe or a file, nor if the variable
// NO_COLOR is set and not empty (https://no-color.org), nor on a terminal that has none (TERM=dumb).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <dameotb/rules/value.hpp>

namespace dameotb::tools {

/// What a word tells, and so its colour: good green, even amber, bad red.
enum class Tone : std::uint8_t { Good, Even, Bad };

/// Returns the tone of a result: a win is good, a draw even, a loss bad.
[[nodiscard]] Tone tone_of(rules::Wdl result);

/// Returns the text for standard output: in its colour if that is a terminal with colours, else as it is. Escape
/// sequences have no width on the terminal, so pad a text before.
[[nodiscard]] std::string coloured(std::string_view text, Tone tone);

/// Returns the text for standard error, likewise.
[[nodiscard]] std::string coloured_error(std::string_view text);

}  // namespace dameotb::tools

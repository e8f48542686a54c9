// The characters of pasted positions and games. Programs, web pages and word processors write other characters than
// the ASCII ones that FEN and PDN have: dashes, signs for "times" and "half", typographic quotes, blanks of many kinds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dameotb::rules::detail {

/// The first character of a text, and what stands for it in FEN and PDN.
struct PastedCharacter {
    std::size_t bytes;  ///< Of the text.
    std::string_view
        meaning;  ///< " " of each blank but the end of a line, "\"" of each double quote; otherwise itself.
};

/// Returns the first character. One without width, as a byte order mark between two games, has an empty meaning.
/// Bytes that are not UTF-8 mean themselves. Requires: the text is not empty.
[[nodiscard]] PastedCharacter first_character(std::string_view text);

/// Returns the text with each character's meaning in its place.
[[nodiscard]] std::string in_ascii(std::string_view text);

/// Returns whether the text begins with a symbol that annotators write beside moves and that is not ASCII: U+00B1
/// (plus-minus), an arrow, a mathematical operator, a box.
[[nodiscard]] bool begins_with_symbol(std::string_view text);

/// Returns the text with each byte that is not UTF-8 as in Windows-1252, the encoding of older programs; nothing if
/// all of it is UTF-8.
[[nodiscard]] std::optional<std::string> recoded(std::string_view text);

/// Returns whether a text of mostly ASCII characters begins as UTF-16 does, also if its byte order mark was lost.
[[nodiscard]] bool is_utf16(std::string_view text);

}  // namespace dameotb::rules::detail

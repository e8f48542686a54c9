#include "pasted_characters.hpp"

#include <algorithm>
#include <array>

#include <dameotb/rules/utf8.hpp>

namespace dameotb::rules::detail {

namespace {

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

/// Code points that mean the same.
struct Range {
    char32_t first;
    char32_t last;
    std::string_view meaning;
};

constexpr std::array ranges{
    Range{0x00A0, 0x00A0, " "},                                // no-break blank
    Range{0x00AB, 0x00AB, "\""},                               // <<
    Range{0x00AD, 0x00AD, ""},                                 // soft hyphen
    Range{0x00BB, 0x00BB, "\""},                               // >>
    Range{0x00BD, 0x00BD, "1/2"},                              // one half
    Range{0x00D7, 0x00D7, "x"},                                // times
    Range{0x0425, 0x0425, "x"},                                // Cyrillic
    Range{0x0445, 0x0445, "x"},                                // Cyrillic
    Range{0x2000, 0x200A, " "},                                // blanks of fixed width
    Range{0x200B, 0x200F, ""},                                 // no width, directions
    Range{0x2010, 0x2015, "-"},                                // hyphens, dashes
    Range{0x201C, 0x201F, "\""},                               // double quotes
    Range{0x2026, 0x2026, "..."}, Range{0x2028, 0x2029, " "},  // ends of lines, paragraphs
    Range{0x202A, 0x202E, ""},                                 // directions
    Range{0x202F, 0x202F, " "},                                // narrow no-break blank
    Range{0x2033, 0x2033, "\""},                               // double prime
    Range{0x2039, 0x203A, "\""},                               // < >
    Range{0x203C, 0x203C, "!!"},  Range{0x2047, 0x2047, "??"}, Range{0x2048, 0x2048, "?!"},
    Range{0x2049, 0x2049, "!?"},  Range{0x205F, 0x205F, " "},  Range{0x2060, 0x2069, ""},  // no width, directions
    Range{0x2212, 0x2212, "-"},                                                            // minus
    Range{0x2715, 0x2716, "x"},                                                            // crosses
    Range{0x2A2F, 0x2A2F, "x"},   Range{0x3000, 0x3000, " "},  Range{0xFE0E, 0xFE0F, ""},  // text or picture
    Range{0xFE58, 0xFE58, "-"},   Range{0xFE63, 0xFE63, "-"},  Range{0xFEFF, 0xFEFF, ""},  // byte order mark
    Range{0xFF01, 0xFF01, "!"},                                                            // full width
    Range{0xFF02, 0xFF02, "\""},  Range{0xFF0D, 0xFF0D, "-"},  Range{0xFF1F, 0xFF1F, "?"},
};

constexpr char32_t replacement = 0xFFFD;

/// The bytes 80 to 9F of Windows-1252; the others are those of Unicode.
constexpr std::array<char32_t, 32> windows_1252{
    0x20AC,      replacement, 0x201A, 0x0192, 0x201E, 0x2026,      0x2020, 0x2021,       //
    0x02C6,      0x2030,      0x0160, 0x2039, 0x0152, replacement, 0x017D, replacement,  //
    replacement, 0x2018,      0x2019, 0x201C, 0x201D, 0x2022,      0x2013, 0x2014,       //
    0x02DC,      0x2122,      0x0161, 0x203A, 0x0153, replacement, 0x017E, 0x0178};

/// Returns the first character, or bytes that are none.
std::string_view first_bytes(std::string_view text) {
    return text.substr(0, first_sequence(text).bytes);
}

/// Returns 0 for bytes that are no character.
char32_t code_point(std::string_view character) {
    constexpr std::array<unsigned, 5> lead_bits{0, 0x7F, 0x1F, 0x0F, 0x07};
    if (!first_sequence(character).is_character) {
        return 0;
    }
    char32_t code = static_cast<unsigned char>(character.front()) & lead_bits[character.size()];
    for (const char c : character.substr(1)) {
        code = (code << 6) | (static_cast<unsigned char>(c) & 0x3FU);
    }
    return code;
}

/// Requires: a code point from U+0080 to U+FFFF.
void append_character(std::string& text, char32_t code) {
    const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (code < 0x800) {
        text += byte(0xC0 | (code >> 6));
    } else {
        text += byte(0xE0 | (code >> 12));
        text += byte(0x80 | ((code >> 6) & 0x3F));
    }
    text += byte(0x80 | (code & 0x3F));
}

}  // namespace

PastedCharacter first_character(std::string_view text) {
    if (is_ascii(text.front())) {
        return {1, text.substr(0, 1)};
    }
    const std::string_view character = first_bytes(text);
    const char32_t code = code_point(character);
    const auto range = std::ranges::lower_bound(ranges, code, {}, &Range::last);
    const bool is_listed = range != ranges.end() && range->first <= code;
    return {character.size(), is_listed ? range->meaning : character};
}

std::string in_ascii(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto [bytes, meaning] = first_character(text);
        result += meaning;
        text.remove_prefix(bytes);
    }
    return result;
}

bool begins_with_symbol(std::string_view text) {
    if (text.empty() || is_ascii(text.front())) {
        return false;
    }
    const char32_t code = code_point(first_bytes(text));
    return code == 0x00B1 || (code >= 0x2190 && code <= 0x2BFF);
}

std::optional<std::string> recoded(std::string_view text) {
    std::string result;
    std::size_t done = 0;  // of the text, in the result
    for (std::size_t at = 0; at < text.size();) {
        if (is_ascii(text[at])) {
            ++at;
            continue;
        }
        const auto [bytes, is_character] = first_sequence(text.substr(at));
        if (!is_character) {
            const auto byte = static_cast<unsigned char>(text[at]);
            result.append(text, done, at - done);
            append_character(result, byte < 0xA0 ? windows_1252[byte - 0x80U] : byte);
            done = at + 1;
        }
        at += is_character ? bytes : 1;
    }
    if (done == 0) {
        return std::nullopt;
    }
    result.append(text, done);
    return result;
}

bool is_utf16(std::string_view text) {
    constexpr std::string_view lost_mark = "\xEF\xBF\xBD\xEF\xBF\xBD";  // to a reader of UTF-8
    constexpr std::size_t enough = 8;
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        return true;
    }
    text.remove_prefix(text.starts_with(lost_mark) ? lost_mark.size() : 0);
    text = text.substr(0, std::min(enough, text.size() / 2 * 2));
    const auto is_zero_from = [text](std::size_t first) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if ((text[i] == '\0') != (i % 2 == first)) {
                return false;
            }
        }
        return !text.empty();
    };
    return is_zero_from(0) || is_zero_from(1);
}

}  // namespace dameotb::rules::detail

// Escapes strings.
#include <dameotb/web/answers/json_writer.hpp>

#include <algorithm>

namespace dameotb::web {

namespace {

/// The beginning of a text: one UTF-8 character, or bytes that could only begin one.
struct Sequence {
    std::size_t bytes;
    bool is_character;
};

/// Requires: the text is not empty.
Sequence first_sequence(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    // Limits of the second byte exclude overlong forms, surrogates, and values above U+10FFFF.
    unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    std::size_t good = 1;
    for (; good < length && good < text.size() && least <= byte(good) && byte(good) <= most; ++good) {
        least = 0x80;
        most = 0xBF;
    }
    return {good, good == length};
}

/// Returns whether a byte is a character that a string may contain unescaped.
bool is_plain(char c) {
    return static_cast<signed char>(c) >= 0x20 && c != '"' && c != '\\';
}

/// Returns the escape sequence for an ASCII character that is not plain.
std::string escaped(char c) {
    constexpr std::string_view named = "\b\f\n\r\t\"\\";
    if (const std::size_t at = named.find(c); at != std::string_view::npos) {
        return {'\\', "bfnrt\"\\"[at]};
    }
    return {'\\', 'u', '0', '0', c < 0x10 ? '0' : '1', "0123456789abcdef"[c & 15]};
}

}  // namespace

JsonWriter& JsonWriter::value(std::string_view contents) {
    separate();
    text_ += '"';
    for (;;) {
        const auto special = std::ranges::find_if_not(contents, is_plain);
        text_.append(contents.begin(), special);
        contents.remove_prefix(static_cast<std::size_t>(special - contents.begin()));
        if (contents.empty()) {
            break;
        }
        const auto [bytes, is_character] = first_sequence(contents);
        if (!is_character) {
            text_ += "\xEF\xBF\xBD";
        } else if (bytes > 1) {
            text_ += contents.substr(0, bytes);
        } else {
            text_ += escaped(contents.front());
        }
        contents.remove_prefix(bytes);
    }
    text_ += '"';
    return *this;
}

}  // namespace dameotb::web

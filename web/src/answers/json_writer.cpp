// Escapes strings.
#include <dameotb/web/answers/json_writer.hpp>

#include <algorithm>

#include <dameotb/rules/utf8.hpp>

namespace dameotb::web {

namespace {

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
        const auto [bytes, is_character] = rules::first_sequence(contents);
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

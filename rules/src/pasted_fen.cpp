// Tidies positions as people paste them, and leaves the rest to the strict reader.
#include <algorithm>
#include <charconv>
#include <string>

#include <dameotb/rules/notation.hpp>

namespace dameotb::rules {

namespace {

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Returns the parameter fen of an address, with its percent signs decoded; any other text as it is.
std::string without_address(std::string_view text) {
    constexpr std::string_view name = "fen=";
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) {
        return std::string{text};
    }
    text.remove_prefix(at + name.size());
    text = text.substr(0, text.find_first_of("&#"));
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const bool is_encoded =
            text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr == text.data() + i + 3;
        decoded += is_encoded ? static_cast<char>(byte) : text[i];
        i += is_encoded ? 2 : 0;
    }
    return decoded;
}

/// Returns the text with each letter as the strict reader wants it: a section begins with a capital, a king is K, and
/// the files of squares are small.
std::string in_right_case(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_before_rank = i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '8';
        const bool begins_section = i == 0 || text[i - 1] == ':';
        if ((begins_section && text[i] >= 'a' && text[i] <= 'z') || text[i] == 'k') {
            text[i] = static_cast<char>(text[i] - 'a' + 'A');
        } else if (!begins_section && is_before_rank && text[i] >= 'A' && text[i] <= 'H') {
            text[i] = static_cast<char>(text[i] - 'A' + 'a');
        }
    }
    return text;
}

}  // namespace

Fen parse_pasted_fen(std::string_view text) {
    std::string tidied = without_address(text);
    std::erase_if(tidied, is_blank);
    if (tidied.ends_with('.')) {
        tidied.pop_back();
    }
    return parse_fen(in_right_case(std::move(tidied)));
}

}  // namespace dameotb::rules

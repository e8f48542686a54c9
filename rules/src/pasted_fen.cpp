// Tidies positions as people paste them, and leaves the rest to the strict reader.
#include <algorithm>
#include <charconv>
#include <string>

#include <dameotb/rules/notation.hpp>

#include "pasted_characters.hpp"

namespace dameotb::rules {

namespace {

/// In addresses of PlayStrategy blanks are underscores.
bool is_blank(char c) {
    return c == ' ' || c == '_' || (c >= '\t' && c <= '\r');
}

/// Returns the text with its percent signs decoded.
std::string percent_decoded(std::string_view text) {
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

/// Returns whether the text is an address, with a scheme or without. No position has a slash.
bool is_address(std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash != std::string_view::npos &&
           (text.substr(slash).starts_with("//") || text.substr(0, slash).find('.') != std::string_view::npos);
}

/// Returns whether a text without blanks begins as positions do, with the side to move.
bool begins_like_position(std::string_view text) {
    return text.size() > 1 && std::string_view{"WBwb"}.find(text[0]) != std::string_view::npos && text[1] == ':';
}

/// Returns the position in an address, decoded; any other text as it is. Throws NotationError if an address has none.
std::string without_address(std::string_view text) {
    struct Place {
        std::string_view before;
        std::string_view ends;
    };
    bool is_in_address = is_address(text);
    // The parameter; and the paths of PlayStrategy's analysis board and of its board editor.
    for (const auto& [before, ends] : {Place{"fen=", "&#"}, Place{"/analysis/dameo/", "?#"}, Place{"/editor/", "?#"}}) {
        if (const std::size_t at = text.find(before); at != std::string_view::npos) {
            const std::string_view rest = text.substr(at + before.size());
            std::string found = percent_decoded(rest.substr(0, rest.find_first_of(ends)));
            std::erase_if(found, is_blank);
            if (begins_like_position(found)) {
                return found;
            }
            if (found == "start") {
                return to_fen(initial_position());
            }
            is_in_address = true;
        }
    }
    if (is_in_address) {
        throw NotationError{
            "this address has no position in it: copy the position (FEN) or the game (PDN, PGN) from that page "
            "instead"};
    }
    return std::string{text};
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
    std::string tidied = detail::in_ascii(without_address(text));
    std::erase_if(tidied, is_blank);
    if (tidied.ends_with('.')) {
        tidied.pop_back();
    }
    return parse_fen(in_right_case(std::move(tidied)));
}

}  // namespace dameotb::rules

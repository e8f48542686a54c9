// The characters of texts that may not be UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace dameotb::rules {

/// The beginning of a text: one UTF-8 character, or bytes that could only begin one.
struct Utf8Sequence {
    std::size_t bytes;
    bool is_character;
};

/// Requires: the text is not empty.
[[nodiscard]] constexpr Utf8Sequence first_sequence(std::string_view text) {
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

}  // namespace dameotb::rules

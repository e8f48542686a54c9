// Writes JSON, which JavaScript reads faster than it could put objects together from numbers.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace dameotb::js {

/// Appends to a text. A comma is put before all but the first entry of an object or array.
class Json {
public:
    Json& key(std::string_view name) {
        separate();
        quote(name);
        text_ += ':';
        is_first_ = true;
        return *this;
    }
    Json& text(std::string_view value) {
        separate();
        quote(value);
        return *this;
    }
    Json& number(std::uint64_t value) {
        separate();
        char digits[20];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
        return *this;
    }
    Json& boolean(bool value) { return word(value ? "true" : "false"); }
    Json& null() { return word("null"); }
    /// Begins an object with '{', an array with '['.
    Json& begin(char bracket) {
        separate();
        text_ += bracket;
        is_first_ = true;
        return *this;
    }
    Json& end(char bracket) {
        text_ += bracket;
        is_first_ = false;
        return *this;
    }
    [[nodiscard]] const std::string& str() const { return text_; }

private:
    Json& word(std::string_view value) {
        separate();
        text_ += value;
        return *this;
    }
    void quote(std::string_view value) {
        text_ += '"';
        for (const char c : value) {
            if (static_cast<unsigned char>(c) < 0x20) {
                constexpr std::string_view digits = "0123456789abcdef";
                text_ += "\\u00";
                text_ += digits[static_cast<unsigned char>(c) >> 4];
                text_ += digits[static_cast<unsigned char>(c) & 15];
                continue;
            }
            if (c == '"' || c == '\\') {
                text_ += '\\';
            }
            text_ += c;  // also what is not UTF-8: the host puts U+FFFD there when it reads the text
        }
        text_ += '"';
    }
    void separate() {
        if (!is_first_) {
            text_ += ',';
        }
        is_first_ = false;
    }

    std::string text_;
    bool is_first_ = true;
};

}  // namespace dameotb::js

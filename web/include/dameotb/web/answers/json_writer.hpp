// Writes JSON text piece by piece, without spaces.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dameotb::web {

/// Appends to a text, inserting commas. In strings, replaces invalid UTF-8 by U+FFFD. Requires: the sequence of calls
/// forms valid JSON.
class JsonWriter {
public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }

    /// Writes the name of a member. Its value comes next.
    JsonWriter& key(std::string_view name) {
        value(name);
        text_ += ':';
        is_first_ = true;
        return *this;
    }
    JsonWriter& member(std::string_view name, const auto& contents) { return key(name).value(contents); }

    JsonWriter& value(std::string_view contents);
    JsonWriter& value(std::integral auto contents) {
        if constexpr (std::same_as<decltype(contents), bool>) {
            return word(contents ? "true" : "false");
        } else {
            char digits[20];
            return word({digits, std::to_chars(digits, digits + sizeof digits, contents).ptr});
        }
    }
    JsonWriter& null() { return word("null"); }
    /// null for nothing.
    template <class T>
    JsonWriter& value(const std::optional<T>& contents) {
        return contents ? value(*contents) : null();
    }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    JsonWriter& open(char bracket) {
        separate();
        text_ += bracket;
        is_first_ = true;
        return *this;
    }
    JsonWriter& close(char bracket) {
        text_ += bracket;
        is_first_ = false;
        return *this;
    }
    JsonWriter& word(std::string_view contents) {
        separate();
        text_ += contents;
        return *this;
    }
    void separate() {
        if (!is_first_) {
            text_ += ',';
        }
        is_first_ = false;
    }

    std::string text_;
    bool is_first_ = true;  ///< The next value is the first in its object or array, or follows its name.
};

}  // namespace dameotb::web

// Writes JSON as text, piece by piece and without spaces.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dameotb::web {

/// Appends to a text, and puts the commas. What is not UTF-8 in a string becomes U+FFFD. Requires: the calls make JSON
/// in their order.
class JsonWriter {
public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }

    /// Writes the name of a member, whose value comes next.
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
    bool is_first_ = true;  ///< Nothing stands before the next value in its object or array, or its name does.
};

}  // namespace dameotb::web

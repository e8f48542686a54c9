// Reads a text from the front; its errors name the character at which they occur.
#pragma once

#include <string>
#include <string_view>

#include <dameotb/rules/notation.hpp>

namespace dameotb::rules::detail {

/// Reads a line of text from the front. Ignores white space before and after it.
class TextCursor {
public:
    /// Throws NotationError if the text is longer than any position or move can be.
    explicit TextCursor(std::string_view text) {
        constexpr std::size_t longest = 4096;
        if (text.size() > longest) {
            throw NotationError{"longer than " + std::to_string(longest) + " characters"};
        }
        const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
        while (!text.empty() && is_space(text.back())) {
            text.remove_suffix(1);
        }
        text_ = text;
        while (!at_end() && is_space(peek())) {
            ++next_;
        }
    }

    [[nodiscard]] bool at_end() const { return next_ == text_.size(); }
    /// Returns the next character; NUL at the end.
    [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[next_]; }
    [[nodiscard]] std::string_view rest() const { return text_.substr(next_); }
    void skip(std::size_t count) { next_ += count; }
    /// Consumes the next character if it is c. Returns whether it was.
    bool accept(char c) {
        const bool is = !at_end() && peek() == c;
        next_ += is ? 1 : 0;
        return is;
    }

    /// Reads "a1" to "h8".
    Square read_square() {
        const std::string_view name = rest().substr(0, 2);
        if (name.size() < 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') {
            fail("expected a square (a1 to h8)");
        }
        skip(2);
        return Square{name[0] - 'a', name[1] - '1'};
    }

    /// Throws NotationError with the reason, the number of the next character, counted from 1, and that character.
    [[noreturn]] void fail(const std::string& reason) const {
        throw NotationError{reason + " at character " + std::to_string(next_ + 1) + ", found " + found()};
    }

private:
    [[nodiscard]] std::string found() const {
        if (at_end()) {
            return "the end";
        }
        const char c = peek();
        return c == ' '              ? "a blank"
               : c > ' ' && c <= '~' ? std::string{"'"} + c + "'"
                                     : "a character that is not printable";
    }

    std::string_view text_;
    std::size_t next_ = 0;
};

}  // namespace dameotb::rules::detail

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

    /// Reads "a1" to "h8", and no further digit.
    Square read_square() {
        const std::string_view name = rest().substr(0, 3);
        if (name.size() < 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' ||
            (name.size() > 2 && is_digit(name[2]))) {
            refuse_square();
        }
        skip(2);
        return Square{name[0] - 'a', name[1] - '1'};
    }

    /// Throws NotationError with the reason, the number of the next character, counted from 1, and that character; or
    /// `size` of them, which are printable. `hint`: what more there is to say.
    [[noreturn]] void fail(const std::string& reason, std::size_t size = 1, const char* hint = "") const {
        std::string text = reason + " at character " + std::to_string(next_ + 1) + ", found ";
        if (at_end()) {
            text += "the end";
        } else if (peek() == ' ') {
            text += "a blank";
        } else if (peek() > ' ' && peek() <= '~') {
            text.append("'").append(rest().substr(0, size)).append("'");
        } else {
            text += "a character that is not printable";
        }
        throw NotationError{text + hint};
    }

private:
    [[nodiscard]] static bool is_digit(char c) { return c >= '0' && c <= '9'; }

    /// Throws NotationError with the word that is there instead of a square. No square has a number, as in other games
    /// of draughts; that of a move has a dot.
    [[noreturn]] void refuse_square() const {
        std::size_t digits = 0;
        std::size_t size = 0;
        char next = '\0';
        for (const char c : rest()) {
            next = c;
            if (!is_digit(c) && ((c | 0x20) < 'a' || (c | 0x20) > 'z')) {
                break;
            }
            digits += is_digit(c) ? 1 : 0;
            ++size;
        }
        const bool is_number = size > 0 && digits == size && next != '.';
        fail("expected a square (a1 to h8)", size > 0 ? size : 1, is_number ? "; Dameo names squares a1 to h8" : "");
    }

    std::string_view text_;
    std::size_t next_ = 0;
};

}  // namespace dameotb::rules::detail

// Reads one line of a claims file word by word.
// It knows words, numbers, strings and punctuation, and how far it has read, but not what they mean.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include <dameotb/analysis/query/query.hpp>

namespace dameotb::claims {

/// An error in the text of a claims file. `what()` is one line without the file: "3:14: expected ..., found ...".
class SyntaxError : public std::runtime_error {
public:
    /// `line` and `column` count from 1; columns are bytes.
    SyntaxError(int line, std::size_t column, const std::string& what)
        : std::runtime_error{std::to_string(line) + ":" + std::to_string(column) + ": " + what} {}
};

/// A line, and how far it has been read. All members that read throw SyntaxError if the line does not go on with what
/// they expect.
class Cursor {
public:
    /// Keeps the view. Leaves out a comment, which goes from a `#` outside a string to the end of the line.
    Cursor(std::string_view text, int line_number);

    [[nodiscard]] int line_number() const { return line_number_; }
    /// Returns the line without its comment and the blanks around it.
    [[nodiscard]] std::string_view text() const { return text_.substr(begin_); }
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

    /// Returns the next word, number, string with its quotes, or one of , : ( ), and stays before it. Returns an empty
    /// text at the end.
    [[nodiscard]] std::string_view peek() const;
    /// Returns whether the next word is `word`, and if so goes past it.
    bool accept(std::string_view word);
    /// Returns whether the next word is one of `words`, and if so goes past it.
    bool accept_any(std::initializer_list<std::string_view> words);
    void expect(std::string_view word);
    void expect_end() const;

    /// Takes the text up to the next blank: a FEN or moves, which hold punctuation.
    std::string_view take_blank_ended();
    /// Takes the same, but leaves one `,` or `:` at its end, which is read next.
    std::string_view take_fen();
    /// Takes a string, which must not be empty, and returns it without its quotes.
    std::string_view take_string();
    std::uint64_t take_number();
    /// Takes a range, as query::IntRange::parse reads it.
    query::IntRange take_range();
    std::string_view take();

    [[noreturn]] void fail_expected(std::string_view expected) const;
    /// Throws SyntaxError at `at`, which is a part of the line that was taken.
    [[noreturn]] void fail_at(std::string_view at, const std::string& what) const;

private:
    void skip_blanks();

    std::string_view text_;
    int line_number_;
    std::size_t begin_ = 0;
    std::size_t at_ = 0;  ///< Never at a blank.
};

}  // namespace dameotb::claims

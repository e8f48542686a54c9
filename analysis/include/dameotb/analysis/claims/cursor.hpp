// Reads one line of a claims file word by word. Knows words, numbers, strings and punctuation, but not their meaning.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include <dameotb/analysis/query/query.hpp>

namespace dameotb::claims {

/// A syntax error in a claims file. `what()` is one line without the file: "3:14: expected ..., found ...".
class SyntaxError : public std::runtime_error {
public:
    /// `line` and `column` count from 1; columns are bytes.
    SyntaxError(int line, std::size_t column, const std::string& what)
        : std::runtime_error{std::to_string(line) + ":" + std::to_string(column) + ": " + what} {}
};

/// A line and a position in it. All members that read throw SyntaxError if the line does not continue as expected.
class Cursor {
public:
    /// Keeps the view. Skips a comment, from a `#` outside a string to the end of the line.
    Cursor(std::string_view text, int line_number);

    [[nodiscard]] int line_number() const { return line_number_; }
    /// Returns the line without comment and surrounding blanks.
    [[nodiscard]] std::string_view text() const { return text_.substr(begin_); }
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

    /// Returns the next word, number, quoted string, or one of , : ( ), without moving past it; empty at the end.
    [[nodiscard]] std::string_view peek() const;
    /// If the next word is `word`, moves past it and returns true.
    bool accept(std::string_view word);
    /// If the next word is one of `words`, moves past it and returns true.
    bool accept_any(std::initializer_list<std::string_view> words);
    void expect(std::string_view word);
    void expect_end() const;

    /// Takes the text up to the next blank: a FEN or moves, which contain punctuation.
    std::string_view take_blank_ended();
    /// Takes a FEN: text up to the next blank, except for one final `,` or `:`, which is read next.
    std::string_view take_fen();
    /// Takes a non-empty string and returns it without its quotes.
    std::string_view take_string();
    std::uint64_t take_number();
    /// Takes a range in the syntax of query::IntRange::parse.
    query::IntRange take_range();
    std::string_view take();

    [[noreturn]] void fail_expected(std::string_view expected) const;
    /// Throws SyntaxError at `at`, a part of the line that was taken.
    [[noreturn]] void fail_at(std::string_view at, const std::string& what) const;

private:
    void skip_blanks();

    std::string_view text_;
    int line_number_;
    std::size_t begin_ = 0;
    std::size_t at_ = 0;  ///< Never at a blank.
};

}  // namespace dameotb::claims

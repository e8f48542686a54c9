// One line of a claims file, read word by word.
// Knows words, numbers, strings and punctuation, and where it is; knows nothing of what they mean.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include <dameotb/analysis/query/query.hpp>

namespace dameotb::claims {

/// Text that is no claim. `what()` is one line, without the file: "3:14: expected ..., found ...".
class SyntaxError : public std::runtime_error {
public:
    /// Line and column count from 1; columns are bytes.
    SyntaxError(int line, std::size_t column, const std::string& what)
        : std::runtime_error{std::to_string(line) + ":" + std::to_string(column) + ": " + what} {}
};

/// All members that read throw SyntaxError if what they want is not there.
class Cursor {
public:
    /// Keeps the view. A comment, from `#` outside a string to the end, is left out.
    Cursor(std::string_view text, int line_number);

    [[nodiscard]] int line_number() const { return line_number_; }
    /// The line without comment and blanks around it.
    [[nodiscard]] std::string_view text() const { return text_.substr(begin_); }
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

    /// The next word, number, string with its quotes, or one of , : ( ). Empty at the end.
    [[nodiscard]] std::string_view peek() const;
    /// Goes past it if it is that word.
    bool accept(std::string_view word);
    /// Past one of several words; true if there was one.
    bool accept_any(std::initializer_list<std::string_view> words);
    void expect(std::string_view word);
    void expect_end() const;

    /// Up to the next blank: FEN and moves hold punctuation.
    std::string_view take_blank_ended();
    /// The same without one `,` or `:` at its end, which is read next.
    std::string_view take_fen();
    /// What is between quotes; not empty.
    std::string_view take_string();
    std::uint64_t take_number();
    /// As query::IntRange::parse reads it.
    query::IntRange take_range();
    std::string_view take();

    [[noreturn]] void fail_expected(std::string_view expected) const;
    /// `at`: a part of the line that was taken.
    [[noreturn]] void fail_at(std::string_view at, const std::string& what) const;

private:
    void skip_blanks();

    std::string_view text_;
    int line_number_;
    std::size_t begin_ = 0;
    std::size_t at_ = 0;  ///< Never at a blank.
};

}  // namespace dameotb::claims

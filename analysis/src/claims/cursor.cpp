// Splits a line into words. A word ends at a blank, punctuation mark or quote.
#include <dameotb/analysis/claims/cursor.hpp>

#include <algorithm>
#include <charconv>

namespace dameotb::claims {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view punctuation = ",:()";

std::string_view without_comment(std::string_view text) {
    bool in_string = false;
    std::size_t end = 0;
    for (; end < text.size() && (in_string || text[end] != '#'); ++end) {
        in_string ^= text[end] == '"';
    }
    text = text.substr(0, end);
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace

Cursor::Cursor(std::string_view text, int line_number) : text_{without_comment(text)}, line_number_{line_number} {
    skip_blanks();
    begin_ = at_;
}

std::string_view Cursor::peek() const {
    const std::string_view rest = text_.substr(at_);
    if (rest.empty()) {
        return rest;
    }
    if (rest.front() == '"') {
        const std::size_t end = rest.find('"', 1);
        return rest.substr(0, end == std::string_view::npos ? end : end + 1);
    }
    if (punctuation.find(rest.front()) != std::string_view::npos) {
        return rest.substr(0, 1);
    }
    return rest.substr(0, rest.find_first_of(" \t\r,:()\""));
}

std::string_view Cursor::take() {
    const std::string_view word = peek();
    at_ += word.size();
    skip_blanks();
    return word;
}

bool Cursor::accept(std::string_view word) {
    const bool found = peek() == word;
    if (found) {
        take();
    }
    return found;
}

bool Cursor::accept_any(std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [this](std::string_view word) { return accept(word); });
}

void Cursor::expect(std::string_view word) {
    if (!accept(word)) {
        fail_expected("'" + std::string{word} + "'");
    }
}

void Cursor::expect_end() const {
    if (!at_end()) {
        fail_expected("the end of the line");
    }
}

std::string_view Cursor::take_blank_ended() {
    const std::string_view rest = text_.substr(at_);
    const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
    at_ += word.size();
    skip_blanks();
    return word;
}

std::string_view Cursor::take_fen() {
    const std::size_t begin = at_;
    std::string_view word = take_blank_ended();
    if (word.ends_with(',') || word.ends_with(':')) {
        word.remove_suffix(1);
        at_ = begin + word.size();
    }
    return word;
}

std::string_view Cursor::take_string() {
    const std::string_view word = peek();
    if (word.size() < 3 || word.front() != '"' || word.back() != '"') {
        fail_expected("a text in quotes, as in \"Two kings win\"");
    }
    take();
    return word.substr(1, word.size() - 2);
}

std::uint64_t Cursor::take_number() {
    const std::string_view word = peek();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) {
        fail_expected("a number");
    }
    take();
    return number;
}

query::IntRange Cursor::take_range() {
    const auto range = query::IntRange::parse(peek());
    if (!range) {
        fail_expected(query::IntRange::expected_instead(peek()));
    }
    take();
    return *range;
}

void Cursor::fail_expected(std::string_view expected) const {
    const std::string_view word = peek();
    const std::string found = word.empty() ? "the end of the line" : "'" + std::string{word} + "'";
    throw SyntaxError{line_number_, at_ + 1, "expected " + std::string{expected} + ", found " + found};
}

void Cursor::fail_at(std::string_view at, const std::string& what) const {
    throw SyntaxError{line_number_, static_cast<std::size_t>(at.data() - text_.data()) + 1, what};
}

void Cursor::skip_blanks() {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
}

}  // namespace dameotb::claims

#include "pdn_tokens.hpp"

#include <algorithm>

namespace dameotb::rules::detail {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

bool is_quote(std::string_view meaning) {
    return meaning == "\"";
}

/// Returns whether a character is a blank or has no width.
bool is_blank(std::string_view meaning) {
    return meaning.empty() || meaning == " ";
}

/// Returns whether a character parts words: a blank, or a typographic quote, which no move has.
bool parts_words(const PastedCharacter& character) {
    return character.meaning == " " || (character.bytes > 1 && is_quote(character.meaning));
}

/// Returns the text with white space trimmed and each inner run of it replaced by one blank.
std::string squeezed(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (!is_space(c)) {
            result += c;
        } else if (!result.empty() && result.back() != ' ') {
            result += ' ';
        }
    }
    if (!result.empty() && result.back() == ' ') {
        result.pop_back();
    }
    return result;
}

}  // namespace

char PdnTokens::take() {
    const char c = text_[next_++];
    line_ += c == '\n' ? 1 : 0;
    return c;
}

void PdnTokens::skip_spaces() {
    // Lines that begin with % are for other programs.
    while (!at_end()) {
        const bool line_begins = next_ == 0 || text_[next_ - 1] == '\n';
        if (line_begins && peek() == '%') {
            rest_of_line();
        } else if (is_space(peek())) {
            take();
        } else if (const PastedCharacter next = character(); next.meaning.empty() || parts_words(next)) {
            next_ += next.bytes;
        } else {
            return;
        }
    }
}

void PdnTokens::skip_spaces_in_line() {
    while (!at_line_end() && (is_space(peek()) || is_blank(character().meaning))) {
        next_ += character().bytes;
    }
}

std::string_view PdnTokens::rest_of_line() {
    const std::size_t end = std::min(text_.find('\n', next_), text_.size());
    const std::string_view rest = text_.substr(next_, end - next_);
    next_ = end;
    return rest;
}

PdnToken PdnTokens::tag() {
    PdnToken token{PdnKind::Tag, line_, {}, {}};
    if (!read_tag(token)) {
        rest_of_line();
        return {PdnKind::Bad, line_, {}, "expected a tag, as in [White \"a name\"]"};
    }
    return token;
}

bool PdnTokens::read_tag(PdnToken& token) {
    take();  // [
    skip_spaces_in_line();
    while (!at_line_end() && !is_space(peek()) && peek() != ']') {
        const auto [bytes, meaning] = character();
        if (is_blank(meaning) || is_quote(meaning)) {
            break;
        }
        token.name += meaning;
        next_ += bytes;
    }
    skip_spaces_in_line();
    if (token.name.empty() || at_line_end() || !is_quote(character().meaning)) {
        return false;
    }
    // A value in typographic quotes ends with the next double quote of any kind, others with an ASCII one.
    const bool is_typographic = peek() != '"';
    next_ += character().bytes;
    while (!at_line_end() && peek() != '"' && !(is_typographic && is_quote(character().meaning))) {
        const std::string_view rest = text_.substr(next_);
        next_ += rest.starts_with("\\\"") || rest.starts_with("\\\\") ? 1 : 0;
        const std::size_t bytes = character().bytes;
        token.text += text_.substr(next_, bytes);
        next_ += bytes;
    }
    if (at_line_end()) {
        return false;
    }
    next_ += character().bytes;
    skip_spaces_in_line();
    return !at_line_end() && take() == ']';
}

PdnToken PdnTokens::comment() {
    PdnToken token{PdnKind::Comment, line_, {}, {}};
    if (take() == ';') {
        token.text = squeezed(rest_of_line());
        return token;
    }
    const std::size_t end = comments_end_ ? text_.find('}', next_) : std::string_view::npos;
    if (end == std::string_view::npos) {
        comments_end_ = false;  // looked for once, not in each line
        rest_of_line();
        return {PdnKind::Bad, token.line, {}, "a comment has no closing }"};
    }
    const std::string_view inside = text_.substr(next_, end - next_);
    line_ += static_cast<int>(std::ranges::count(inside, '\n'));
    next_ = end + 1;
    token.text = squeezed(inside);
    return token;
}

PdnToken PdnTokens::next() {
    skip_spaces();
    PdnToken token{PdnKind::End, line_, {}, {}};
    if (at_end()) {
        return token;
    }
    switch (peek()) {
        case '[':
            return tag();
        case '{':
        case ';':
            return comment();
        case '(':
        case ')':
            token.kind = take() == '(' ? PdnKind::Open : PdnKind::Close;
            return token;
        default:
            break;
    }
    token.kind = PdnKind::Word;
    constexpr std::string_view marks_of_parts = "[{;()";
    while (!at_end() && !is_space(peek()) && marks_of_parts.find(peek()) == std::string_view::npos) {
        const PastedCharacter next = character();
        if (parts_words(next)) {
            break;
        }
        token.text += next.meaning;
        next_ += next.bytes;
    }
    return token;
}

}  // namespace dameotb::rules::detail

#include "pdn_tokens.hpp"

#include <algorithm>

namespace dameotb::rules::detail {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
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
        } else {
            return;
        }
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
    const std::string_view line = rest_of_line();
    const PdnToken bad{PdnKind::Bad, line_, {}, "expected a tag, as in [White \"a name\"]"};
    std::size_t at = 1;
    const auto skip = [&line, &at] {
        while (at < line.size() && is_space(line[at])) {
            ++at;
        }
    };
    skip();
    while (at < line.size() && !is_space(line[at]) && line[at] != '"' && line[at] != ']') {
        token.name += line[at++];
    }
    skip();
    if (token.name.empty() || at == line.size() || line[at++] != '"') {
        return bad;
    }
    while (at < line.size() && line[at] != '"') {
        const bool is_escape =
            line[at] == '\\' && at + 1 < line.size() && (line[at + 1] == '"' || line[at + 1] == '\\');
        at += is_escape ? 1 : 0;
        token.text += line[at++];
    }
    if (at == line.size()) {
        return bad;
    }
    ++at;
    skip();
    if (at == line.size() || line[at] != ']') {
        return bad;
    }
    next_ -= line.size() - at - 1;  // the rest of the line after the tag
    return token;
}

PdnToken PdnTokens::comment() {
    PdnToken token{PdnKind::Comment, line_, {}, {}};
    if (take() == ';') {
        token.text = squeezed(rest_of_line());
        return token;
    }
    const std::size_t end = text_.find('}', next_);
    if (end == std::string_view::npos) {
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
        token.text += take();
    }
    return token;
}

}  // namespace dameotb::rules::detail

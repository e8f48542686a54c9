// Cuts PDN into its smallest parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pasted_characters.hpp"

namespace dameotb::rules::detail {

enum class PdnKind : std::uint8_t {
    Tag,
    Comment,
    Open,   ///< (
    Close,  ///< )
    Word,
    Bad,  ///< A tag or comment without an end.
    End,
};

struct PdnToken {
    PdnKind kind = PdnKind::End;
    int line = 1;      ///< Where it begins, counted from 1.
    std::string name;  ///< Of a tag.
    /// A tag's value, a comment without its delimiters, a word in the characters of PDN, or why the part is bad; or
    /// empty.
    std::string text;
};

/// Splits a text into its parts, in order. Looks at each character a bounded number of times, whatever the text.
class PdnTokens {
public:
    explicit PdnTokens(std::string_view text) : text_{text} {}

    /// Returns the next part; at the end, always PdnKind::End. Skips the line of a bad part.
    PdnToken next();

private:
    [[nodiscard]] bool at_end() const { return next_ == text_.size(); }
    [[nodiscard]] bool at_line_end() const { return at_end() || peek() == '\n'; }
    [[nodiscard]] char peek() const { return text_[next_]; }
    /// Requires: not at the end.
    [[nodiscard]] PastedCharacter character() const { return first_character(text_.substr(next_)); }
    char take();
    void skip_spaces();
    void skip_spaces_in_line();
    /// Consumes the rest of the line, without its end.
    std::string_view rest_of_line();
    PdnToken tag();
    /// Reads a tag's name and value. Returns whether the line has them, with their delimiters.
    bool read_tag(PdnToken& token);
    PdnToken comment();

    std::string_view text_;
    std::size_t next_ = 0;
    int line_ = 1;
    bool comments_end_ = true;  ///< A } may follow.
};

}  // namespace dameotb::rules::detail

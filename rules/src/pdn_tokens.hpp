// Cuts PDN into its smallest parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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
    std::string text;  ///< A tag's value, a comment without its delimiters, a word, or why the part is bad; or empty.
};

/// Splits a text into its parts, in order.
class PdnTokens {
public:
    explicit PdnTokens(std::string_view text) : text_{text} {}

    /// Returns the next part; at the end, always PdnKind::End. Skips the line of a bad part.
    PdnToken next();

private:
    [[nodiscard]] bool at_end() const { return next_ == text_.size(); }
    [[nodiscard]] char peek() const { return text_[next_]; }
    char take();
    void skip_spaces();
    /// Consumes the rest of the line, without its end.
    std::string_view rest_of_line();
    PdnToken tag();
    PdnToken comment();

    std::string_view text_;
    std::size_t next_ = 0;
    int line_ = 1;
};

}  // namespace dameotb::rules::detail

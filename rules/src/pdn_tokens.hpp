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
    Bad,  ///< A tag or a comment without its end.
    End,
};

struct PdnToken {
    PdnKind kind = PdnKind::End;
    int line = 1;      ///< Where it begins, counted from 1.
    std::string name;  ///< Of a tag.
    std::string text;  ///< A tag's value, a comment without its marks, a word, or why the part is bad; or empty.
};

/// Reads the parts of a text one after the other.
class PdnTokens {
public:
    explicit PdnTokens(std::string_view text) : text_{text} {}

    /// Returns the next part; PdnKind::End for ever when there is no more. Of a bad part, its line is passed over.
    PdnToken next();

private:
    [[nodiscard]] bool at_end() const { return next_ == text_.size(); }
    [[nodiscard]] char peek() const { return text_[next_]; }
    char take();
    void skip_spaces();
    /// Takes the rest of the line, without its end.
    std::string_view rest_of_line();
    PdnToken tag();
    PdnToken comment();

    std::string_view text_;
    std::size_t next_ = 0;
    int line_ = 1;
};

}  // namespace dameotb::rules::detail

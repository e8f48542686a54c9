// Lines of a text that anybody may have written: none takes more than a bounded amount of memory.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace dameotb::tools {

/// Reads a stream line by line. Of a line that is too long the beginning is kept, and the rest is passed over.
class BoundedLines {
public:
    /// Far longer than any line that means something.
    static constexpr std::size_t most_bytes = 1 << 16;

    /// Keeps the reference.
    explicit BoundedLines(std::istream& from) : from_{from}, buffer_(most_bytes + 1, '\0') {}

    /// Goes to the next line. False if there is none, or if reading failed, which the stream tells.
    [[nodiscard]] bool next();
    /// Without its end; its first most_bytes if it is too long. Valid until the next call of `next`.
    [[nodiscard]] std::string_view line() const { return {buffer_.data(), size_}; }
    [[nodiscard]] bool is_too_long() const { return is_too_long_; }
    /// "the line is longer than 65536 bytes".
    [[nodiscard]] static std::string too_long_text();

private:
    std::istream& from_;
    std::string buffer_;
    std::size_t size_ = 0;
    bool is_too_long_ = false;
};

}  // namespace dameotb::tools

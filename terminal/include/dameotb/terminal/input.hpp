// Reading files and streams: error messages, and lines of bounded length whatever the input.
#pragma once

#include <cstddef>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>

namespace dameotb::terminal {

/// Reads a stream line by line. Keeps only the beginning of a line that is too long, and skips the rest.
class BoundedLines {
public:
    /// Far longer than any meaningful line.
    static constexpr std::size_t most_bytes = 1 << 16;

    /// Keeps the reference.
    explicit BoundedLines(std::istream& from) : from_{from}, buffer_(most_bytes + 1, '\0') {}

    /// Goes to the next line. Returns false if there is none or reading failed; the stream's state tells which.
    [[nodiscard]] bool next();
    /// Returns the line without its end, or its first most_bytes if it is too long. Valid until the next call of
    /// `next`.
    [[nodiscard]] std::string_view line() const { return {buffer_.data(), size_}; }
    [[nodiscard]] bool is_too_long() const { return is_too_long_; }
    /// Returns "the line is longer than 65536 bytes".
    [[nodiscard]] static std::string too_long_text();

private:
    std::istream& from_;
    std::string buffer_;
    std::size_t size_ = 0;
    bool is_too_long_ = false;
};

/// Throws UserError if the stream is unreadable; its end is no error. `name` is used in the error. Some things, such as
/// a directory, can be opened but not read: an iterator would throw an error without the file's name.
void require_readable(std::istream& stream, const std::string& name);

/// Opens a readable file. Throws UserError with the reason if that fails.
[[nodiscard]] std::ifstream open_to_read(const std::string& file);

}  // namespace dameotb::terminal

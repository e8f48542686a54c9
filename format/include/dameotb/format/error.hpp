// The one exception of files that are broken or cannot be read or written.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>

namespace dameotb::format {

/// A table file that is damaged or of another version, or any file that failed in the operating system: `cause` tells
/// the two apart. `what()` is one line: path, offset where it helps, reason. A table that is simply not there is no
/// error.
class TablebaseError : public std::runtime_error {
public:
    /// The bytes of the file are wrong, from `offset` on.
    TablebaseError(std::string path, std::uint64_t offset, std::string reason)
        : std::runtime_error{path + " (byte " + std::to_string(offset) + "): " + reason},
          path_{std::move(path)},
          offset_{offset},
          reason_{std::move(reason)} {}
    /// What is in the file is wrong, or it is no file.
    TablebaseError(std::string path, std::string reason)
        : std::runtime_error{path + ": " + reason}, path_{std::move(path)}, reason_{std::move(reason)} {}
    /// The operating system could not open, read or write it. `doing`: what it could not, if the reason alone does not
    /// say, as in "cannot make the directory".
    TablebaseError(std::string path, std::error_code cause, const std::string& doing = {})
        : TablebaseError{std::move(path), (doing.empty() ? "" : doing + ": ") + cause.message()} {
        cause_ = cause;
    }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::uint64_t offset_bytes() const { return offset_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }
    /// What the operating system said; none if the file itself is wrong.
    [[nodiscard]] const std::error_code& cause() const { return cause_; }
    /// The file itself is wrong. Otherwise the operating system could not do what it was asked to, for want of open
    /// files or of memory for example: the file may be sound.
    [[nodiscard]] bool is_damage() const { return !cause_; }

private:
    std::string path_;
    std::uint64_t offset_ = 0;
    std::string reason_;
    std::error_code cause_;
};

}  // namespace dameotb::format

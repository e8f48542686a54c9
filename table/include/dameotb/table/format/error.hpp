// The one exception for files that are damaged or cannot be read or written.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>

namespace dameotb::table {

/// Thrown for a table file that is damaged or of another version, and for any file on which the operating system fails;
/// `cause` distinguishes the two. `what()` is one line: path, offset where it helps, reason.
class TablebaseError : public std::runtime_error {
public:
    /// The bytes of the file are wrong from `offset` on.
    TablebaseError(std::string path, std::uint64_t offset, std::string reason)
        : std::runtime_error{path + " (byte " + std::to_string(offset) + "): " + reason},
          path_{std::move(path)},
          offset_{offset},
          reason_{std::move(reason)} {}
    /// The content of the file is wrong, or `path` is not a file.
    TablebaseError(std::string path, std::string reason)
        : std::runtime_error{path + ": " + reason}, path_{std::move(path)}, reason_{std::move(reason)} {}
    /// The operating system could not open, read or write the file. `doing`: what it could not do, if the reason alone
    /// does not say, as in "cannot create the directory".
    TablebaseError(std::string path, std::error_code cause, const std::string& doing = {})
        : TablebaseError{std::move(path), (doing.empty() ? "" : doing + ": ") + cause.message()} {
        cause_ = cause;
    }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::uint64_t offset_bytes() const { return offset_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }
    /// Returns the operating system's error; no error code if the file itself is wrong.
    [[nodiscard]] const std::error_code& cause() const { return cause_; }
    /// Returns whether the file itself is wrong. Otherwise the operating system failed, for example because of too many
    /// open files or too little memory: the file may be sound.
    [[nodiscard]] bool is_damage() const { return !cause_; }

private:
    std::string path_;
    std::uint64_t offset_ = 0;
    std::string reason_;
    std::error_code cause_;
};

}  // namespace dameotb::table

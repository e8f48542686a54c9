// The one exception for files that are damaged or that cannot be read or written.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>

namespace dameotb::table {

/// Thrown for a table file that is damaged or of another version, and for any file with which the operating system
/// failed; `cause` tells the two cases apart. `what()` is one line: path, offset where it helps, reason.
class TablebaseError : public std::runtime_error {
public:
    /// Says that the bytes of the file are wrong, from `offset` on.
    TablebaseError(std::string path, std::uint64_t offset, std::string reason)
        : std::runtime_error{path + " (byte " + std::to_string(offset) + "): " + reason},
          path_{std::move(path)},
          offset_{offset},
          reason_{std::move(reason)} {}
    /// Says that the content of the file is wrong, or that `path` is no file.
    TablebaseError(std::string path, std::string reason)
        : std::runtime_error{path + ": " + reason}, path_{std::move(path)}, reason_{std::move(reason)} {}
    /// Says that the operating system could not open, read or write the file. `doing`: what it could not do, if the
    /// reason alone does not say, as in "cannot make the directory".
    TablebaseError(std::string path, std::error_code cause, const std::string& doing = {})
        : TablebaseError{std::move(path), (doing.empty() ? "" : doing + ": ") + cause.message()} {
        cause_ = cause;
    }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::uint64_t offset_bytes() const { return offset_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }
    /// Returns what the operating system said; no error code if the file itself is wrong.
    [[nodiscard]] const std::error_code& cause() const { return cause_; }
    /// Returns whether the file itself is wrong. Otherwise the operating system could not do what it was asked to do,
    /// for example because it had too many open files or too little memory: the file may be sound.
    [[nodiscard]] bool is_damage() const { return !cause_; }

private:
    std::string path_;
    std::uint64_t offset_ = 0;
    std::string reason_;
    std::error_code cause_;
};

}  // namespace dameotb::table

// The one exception of files that are broken or cannot be read or written.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace dameotb::format {

/// A table file that is damaged, of another version, or failed in the operating system.
/// `what()` is one line: path, offset where it helps, reason. A table that is simply not there is no error.
class TablebaseError : public std::runtime_error {
public:
    TablebaseError(std::string path, std::uint64_t offset, std::string reason)
        : std::runtime_error{path + " (byte " + std::to_string(offset) + "): " + reason},
          path_{std::move(path)},
          offset_{offset},
          reason_{std::move(reason)} {}
    TablebaseError(std::string path, std::string reason)
        : std::runtime_error{path + ": " + reason}, path_{std::move(path)}, reason_{std::move(reason)} {}

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::uint64_t offset_bytes() const { return offset_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }

private:
    std::string path_;
    std::uint64_t offset_ = 0;
    std::string reason_;
};

}  // namespace dameotb::format

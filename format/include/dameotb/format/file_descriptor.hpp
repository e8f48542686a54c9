// A file descriptor that closes itself, and errno as an error code.
#pragma once

#include <filesystem>
#include <system_error>
#include <utility>

namespace dameotb::format {

class FileDescriptor {
public:
    FileDescriptor() = default;
    /// Takes ownership of `fd`. A negative `fd` stands for no file.
    explicit FileDescriptor(int fd) : fd_{fd} {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        reset();
        fd_ = std::exchange(other.fd_, -1);
        return *this;
    }

    [[nodiscard]] bool is_open() const { return fd_ >= 0; }
    [[nodiscard]] int get() const { return fd_; }
    /// Returns whether `path` still names the open file: another file may have got that name meanwhile. A link at
    /// `path` is not followed. Requires: is_open().
    [[nodiscard]] bool lies_at(const std::filesystem::path& path) const;
    void reset();

private:
    int fd_ = -1;
};

/// Returns errno, such as "No space left on device". Call it right after the failure.
[[nodiscard]] std::error_code last_system_error();

}  // namespace dameotb::format

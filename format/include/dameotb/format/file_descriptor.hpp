// A file descriptor that closes itself, and errno as an error code.
#pragma once

#include <filesystem>
#include <system_error>
#include <utility>

namespace dameotb::format {

class FileDescriptor {
public:
    FileDescriptor() = default;
    /// Owns it from now on; a negative one is none.
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
    /// Whether what has that name, itself and not what a link leads to, is what is open: another one may have taken its
    /// place meanwhile. Requires: is_open().
    [[nodiscard]] bool lies_at(const std::filesystem::path& path) const;
    void reset();

private:
    int fd_ = -1;
};

/// errno, such as "No space left on device". To be called right after the failure.
[[nodiscard]] std::error_code last_system_error();

}  // namespace dameotb::format

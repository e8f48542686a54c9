// A file descriptor that closes itself, and errno as an error code.
#pragma once

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

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
    void reset() {
        if (is_open()) {
            ::close(std::exchange(fd_, -1));
        }
    }

private:
    int fd_ = -1;
};

/// errno, such as "No space left on device". To be called right after the failure.
[[nodiscard]] inline std::error_code last_system_error() {
    return {errno, std::generic_category()};
}

}  // namespace dameotb::format
